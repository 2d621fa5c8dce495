import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { analyticsBreakdown, analyticsHours, analyticsSummary } from '#contract/analytics.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { foldFigures } from './fold-figures.worker.ts'

/** Tuesday 24 November, 1 pm in Sydney. */
const NOW = new Date('2026-11-24T02:00:00Z')
const PERIOD = 'from=2026-11-18&to=2026-11-24'

let app: TestApp
let viewer: Client
let spring: { id: number; versionId: number }
let autumn: { id: number; versionId: number }
const brokers: Record<string, number> = {}

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
      })),
    )
    .execute()
}

beforeAll(async () => {
  app = await createTestApp({ now: () => NOW })
  viewer = await staffClient(app, 'viewer')
  spring = await addCampaign('Spring', 'Flex')
  autumn = await addCampaign('Autumn', 'Fixed')
  for (const [region, timezone] of [
    ['NSW', 'Australia/Sydney'],
    ['WA', 'Australia/Perth'],
  ] as const) {
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

describe.each(['before they are folded', 'after'])('the figures of a period, %s', (when) => {
  beforeAll(async () => {
    if (when === 'after') await foldFigures(app.ctx())
  })

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

  it('are told by weekday and hour at the broker’s place, with how sure they are', async () => {
    const { hours, overall } = (await viewer.get(`/api/analytics/hours?${PERIOD}`)).json<
      ReturnsOf<typeof analyticsHours>
    >()
    expect(hours).toEqual([
      { weekday: 1, hour: 10, calls: 120, reached: 80, share: { rate: 66.7, low: 57.8, high: 74.5 } },
    ])
    expect(overall).toEqual(hours[0]?.share)
  })

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

  it('is the last thirty days unless said', async () => {
    const { period } = (await viewer.get('/api/analytics')).json()
    expect(period).toEqual({ from: '2026-10-26', to: '2026-11-24' })
  })

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

describe('what happened meanwhile', () => {
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
  })
})
