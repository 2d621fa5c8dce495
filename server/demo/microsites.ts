import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { MessageChannel } from '#contract/messages/messages.ts'
import { micrositeFields } from '#contract/microsites/microsites.ts'
import { sydneyHour, sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { writeActivities } from '#server/modules/brokers/timeline.store.ts'
import { micrositeTarget } from '#server/modules/messages/microsite-link.rules.ts'
import { recordPastOutcomes } from '#server/modules/microsites/attribution.ts'
import { createMicrosite } from '#server/modules/microsites/microsites.ts'
import { changeMicrosite } from '#server/modules/microsites/store.ts'
import { cellsOf } from '#server/modules/microsites/visits/rollups.rules.ts'
import type { Device, Tags } from '#server/modules/microsites/visits/visits.rules.ts'
import {
  addToRollups,
  type Candidate,
  insertVisits,
  lockRollups,
} from '#server/modules/microsites/visits/visits.store.ts'
import { type Random, seeded } from '#server/platform/random.ts'
import type { PastCall } from './history.ts'
import { micrositeTexts } from './microsite-texts.ts'

const SEED = 20_261_122
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** Visits of one microsite on a weekday, before chance, in the order of the campaigns. */
const A_WEEKDAY = [4, 6, 14, 22, 30]
const WEEKEND_SHARE = 0.35
/** Share of link recipients who opened it. */
const OPENED = 0.8

interface Campaign {
  id: number
  name: string
  createdAt: Date
}

export interface VisitedWorld {
  campaigns: readonly Campaign[]
  /** In the order of `PastCall.person`. */
  brokers: readonly { id: number }[]
  calls: readonly PastCall[]
}

/** A microsite for each campaign that has called, visited since it began: from SMS links, newsletters, posts and searches. */
export async function addMicrosites(lender: Ctx, world: VisitedWorld): Promise<void> {
  const random = seeded(SEED)
  const visits: DemoVisit[] = []
  for (const [index, texts] of micrositeTexts.entries()) {
    const campaign = world.campaigns[index]
    if (!campaign) throw new Error('the demo world has a microsite without a campaign')
    const site = await addMicrosite(lender, texts, campaign)
    const fromCalls = world.calls.filter((call) => call.campaign === index && call.ending === 1)
    visits.push(...linkVisits(random, site, { ...world, calls: fromCalls }, lender.now()))
    await leadLinksTo(lender, site, campaign)
    visits.push(
      ...otherVisits(random, site, {
        aWeekday: A_WEEKDAY[index] ?? 20,
        since: campaign.createdAt,
        now: lender.now(),
      }),
    )
  }
  await store(lender, visits)
}

interface DemoSite {
  id: number
  title: string
  slug: string
  campaignId: number
}

type DemoVisit = Candidate & { site: DemoSite }

async function addMicrosite(
  lender: Ctx,
  texts: (typeof micrositeTexts)[number],
  campaign: Campaign,
): Promise<DemoSite> {
  const ctaButtonUrl = `${lender.providers.publicUrl}/booking`
  const fields = micrositeFields.parse({ ...texts, ctaButtonUrl, campaignId: campaign.id })
  const id = await createMicrosite(lender, fields)
  await changeMicrosite(lender, id, { createdAt: campaign.createdAt })
  return { id, title: texts.name, slug: texts.slug, campaignId: campaign.id }
}

/** The table's check allows no other channel. */
const mediumOf = (channel: string): MessageChannel => (channel === 'email' ? 'email' : 'sms')

/** The links of past calls lead where they would have led if the microsite had been there. */
async function leadLinksTo(lender: Ctx, { slug, campaignId }: DemoSite, { name }: Campaign): Promise<void> {
  const links = await lender.db
    .selectFrom('shortLinks')
    .innerJoin('messages', (join) =>
      join
        .onRef('messages.callId', '=', 'shortLinks.callId')
        .on('messages.occasion', 'like', 'call:%:option_1'),
    )
    .select(['code', 'shortLinks.brokerId', 'messages.channel'])
    .where('kind', '=', 'offer')
    .where('shortLinks.campaignId', '=', campaignId)
    .execute()
  const targets = links.map(({ code, brokerId, channel }) => ({
    code,
    target: micrositeTarget({ slug, brokerId, campaignId, campaign: name, medium: mediumOf(channel) }),
  }))
  await sql`update short_links set kind = 'page', campaign_id = null, target = given.target
    from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as given(code text, target text)
    where short_links.code = given.code`.execute(lender.db)
}

/** Visits of brokers who asked for the link in a call, some minutes later. */
function linkVisits(random: Random, site: DemoSite, world: VisitedWorld, now: Date): DemoVisit[] {
  return world.calls.flatMap(({ person, at }, index) => {
    const later = new Date(at.getTime() + (2 + random.below(90)) * MINUTE_MS)
    const opened = random.next() < OPENED
    const broker = world.brokers[person]
    if (!opened || later >= now || !broker) return []
    const tags = { source: 'brokerline', medium: 'sms', campaign: site.slug, content: 'call', term: null }
    const from = { tags, brokerId: broker.id, referrerHost: null, device: 'phone' as const }
    return [visit(site, { ...from, at: later, visitor: `call ${index}` })]
  })
}

interface Way {
  tags: Omit<Tags, 'campaign'> | null
  referrerHost: string | null
  device: Device
}

const ways: readonly (readonly [Way, number])[] = [
  [{ tags: null, referrerHost: null, device: 'desktop' }, 6],
  [{ tags: null, referrerHost: null, device: 'phone' }, 4],
  [{ tags: null, referrerHost: 'www.google.com', device: 'desktop' }, 4],
  [{ tags: newsletter('hero-button'), referrerHost: null, device: 'desktop' }, 5],
  [{ tags: newsletter('rate-table'), referrerHost: null, device: 'phone' }, 3],
  [{ tags: post('rate-card'), referrerHost: 'www.linkedin.com', device: 'desktop' }, 3],
  [{ tags: post('broker-story'), referrerHost: 'www.linkedin.com', device: 'phone' }, 4],
  [{ tags: search('low rate broker'), referrerHost: 'www.google.com', device: 'desktop' }, 2],
  [{ tags: search('broker accreditation'), referrerHost: 'www.google.com', device: 'tablet' }, 1],
]

function newsletter(content: string): Way['tags'] {
  return { source: 'newsletter', medium: 'email', content, term: null }
}
function post(content: string): Way['tags'] {
  return { source: 'linkedin', medium: 'social', content, term: null }
}
function search(term: string): Way['tags'] {
  return { source: 'google', medium: 'cpc', content: 'text-ad', term }
}

interface Traffic {
  aWeekday: number
  since: Date
  now: Date
}

function otherVisits(random: Random, site: DemoSite, { aWeekday, since, now }: Traffic): DemoVisit[] {
  const visits: DemoVisit[] = []
  const days = Math.floor((now.getTime() - since.getTime()) / DAY_MS)
  for (let ago = days - 1; ago >= 0; ago--) {
    const { day } = sydneyHour(new Date(now.getTime() - ago * DAY_MS))
    const weekend = [0, 6].includes(new Date(day).getUTCDay())
    const count = Math.round(aWeekday * (weekend ? WEEKEND_SHARE : 1) * (0.75 + random.next() / 2))
    for (let index = 0; index < count; index++) {
      // most of them around noon and in the afternoon
      const hour = 7 + (random.next() + random.next()) * 7.5
      const at = new Date(sydneyMidnight(day).getTime() + Math.floor(hour * HOUR_MS))
      const { tags, ...way } = random.weighted(ways)
      if (at >= now) continue
      const own = tags ? { ...tags, campaign: site.slug } : NO_TAGS
      visits.push(visit(site, { ...way, tags: own, at, brokerId: null, visitor: `${day} ${index}` }))
    }
  }
  return visits
}

const NO_TAGS: Tags = { source: null, medium: null, campaign: null, content: null, term: null }

function visit(
  site: DemoSite,
  details: Pick<DemoVisit, 'at' | 'brokerId' | 'referrerHost' | 'device'> & { tags: Tags; visitor: string },
): DemoVisit {
  const { tags, visitor: name, ...rest } = details
  const visitor = createHash('sha256').update(`demo ${site.slug} ${name}`).digest()
  const { day } = sydneyHour(rest.at)
  return { site, micrositeId: site.id, day, visitor, key: visitor, ...tags, ...rest }
}

async function store(ctx: Ctx, visits: readonly DemoVisit[]): Promise<void> {
  const inOrder = visits.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  await lockRollups(ctx)
  await insertVisits(ctx, inOrder)
  await addToRollups(ctx, cellsOf(inOrder))
  const told = inOrder.flatMap(({ brokerId, at, site: { title, campaignId } }) =>
    brokerId === null
      ? []
      : {
          type: 'microsite_visited',
          description: `Visited ${title}`,
          ...{ brokerId, campaignId, createdAt: at, simulated: true, simulatedAt: at },
        },
  )
  if (told.length > 0) await writeActivities(ctx, told)
  await recordPastOutcomes(ctx)
}
