import type { Region } from '#contract/brokers/brokers.ts'
import { campaignFields } from '#contract/campaigns/campaigns.ts'
import { STRICT } from '#server/calendar/legal-hours.ts'
import { zoneFor } from '#server/calendar/regions.ts'
import type { Ctx } from '#server/ctx.ts'
import { demoAccounts } from '#server/modules/accounts/demo-accounts.ts'
import { createStaff } from '#server/modules/accounts/staff-accounts.ts'
import { createCampaign, updateCampaign } from '#server/modules/campaigns/campaigns.ts'
import { type CampaignRow, changeCampaign } from '#server/modules/campaigns/store.ts'
import { callingWindow } from '#server/modules/dialling/calling-window.rules.ts'
import { settleStages } from '#server/modules/dialling/stages.store.ts'
import { hoursOf } from '#server/modules/dialling/views.ts'
import { type Random, seeded } from '#server/platform/random.ts'
import { addApplications } from './applications.ts'
import { addBrokerAccount } from './broker-account.ts'
import { LAST_DAY_MS, playHistory } from './calls.ts'
import { addDocuments } from './documents.ts'
import { addFullWeek } from './full-week.ts'
import { pastCalls } from './history.ts'
import { addTeam } from './meetings.ts'
import { orderMessages } from './message-order.ts'
import { addMicrosites } from './microsites.ts'
import { offers } from './offers.ts'
import { makePeople, type Person } from './people.ts'
import { addRegisters } from './registers.ts'
import { addRequestedCalls } from './requested-calls.ts'
import { addScores } from './scores.ts'
import { addTasks } from './tasks.ts'
import { addUnclearOptOut } from './unclear-opt-out.ts'
import { addWaitingRetries } from './waiting-retries.ts'

const SEED = 20_261_121
const PEOPLE = 300
const DAY_MS = 86_400_000
/** Share of brokers added within the last seven days. */
const NEW_SHARE = 0.12
/** Age of each campaign in days. */
const CAMPAIGN_DAYS = [125, 70, 35, 21, 14, 1]

/**
 * Fills an empty database with the fictitious lender, its staff, brokers, campaigns and four months of calls: the
 * whole world or, if loading is interrupted, nothing of it.
 * @param live start of the history that is played through the services, by default the last day; earlier history is
 * inserted in bulk with the same result
 */
export async function loadDemoWorld(
  ctx: Ctx,
  live: Date = new Date(ctx.now().getTime() - LAST_DAY_MS),
): Promise<void> {
  await ctx.tx(async (system) => {
    const random = seeded(SEED)
    await nameOrganisation(system)
    const lender = await createAccounts(system)
    const brokers = await addBrokers(system, makePeople(random, PEOPLE), random)
    const campaigns = await createCampaigns(lender)
    const calls = pastCalls(random, {
      now: system.now(),
      places: brokers.map(({ region, timezone, createdAt }) => ({
        region,
        zone: timezone,
        since: createdAt,
      })),
      windows: campaigns.map((campaign) => callingWindow(hoursOf(campaign), STRICT)),
    })
    await addTeam(system)
    await playHistory(system, calls, { brokers, campaigns }, live)
    await addFullWeek(system)
    await addApplications(system, live)
    await addBrokerAccount(system)
    await addDocuments(system)
    await addMicrosites(lender, { campaigns, brokers, calls })
    await finishCampaigns(lender, campaigns)
    await settleStages(system)
    await addRegisters(system, random)
    await addScores(system)
    await addTasks(system)
    await addRequestedCalls(system)
    await addUnclearOptOut(system)
    await addWaitingRetries(
      system,
      campaigns.filter((_, index) => offers[index]?.status !== 'completed'),
    )
    await orderMessages(system)
  })
}

async function nameOrganisation(ctx: Ctx): Promise<void> {
  await ctx.db
    .updateTable('organisation')
    .set({
      legalName: 'Lumen Street Lending Pty Ltd',
      tradingName: 'Lumen Lending',
      abn: '23990000014',
      contactPhone: '1800 160 401',
      address: 'Level 3, 1 Example Street, Sydney NSW 2000',
      privacyUrl: 'https://lumen.example/privacy',
      termsUrl: 'https://lumen.example/terms',
      agentName: 'Alex',
      videoLink: 'https://meet.example/lumen',
      callMinutePrice: '0.15',
    })
    .execute()
}

/** @returns a context of the lender, who runs the demo's campaigns */
async function createAccounts(system: Ctx): Promise<Ctx> {
  let lender: Ctx | undefined
  for (const account of demoAccounts) {
    const userId = await createStaff(system, account)
    const { email, role } = account
    const name = `${account.firstName} ${account.lastName}`
    if (role === 'lender') lender = system.as({ kind: 'staff', userId, role, name, email, ip: null })
  }
  if (!lender) throw new Error('the demo world has no lender')
  return lender
}

interface DemoBroker {
  id: number
  phone: string
  email: string
  region: Region
  timezone: string
  createdAt: Date
}

async function addBrokers(ctx: Ctx, people: readonly Person[], random: Random): Promise<DemoBroker[]> {
  const now = ctx.now().getTime()
  const rows = people.map((person, index) => {
    const days = index >= people.length * (1 - NEW_SHARE) ? random.next() * 6 : 14 + random.next() * 340
    const at = new Date(now - days * DAY_MS)
    const timezone = zoneFor(person.region, person.postcode)
    if (!timezone) throw new Error(`no zone for ${person.region} ${person.postcode}`)
    const basis = {
      ...{ callBasisAt: at, callBasisSource: 'Panel broker' },
      numberSource: 'our broker panel list',
    }
    return { ...person, timezone, ...basis, createdAt: at, updatedAt: at }
  })
  const added = await ctx.db.insertInto('brokers').values(rows).returning(['id', 'phone']).execute()
  const ids = new Map(added.map(({ id, phone }) => [phone, id]))
  return rows.map(({ phone, email, region, timezone, createdAt }) => {
    const id = ids.get(phone)
    if (id === undefined) throw new Error(`the broker with ${phone} was not added`)
    return { id, phone, email, region, timezone, createdAt }
  })
}

type DemoCampaign = CampaignRow & { versionId: number }

async function createCampaigns(lender: Ctx): Promise<DemoCampaign[]> {
  const campaigns: DemoCampaign[] = []
  for (const [index, offer] of offers.entries()) {
    const id = await createCampaign(lender, campaignFields.parse({ ...offer, status: 'active' }))
    const at = new Date(lender.now().getTime() - (CAMPAIGN_DAYS[index] ?? 0) * DAY_MS)
    const row = await changeCampaign(lender, id, { createdAt: at })
    if (row.versionId === null) throw new Error('a new campaign has a script version')
    campaigns.push({ ...row, versionId: row.versionId })
  }
  return campaigns
}

/** The calls were made while the campaigns ran; now each gets the status that the demo shows. */
async function finishCampaigns(lender: Ctx, campaigns: readonly DemoCampaign[]): Promise<void> {
  for (const [index, { id }] of campaigns.entries()) {
    const status = offers[index]?.status
    if (status && status !== 'active') await updateCampaign(lender, id, { status })
  }
}
