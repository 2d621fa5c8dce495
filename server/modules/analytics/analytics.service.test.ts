import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Region } from '#contract/brokers/brokers.ts'
import type { analyticsBreakdown, analyticsHours, analyticsSummary } from '#contract/dashboard/analytics.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBdm } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { countAllFigures } from '#test/worlds/figures-oracle.ts'
import { addMixedPast } from '#test/worlds/figures-world.ts'

/** Tuesday 24 November, 1 pm in Sydney. */
const NOW = new Date('2026-11-24T02:00:00Z')
const PERIOD = 'from=2026-11-18&to=2026-11-24'

interface Scope {
  from: string
  to: string
  campaignId: number | undefined
  region: Region | undefined
}

let app: TestApp
let viewer: Client
let spring: { id: number; versionId: number }
let autumn: { id: number; versionId: number }
const brokers: Record<string, number> = {}
const zones: Record<string, string> = { NSW: 'Australia/Sydney', WA: 'Australia/Perth' }

async function addCampaign(name: string, product: string) {
  const { db } = app.connection
  const { id } = await db
    .insertInto('campaigns')
    .values({ name, product, callScript: 'Hello' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const version = {
    campaignId: id,
    number: 1,
    product,
    rateType: 'p.a.',
    callScript: 'Hello',
    aiPersonality: 'friendly',
  }
  const { id: versionId } = await db
    .insertInto('campaignVersions')
    .values(version)
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, versionId }
}

interface Calls {
  at: string
  campaign: typeof spring
  broker: string
  count: number
  outcome?: string
  response?: string
}

async function addCalls({ at, campaign, broker, count, outcome = 'human', response }: Calls): Promise<void> {
  const human = outcome === 'human'
  await app.connection.db
    .insertInto('calls')
    .values(
      Array.from({ length: count }, () => ({
        ...{
          campaignId: campaign.id,
          campaignVersionId: campaign.versionId,
          brokerId: brokers[broker] ?? null,
        },
        ...{ toNumber: '+61255501234', provider: 'simulator', simulated: true, createdAt: new Date(at) },
        ...{ status: human ? 'completed' : 'no_answer', outcome, finishedAt: new Date(at) },
        ...{ response: response ?? null, duration: human ? 90 : null, cost: human ? '0.1200' : null },
        costCurrency: human ? 'AUD' : null,
        ...{
          region: broker,
          localHour: sql<number>`hour_of_week(${at}, ${zones[broker]})`,
          calledLine: 'fixed',
        },
      })),
    )
    .execute()
}

beforeAll(async () => {
  app = await createTestApp({ now: () => NOW })
  viewer = await staffClient(app, 'viewer')
  spring = await addCampaign('Spring', 'Flex')
  autumn = await addCampaign('Autumn', 'Fixed')
  for (const [region, timezone] of Object.entries(zones)) {
    const { id } = await app.connection.db
      .insertInto('brokers')
      .values({ name: region, region, timezone })
      .returning('id')
      .executeTakeFirstOrThrow()
    brokers[region] = id
  }
  // Monday 23 November: 10 am in Sydney, and 10 am in Perth
  await addCalls({
    at: '2026-11-22T23:10:00Z',
    campaign: spring,
    broker: 'NSW',
    count: 30,
    response: 'option_1',
  })
  await addCalls({ at: '2026-11-22T23:20:00Z', campaign: spring, broker: 'NSW', count: 30 })
  await addCalls({
    at: '2026-11-23T02:10:00Z',
    campaign: autumn,
    broker: 'WA',
    count: 40,
    outcome: 'no_answer',
  })
  await addCalls({
    at: '2026-11-23T02:15:00Z',
    campaign: autumn,
    broker: 'WA',
    count: 20,
    response: 'option_2',
  })
  // the week before
  await addCalls({ at: '2026-11-12T00:00:00Z', campaign: spring, broker: 'NSW', count: 10 })
})
afterAll(() => app?.close())

describe.each(['while its days are due', 'after'])('the figures of a period, %s', (when) => {
  beforeAll(async () => {
    if (when === 'after') await countAllFigures(app)
  })

  // Covers: analytics-figures-2, analytics-figures-8
  it('are those of its days, beside as many days before', async () => {
    const answer = (await viewer.get(`/api/analytics?${PERIOD}`)).json<ReturnsOf<typeof analyticsSummary>>()
    expect(answer).toMatchObject({
      period: { from: '2026-11-18', to: '2026-11-24' },
      before: { from: '2026-11-11', to: '2026-11-17' },
      current: {
        ...{ calls: 120, ended: 120, completed: 80, reached: 80, responses: 50 },
        options: { option_1: 30, option_2: 20, option_3: 0, option_4: 0 },
        outcomes: { human: 80, no_answer: 40, voicemail: 0 },
        ...{ connectionRate: 66.7, menuRate: 62.5, responseRate: 41.7, averageSeconds: 90 },
        cost: [{ currency: 'AUD', amount: '9.6000', calls: 80 }],
      },
      previous: { calls: 10, connectionRate: 100 },
    })
    expect(answer.days).toHaveLength(7)
    expect(answer.days[5]).toEqual({
      ...{ day: '2026-11-23', calls: 120, reached: 80, responses: 50, meetings: 0, applications: 0 },
    })
  })

  // Covers: analytics-figures-8
  it('are told by weekday and hour at the broker’s place, with how sure they are', async () => {
    const { hours, overall } = (await viewer.get(`/api/analytics/hours?${PERIOD}`)).json<
      ReturnsOf<typeof analyticsHours>
    >()
    expect(hours).toEqual([
      { weekday: 1, hour: 10, calls: 120, reached: 80, share: { rate: 66.7, low: 57.8, high: 74.5 } },
    ])
    expect(overall).toEqual(hours[0]?.share)
  })

  // Covers: analytics-figures-8
  it.each([
    ['campaign', ['Spring', 'Autumn']],
    ['region', ['NSW', 'WA']],
    ['product', ['Fixed', 'Flex']],
    ['personality', ['friendly']],
    ['version', ['Autumn, version 1', 'Spring, version 1']],
  ] as const)('are told by %s', async (by, labels) => {
    const { rows } = (await viewer.get(`/api/analytics/breakdown?${PERIOD}&by=${by}`)).json<
      ReturnsOf<typeof analyticsBreakdown>
    >()
    expect(rows.map(({ label }) => label).toSorted()).toEqual([...labels].toSorted())
    expect(rows.reduce((sum, { calls }) => sum + calls, 0)).toBe(120)
  })

  // Covers: analytics-figures-8
  it('tell chance from a difference', async () => {
    const { rows } = (await viewer.get(`/api/analytics/breakdown?${PERIOD}&by=campaign`)).json<
      ReturnsOf<typeof analyticsBreakdown>
    >()
    expect(rows.find(({ label }) => label === 'Spring')).toMatchObject({
      ...{ calls: 60, responses: 30, cost: [{ currency: 'AUD', amount: '7.2000', calls: 60 }] },
      share: { rate: 50, low: 37.7, high: 62.3 },
      difference: { points: 16.7, verdict: 'too_few' },
    })
    const few = (await viewer.get('/api/analytics/breakdown?from=2026-11-12&to=2026-11-12')).json()
    expect(few.rows[0].difference).toBeNull()
  })
})

describe('a period', () => {
  // Covers: analytics-figures-1
  it.each([
    ['from=2026-11-24&to=2026-11-18', 'to', 'The last day cannot be before the first'],
    ['from=2027-01-01&to=2027-02-01', 'from', 'This period has not begun: choose a day up to today'],
    ['from=2014-01-01&to=2026-11-24', 'from', 'Choose at most ten years'],
  ])('%s is refused', async (query, field, message) => {
    for (const path of ['', '/hours', '/breakdown', '/annotations']) {
      const answer = await viewer.get(`/api/analytics${path}?${query}`)
      expect(answer.statusCode).toBe(400)
      expect(answer.json().fields).toEqual({ [field]: message })
    }
  })

  // Covers: analytics-figures-1
  it('is the last thirty days unless said', async () => {
    const { period } = (await viewer.get('/api/analytics')).json()
    expect(period).toEqual({ from: '2026-10-26', to: '2026-11-24' })
  })

  // Covers: analytics-figures-2
  it('without any calls has no rates', async () => {
    const { current } = (await viewer.get('/api/analytics?from=2026-01-01&to=2026-01-31')).json()
    expect(current).toMatchObject({
      calls: 0,
      connectionRate: null,
      menuRate: null,
      averageSeconds: null,
      cost: [],
    })
  })
})

/** The same straight from the rows, however long that takes. */
async function recount({ from, to, campaignId, region }: Scope) {
  const where = (
    at: string,
  ) => sql`(${sql.ref(at)} at time zone 'Australia/Sydney')::date between ${from} and ${to}
    ${campaignId === undefined ? sql`` : sql`and campaign_id = ${campaignId}`}
    ${region === undefined ? sql`` : sql`and region = ${region}`}`
  const { rows } = await sql<Record<string, number>>`
    select count(*)::int as calls, count(finished_at)::int as ended, count(*) filter (where status = 'completed')::int as completed,
      count(*) filter (where outcome = 'human')::int as reached, count(response)::int as responses,
      count(*) filter (where response = 'option_2')::int as two, coalesce(sum(cost) filter (where cost_currency = 'AUD'), 0)::float as aud,
      (select count(*)::int from bookings where ${where('created_at')} and status <> 'cancelled' and not test) as meetings,
      (select count(*)::int from applications where ${where('submitted_at')}) as applications
    from calls where ${where('created_at')} and not test and simulated`.execute(app.connection.db)
  return rows[0]
}

type Summary = ReturnsOf<typeof analyticsSummary>
const flat = ({ current: { options, cost, ...counts } }: Summary) => ({
  ...Object.fromEntries(
    (['calls', 'ended', 'completed', 'reached', 'responses', 'meetings', 'applications'] as const).map(
      (name) => [name, counts[name]],
    ),
  ),
  two: options.option_2,
  aud: Number(cost.find(({ currency }) => currency === 'AUD')?.amount ?? 0),
})
const search = ({ from, to, campaignId, region }: Scope): string =>
  new URLSearchParams({
    ...{ from, to },
    ...(campaignId === undefined ? {} : { campaignId: String(campaignId) }),
    ...(region === undefined ? {} : { region }),
  }).toString()

describe.each(['while its days are due', 'after'])('of one campaign or region, %s', (when) => {
  const period = { from: '2026-03-05', to: '2026-03-29' }
  const scopes = (): Scope[] =>
    [undefined, spring.id, autumn.id].flatMap((campaignId) =>
      ([undefined, 'NSW', 'WA', 'TAS'] as const).map((region) => ({ ...period, campaignId, region })),
    )
  beforeAll(async () => {
    if (when === 'after') await countAllFigures(app)
    else {
      const bdmId = await addBdm(app, { name: 'Dana Cole' })
      // in a region, another one, or none
      const { rows: mixed } = await sql<{ id: number }>`insert into brokers (name, region, timezone)
        select 'Mixed ' || n, (array['NSW', 'WA', null])[1 + n % 3], 'Australia/Sydney' from generate_series(1, 97) n
        returning id`.execute(app.connection.db)
      await addMixedPast(app.connection.db, {
        ...{ campaigns: [spring, autumn], brokers: mixed, bdmId, from: '2026-03-01', days: 40 },
      })
    }
  })

  // Covers: analytics-figures-3
  it('figures are what a recount of the rows gives', async () => {
    for (const scope of scopes()) {
      const answer = (await viewer.get(`/api/analytics?${search(scope)}`)).json<Summary>()
      expect([scope, flat(answer)]).toEqual([scope, await recount(scope)])
      const { days, current, previous } = answer
      expect(days.reduce((sum, { calls }) => sum + calls, 0)).toBe(current.calls)
      expect(days.reduce((sum, { meetings }) => sum + meetings, 0)).toBe(current.meetings)
      const before = await recount({ ...scope, from: '2026-02-08', to: '2026-03-04' })
      expect([previous.calls, previous.meetings]).toEqual([before?.calls, before?.meetings])
    }
  })

  // Covers: analytics-figures-3
  it.each([
    'campaign',
    'region',
    'product',
    'personality',
    'version',
  ] as const)('rows by %s are what the page shows when narrowed to each', async (by) => {
    for (const scope of scopes()) {
      const { rows } = (await viewer.get(`/api/analytics/breakdown?${search(scope)}&by=${by}`)).json<
        ReturnsOf<typeof analyticsBreakdown>
      >()
      for (const { campaignId, region, calls, responses, meetings, applications, cost } of rows) {
        if (campaignId === null && region === null) continue
        const own = {
          ...scope,
          ...(campaignId === null ? {} : { campaignId }),
          ...(region === null ? {} : { region }),
        }
        const counts = { calls, responses, meetings, applications }
        expect([own, await recount(own)]).toMatchObject([own, counts])
        const aud = Number(cost.find(({ currency }) => currency === 'AUD')?.amount ?? 0)
        // versions are not told apart by what vendors charge
        expect(aud).toBe(by === 'version' ? 0 : (await recount(own))?.aud)
      }
      // what came of no call stands in a row without a name
      const whole = await recount(scope)
      expect(rows.reduce((sum, row) => sum + row.calls, 0)).toBe(whole?.calls)
      expect(rows.reduce((sum, row) => sum + row.meetings, 0)).toBe(whole?.meetings)
      expect(rows.reduce((sum, row) => sum + row.applications, 0)).toBe(whole?.applications)
    }
  })

  // Covers: analytics-figures-5
  it('meetings and applications are as many as their lists hold with the same filters', async () => {
    const total = async (path: string) => Number((await viewer.get(path)).headers['x-total-count'])
    for (const { from, to, ...of } of scopes()) {
      const { current } = (await viewer.get(`/api/analytics?${search({ from, to, ...of })}`)).json<Summary>()
      const narrowed = search({ from, to, ...of })
      const booked = narrowed.replace('from=', 'bookedFrom=').replace('to=', 'bookedTo=')
      expect([
        await total(`/api/bookings?status=not_cancelled&test=false&limit=1&${booked}`),
        await total(`/api/accreditations?limit=1&${narrowed}`),
      ]).toEqual([current.meetings, current.applications])
    }
    for (const [path, field] of [
      ['/api/bookings?bookedFrom=2026-03-02&bookedTo=2026-03-01', 'bookedTo'],
      ['/api/accreditations?from=2026-03-02&to=2026-03-01', 'to'],
      ['/api/activities?from=2026-03-02&to=2026-03-01', 'to'],
    ] as const) {
      const answer = await viewer.get(path)
      expect([answer.statusCode, answer.json().fields]).toEqual([
        ...[400, { [field]: 'The last day cannot be before the first' }],
      ])
    }
  })

  // Covers: analytics-figures-3
  it('hours add up to the calls', async () => {
    for (const scope of scopes()) {
      const { hours } = (await viewer.get(`/api/analytics/hours?${search(scope)}`)).json<
        ReturnsOf<typeof analyticsHours>
      >()
      const { rows } = await sql<{ weekday: number; hour: number; calls: number; reached: number }>`
        select local_hour / 24 as weekday, local_hour % 24 as hour, count(*)::int as calls,
          count(*) filter (where outcome = 'human')::int as reached
        from calls where (created_at at time zone 'Australia/Sydney')::date between ${scope.from} and ${scope.to} and not test and simulated
          ${scope.campaignId === undefined ? sql`` : sql`and campaign_id = ${scope.campaignId}`}
          ${scope.region === undefined ? sql`` : sql`and region = ${scope.region}`}
        group by 1, 2 having count(finished_at) > 0 order by min(local_hour)`.execute(app.connection.db)
      expect(hours.map(({ share: _, ...hour }) => hour)).toEqual(rows)
    }
  })
})

describe('a filter', () => {
  const paths = ['', '/hours', '/breakdown', '/annotations']
  // Covers: analytics-figures-3
  it('by a campaign that is gone or never was is answered with 404', async () => {
    const gone = await addCampaign('Winter', 'Flex')
    await sql`delete from campaigns where id = ${gone.id}`.execute(app.connection.db)
    for (const id of [gone.id, 2_000_000_000]) {
      for (const path of paths) {
        const answer = await viewer.get(`/api/analytics${path}?campaignId=${id}`)
        expect([answer.statusCode, answer.json().message]).toEqual([404, 'Campaign not found.'])
      }
    }
  })

  // Covers: analytics-figures-3
  it.each([
    ['region=NZ', 'region', 'Choose one of NSW, VIC, QLD, WA, SA, TAS, ACT, NT'],
    ['campaignId=spring', 'campaignId', 'Enter a whole number'],
    ['period=14', 'period', 'Choose 7, 30, 90 or 365 days'],
    ['period=7&from=2026-11-18', 'period', 'Give either a period or a first and last day, not both'],
    [
      'period=7&from=2026-11-18&to=2026-11-24',
      'period',
      'Give either a period or a first and last day, not both',
    ],
  ])('%s is refused with what to do', async (query, field, message) => {
    for (const path of paths) {
      const answer = await viewer.get(`/api/analytics${path}?${query}`)
      expect([answer.statusCode, answer.json().fields]).toEqual([400, { [field]: message }])
    }
  })

  // Covers: analytics-figures-3
  it.each([
    ['7', '2026-11-18'],
    ['30', '2026-10-26'],
    ['90', '2026-08-27'],
    ['365', '2025-11-25'],
  ])('of a period of %s days ends today in Sydney', async (days, from) => {
    for (const path of ['', '/hours', '/breakdown']) {
      const { period } = (await viewer.get(`/api/analytics${path}?period=${days}`)).json()
      expect(period).toEqual({ from, to: '2026-11-24' })
    }
  })
})

describe('what happened meanwhile', () => {
  // Covers: analytics-figures-10
  it('is told with its day', async () => {
    const { db } = app.connection
    const version = {
      campaignId: spring.id,
      number: 2,
      product: 'Flex',
      rateType: 'p.a.',
      callScript: 'Hi',
      aiPersonality: 'friendly',
    }
    await db
      .insertInto('campaignVersions')
      .values({ ...version, createdAt: NOW })
      .execute()
    const rows = (await viewer.get(`/api/analytics/annotations?${PERIOD}`)).json()
    expect(rows).toContainEqual({
      ...{ at: NOW.toISOString(), day: '2026-11-24', kind: 'script', campaignId: spring.id },
      text: 'Script or offer changed: Spring, version 2',
    })
    await sql`insert into scorecards (version, rules, published_at) values (9001, '{}', ${NOW})`.execute(db)
    const of = async (campaignId: number) =>
      (await viewer.get(`/api/analytics/annotations?${PERIOD}&campaignId=${campaignId}`))
        .json<{ kind: string; campaignId: number | null }[]>()
        .map(({ kind, campaignId }) => [kind, campaignId])
    expect(await of(spring.id)).toContainEqual(['script', spring.id])
    expect(await of(spring.id)).toContainEqual(['scorecard', null])
    expect((await of(autumn.id)).every(([, id]) => id === autumn.id || id === null)).toBe(true)
    expect(await of(autumn.id)).toContainEqual(['scorecard', null])
  })
})
