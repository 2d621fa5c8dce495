import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Region } from '#contract/brokers/brokers.ts'
import { funnelStages } from '#contract/dashboard/analytics.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { addCampaign, addMicrosite } from '#test/worlds/microsites-world.ts'
import type { Scope } from './analytics.rules.ts'
import { viewFunnel } from './funnel.views.ts'

/** Midnight in Sydney before Sunday 1 November; the worlds last until the 10th, the period until the 7th. */
const START = Date.parse('2026-10-31T13:00:00Z')
const HOUR_MS = 3_600_000
const PERIOD = { from: '2026-11-02', to: '2026-11-07' }
const [FROM, TO] = [24, 168]
const REGIONS = ['NSW', 'WA', null] as const

let app: TestApp
let campaigns: number[]
let sites: number[]
let bdmId: number

beforeAll(async () => {
  app = await createTestApp()
  bdmId = await addBdm(app, { name: 'Dana Cole' })
  campaigns = [await addCampaign(app, { name: 'Spring' }), await addCampaign(app, { name: 'Autumn' })]
  const [spring = 0, autumn = 0] = campaigns
  const owners = [{ campaignId: spring }, { campaignId: autumn }, {}]
  const made = owners.map((owner, at) => addMicrosite(app, { ...owner, slug: `page-${at}` }))
  sites = (await Promise.all(made)).map(({ id }) => id)
})
afterAll(() => app?.close())

const broker = fc.constantFrom(null, 0, 0, 0, 1, 1, 2)
/** Index of a campaign; null: none, or one that is gone. */
const campaign = fc.constantFrom(0, 0, 0, 1, null)
const hour = fc.integer({ min: 0, max: 239 })
const rarely = fc.constantFrom(false, false, false, false, true)
const mostly = fc.constantFrom(true, true, true, true, false)

const callOf = fc.record({
  ...{ broker, campaign, hour, region: fc.constantFrom(0, 0, 1, 2) },
  outcome: fc.constantFrom('human', 'human', 'human', 'screened', 'no_answer', 'voicemail', null),
  ...{ menu: mostly, response: fc.constantFrom('option_1', 'option_2', 'option_3', 'option_4', null) },
  ...{ test: rarely, withdrawn: rarely, simulated: mostly },
})
const visitOf = fc.record({ broker, site: fc.constantFrom(0, 0, 1, 2), hour })
const bookingOf = fc.record({
  ...{ broker, campaign, hour, status: fc.constantFrom('booked', 'booked', 'held', 'cancelled') },
  ...{ test: rarely, simulated: mostly },
})
const applicationOf = fc.record({
  ...{ broker, campaign, hour, sent: mostly, simulated: mostly },
  /** Index of the call that opened it. */
  call: fc.option(fc.nat(29), { freq: 2 }),
})
const standingOf = fc.option(
  fc.record({
    status: fc.constantFrom('accredited', 'accredited', 'conditional'),
    hour: fc.integer({ min: 60, max: 239 }),
  }),
)
const worldOf = fc.record({
  calls: fc.array(callOf, { minLength: 1, maxLength: 30, size: 'max' }),
  visits: fc.array(visitOf, { maxLength: 12, size: 'max' }),
  bookings: fc.array(bookingOf, { maxLength: 10, size: 'max' }),
  applications: fc.array(applicationOf, { maxLength: 10, size: 'max' }),
  standings: fc.tuple(standingOf, standingOf, standingOf),
})
type World = typeof worldOf extends fc.Arbitrary<infer T> ? T : never

const at = (hours: number): Date => new Date(START + hours * HOUR_MS)

async function build({ calls, visits, bookings, applications, standings }: World): Promise<number[]> {
  const { db } = app.connection
  for (const table of ['visits', 'bookings', 'applications', 'calls', 'broker_accreditations', 'brokers'])
    await sql`delete from ${sql.table(table)}`.execute(db)
  const rows = standings.map((_, n) => ({ name: `Zoe ${n}`, timezone: 'Australia/Sydney' }))
  const brokers = (await db.insertInto('brokers').values(rows).returning('id').execute()).map(({ id }) => id)
  const idOf = (ids: readonly number[], index: number | null): number | null =>
    index === null ? null : (ids[index] ?? null)
  const made = await db
    .insertInto('calls')
    .values(
      calls.map((call) => ({
        ...{ brokerId: idOf(brokers, call.broker), campaignId: idOf(campaigns, call.campaign) },
        ...{ toNumber: '+61491570156', provider: 'simulator', simulated: call.simulated, test: call.test },
        ...{ withdrawn: call.withdrawn, region: REGIONS[call.region] ?? null, createdAt: at(call.hour) },
        ...{ status: call.outcome === 'human' ? 'completed' : 'no_answer', outcome: call.outcome },
        finishedAt: call.outcome === null ? null : at(call.hour),
        ...{ response: call.response, menuPlayed: call.menu },
      })),
    )
    .returning('id')
    .execute()
  if (visits.length > 0)
    await db
      .insertInto('visits')
      .values(
        visits.map((visit) => ({
          ...{
            micrositeId: sites[visit.site] ?? 0,
            brokerId: idOf(brokers, visit.broker),
            at: at(visit.hour),
          },
          ...{ day: '2026-11-01', device: 'phone', visitor: Buffer.from([0]) },
        })),
      )
      .execute()
  if (bookings.length > 0)
    await db
      .insertInto('bookings')
      .values(
        bookings.map(({ status, test, simulated, ...booking }, n) => ({
          ...{ bdmId, uid: `funnel-${n}`, name: 'Zoe', meetingType: 'product-discussion', attendees: 1 },
          during: sql<string>`tstzrange(${at(n)}, ${at(n + 1)})`,
          ...{ source: 'web', status, test, simulated, createdAt: at(booking.hour) },
          ...{ brokerId: idOf(brokers, booking.broker), campaignId: idOf(campaigns, booking.campaign) },
        })),
      )
      .execute()
  const opened = new Set<number>()
  for (const [n, application] of applications.entries()) {
    const { call, sent, simulated } = application
    // a call opens one application
    if (call !== null && opened.has(call)) continue
    if (call !== null) opened.add(call)
    await db
      .insertInto('applications')
      .values({
        ...{ status: sent ? 'approved' : 'draft', email: `zoe.${n}@example.com`, simulated },
        ...{
          submittedAt: sent ? at(application.hour) : null,
          callId: call === null ? null : (made[call]?.id ?? null),
        },
        ...{ brokerId: idOf(brokers, application.broker), campaignId: idOf(campaigns, application.campaign) },
      })
      .execute()
  }
  for (const [n, standing] of standings.entries())
    if (standing)
      await db
        .insertInto('brokerAccreditations')
        .values({ brokerId: brokers[n] ?? 0, status: standing.status, since: at(standing.hour) })
        .execute()
  return brokers
}

/** The same by going through each broker's events in the order of time. */
function oracle(world: World, scope: { campaign: number | undefined; region: Region | undefined }): number[] {
  const counts = funnelStages.map(() => 0)
  const inPeriod = (hours: number): boolean => hours >= FROM && hours < TO
  const ofCampaign = (index: number | null): boolean =>
    scope.campaign === undefined || index === scope.campaign
  const earliest = (hours: number[]): number => Math.min(Number.POSITIVE_INFINITY, ...hours)
  const opened = new Set<number>()
  const applications = world.applications.flatMap((each) => {
    if (each.call !== null && opened.has(each.call)) return []
    if (each.call !== null) opened.add(each.call)
    const call = each.call === null ? undefined : world.calls[each.call]
    // an application of a call without a campaign of its own takes the campaign of the call
    return { ...each, call, campaign: each.campaign ?? call?.campaign ?? null }
  })
  for (const [n, standing] of world.standings.entries()) {
    const calls = world.calls.filter(
      ({ broker, test, withdrawn, simulated, hour, campaign, region }) =>
        broker === n &&
        !test &&
        !withdrawn &&
        simulated &&
        inPeriod(hour) &&
        ofCampaign(campaign) &&
        (scope.region === undefined || REGIONS[region] === scope.region),
    )
    const reached = calls.filter(({ outcome }) => outcome === 'human')
    const menu = reached.filter((call) => call.menu)
    const choseAt = earliest(menu.filter(({ response }) => response !== null).map(({ hour }) => hour))
    const sent = applications.filter(
      ({ broker, sent, campaign, hour }) => broker === n && sent && inPeriod(hour) && ofCampaign(campaign),
    )
    const openedAt = earliest(
      [
        ...world.visits
          .filter(
            ({ broker, site, hour }) =>
              broker === n && inPeriod(hour) && ofCampaign(site === 2 ? null : site),
          )
          .map(({ hour }) => hour),
        ...sent.flatMap(({ call, hour }) => (call ? [hour] : [])),
      ].filter((hours) => hours >= choseAt),
    )
    const actedAt = earliest(
      [
        ...world.bookings
          .filter(
            ({ broker, status, test, campaign, hour }) =>
              broker === n && status !== 'cancelled' && !test && inPeriod(hour) && ofCampaign(campaign),
          )
          .map(({ hour }) => hour),
        ...sent.map(({ hour }) => hour),
      ].filter((hours) => hours >= openedAt),
    )
    const isAccredited =
      standing?.status === 'accredited' && inPeriod(standing.hour) && standing.hour >= actedAt
    const steps = [
      calls.length > 0,
      calls.some(({ outcome }) => outcome === 'screened' || outcome === 'human'),
      reached.length > 0,
      menu.length > 0,
      Number.isFinite(choseAt),
      Number.isFinite(openedAt),
      Number.isFinite(actedAt),
      isAccredited,
    ]
    for (const [step, isReached] of steps.entries()) if (isReached) counts[step] = (counts[step] ?? 0) + 1
  }
  return counts
}

// Covers: analytics-figures-9
it('counts each step of the funnel among the brokers of the step before, as an oracle does', async () => {
  const scopes = [undefined, 0, 1].flatMap((index) =>
    ([undefined, 'NSW'] as const).map((region) => ({ campaign: index, region })),
  )
  const most = funnelStages.map(() => 0)
  await fc.assert(
    fc.asyncProperty(worldOf, async (world) => {
      await build(world)
      for (const { campaign: index, region } of scopes) {
        const campaignId = index === undefined ? undefined : campaigns[index]
        const scope: Scope = { ...PERIOD, campaignId, region }
        const funnel = await viewFunnel(app.ctx(), scope)
        const found = funnel.map(({ brokers }) => brokers)
        expect(found).toEqual(oracle(world, { campaign: index, region }))
        expect(found).toEqual(found.toSorted((a, b) => b - a))
        for (const [step, brokers] of found.entries()) most[step] = Math.max(most[step] ?? 0, brokers)
      }
    }),
    { numRuns: 60, seed: 20_261_128 },
  )
  // every step is reached in some world
  expect(Math.min(...most)).toBeGreaterThan(0)
})
