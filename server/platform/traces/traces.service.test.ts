import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Kysely } from 'kysely'
import pino from 'pino'
import { describe, expect, it, type TestContext } from 'vitest'
import { dialInTurn, dispatchCampaign } from '#server/modules/dialling/dispatch-campaign.ts'
import { startCalls } from '#server/modules/dialling/start-calls.ts'
import type { DB } from '#server/schema.gen.ts'
import { type OtlpCollector, type SentSpan, startOtlpCollector } from '#test/doubles/otlp-collector.ts'
import { personWho } from '#test/doubles/twilio/calls-lines.ts'
import { createTestApp, until } from '#test/test-app.ts'
import { makeCampaign } from '#test/worlds/call-words.ts'
import { staffClient, visitor } from '#test/worlds/client.ts'
import { createDiallingWorld } from '#test/worlds/dialling-world.ts'
import { createTwilioCalls, type TwilioCalls } from '#test/worlds/twilio-calls.ts'
import { createVapiWorld } from '#test/worlds/vapi-world.ts'
import { inSpan, type SpanStart, type Tracing } from './spans.ts'

const run = promisify(execFile)
const MIDDAY = new Date('2026-11-24T12:00:00+11:00')

type OnFinished = TestContext['onTestFinished']

async function collector(onFinished: OnFinished): Promise<OtlpCollector> {
  const started = await startOtlpCollector()
  onFinished(started.close)
  return started
}

async function tracedCalls({ url }: OtlpCollector, onFinished: OnFinished): Promise<TwilioCalls> {
  const world = await createTwilioCalls({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_HEADERS: 'api-key=a%20secret' },
    now: () => MIDDAY,
  })
  onFinished(world.close)
  await nameLender(world.db)
  return world
}

const nameLender = (db: Kysely<DB>) =>
  db
    .updateTable('organisation')
    .set({ legalName: 'Harbour Lending Pty Ltd', contactPhone: '02 5550 0100', agentName: 'Alex' })
    .execute()

async function testCall(world: Pick<TwilioCalls, 'app' | 'db'>, phoneNumber: string) {
  const { id } = await world.db.selectFrom('campaigns').select('id').executeTakeFirstOrThrow()
  const client = await staffClient(world.app, 'admin')
  return client.send('POST', '/api/calls/test', { phoneNumber, campaignId: id })
}

/** Below which span of the same trace it is. */
const isBelow = (span: SentSpan | undefined, parent: SentSpan | undefined): boolean =>
  span !== undefined &&
  parent !== undefined &&
  span.traceId === parent.traceId &&
  span.parent === parent.spanId

// most of their time is the interval at which spans are sent
describe.concurrent('a trace', () => {
  // Covers: running-32, running-33
  it('goes from a request to the dial, the vendor, its callbacks, their jobs and SMS, without personal data', async ({
    onTestFinished,
  }) => {
    const traces = await collector(onTestFinished)
    const world = await tracedCalls(traces, onTestFinished)
    const to = world.number(1)
    world.twilio.calls.setLine(to, personWho('silence', { key: '1' }))
    await world.app.startWorkers()
    expect((await testCall(world, to)).statusCode).toBe(201)
    await visitor(world.app).send('POST', '/api/forgot-password', { email: 'admin.client@staff.example' })
    const named = (name: string) => traces.spans().filter((span) => span.name === name)
    const STATUS = 'POST /api/webhooks/twilio/:topic'
    await until('the SMS is reported and the recording fetched', async () => {
      const [sms] = named('send sms')
      return named(STATUS).some((span) => isBelow(span, sms)) && named('job fetch_recording').length > 0
    })
    const [request] = named('POST /api/calls/test')
    const [dial] = named('dial')
    const [sms] = named('send sms')
    const [fetch] = named('job fetch_recording')
    expect(request).toMatchObject({
      parent: null,
      failed: false,
      attributes: { 'http.route': '/api/calls/test', 'http.response.status_code': 201 },
    })
    expect(isBelow(dial, request)).toBe(true)
    expect(named('POST twilio').some((span) => isBelow(span, dial))).toBe(true)
    expect(named(STATUS).filter((span) => isBelow(span, dial)).length).toBeGreaterThan(3)
    expect(isBelow(fetch, dial)).toBe(true)
    expect(named('GET twilio').some((span) => isBelow(span, fetch))).toBe(true)
    expect(isBelow(sms, dial)).toBe(true)
    expect(named('POST twilio').some((span) => isBelow(span, sms))).toBe(true)
    const own = traces.spans().filter(({ traceId }) => traceId === request?.traceId)
    expect(own.filter(({ parent }) => parent === null)).toEqual([request])
    expect(traces.headers()[0]).toMatchObject({ 'api-key': 'a secret' })
    await until('the job of a request is sent', async () => named('job accounts.send-reset').length > 0)
    expect(isBelow(named('job accounts.send-reset')[0], named('POST /api/forgot-password')[0])).toBe(true)
    // neither to the collector what belongs to people, nor to the vendor what belongs to us
    expect(traces.text()).not.toMatch(new RegExp(`${to.slice(-9)}|Alex|Harbour|/s/|[?]call=|@|CallSid`))
    expect(world.twilio.seen.some(({ headers }) => 'traceparent' in headers)).toBe(false)
  })

  // Covers: running-32
  it('goes on in the callbacks of Vapi', async ({ onTestFinished }) => {
    const traces = await collector(onTestFinished)
    const world = await createVapiWorld({
      app: { env: { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url }, now: () => MIDDAY },
    })
    onTestFinished(world.close)
    await nameLender(world.db)
    await makeCampaign(world.db)
    expect((await testCall(world, '+61491570211')).statusCode).toBe(201)
    await world.vapi.settled()
    const named = (name: string) => traces.spans().filter((span) => span.name === name)
    await until('callbacks are sent', async () => named('POST /api/webhooks/vapi').length > 2)
    const [dial] = named('dial')
    expect(isBelow(dial, named('POST /api/calls/test')[0])).toBe(true)
    expect(named('POST vapi').some((span) => isBelow(span, dial))).toBe(true)
    expect(named('POST /api/webhooks/vapi').every((span) => isBelow(span, dial))).toBe(true)
    expect(traces.text()).not.toContain('491570211')
  })

  // Covers: running-33
  it('says that a dial was refused and a job failed, without the words', async ({ onTestFinished }) => {
    const traces = await collector(onTestFinished)
    const world = await tracedCalls(traces, onTestFinished)
    await testCall(world, world.number(8))
    const { callId } = await world.dial(world.number(5))
    await world.twilio.settled()
    world.twilio.setFault(({ method }) => (method === 'GET' ? 'broken' : undefined))
    await world.app.startWorkers()
    const failed = () => traces.spans().filter((span) => span.failed)
    await until('both failures are sent', async () => new Set(failed().map(({ name }) => name)).size >= 3)
    expect(failed().find(({ name }) => name === 'dial')?.attributes).toMatchObject({
      'brokerline.dial.answer': 'refused',
      'error.type': 'refused',
    })
    expect(failed().find(({ name }) => name === 'POST twilio')?.attributes).toMatchObject({
      'http.response.status_code': 400,
      'error.type': '400',
    })
    expect(failed().find(({ name }) => name === 'job fetch_recording')?.attributes).toMatchObject({
      'error.type': 'Error',
    })
    expect(callId).toBeGreaterThan(0)
    expect(traces.text()).not.toMatch(/not a valid phone number|did not return the recording|Exception/)
  })

  // Covers: running-32
  it('of a campaign’s call is its own, and links to the request that enrolled the broker', async ({
    onTestFinished,
  }) => {
    const { tracing, started } = recorded()
    const world = await createDiallingWorld()
    onTestFinished(world.close)
    Object.assign(world.ctx.providers, { tracing })
    const campaignId = await world.campaign()
    await world.brokers(1)
    const start = { name: 'POST /api/campaigns/:id/start-calls', kind: 'server' } as const
    await inSpan(tracing, start, () => startCalls(world.ctx, campaignId))
    const dials = await dispatchCampaign(world.ctx, world.line.provider, { campaignId, limit: 1 })
    for (const dial of dials) await dialInTurn(world.ctx, dial)
    const others = started.filter(({ attributes }) => !attributes || !('db.system.name' in attributes))
    expect(others).toMatchObject([start, { name: 'dial', parent: null, link: 'trace 1' }])
  })

  // Covers: running-34
  it('is sent when the process stops, before the collector is due', async ({ onTestFinished }) => {
    const traces = await collector(onTestFinished)
    const app = await createTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url } })
    await visitor(app).get('/api/brand')
    expect(traces.spans()).toEqual([])
    await app.close()
    const roots = traces.spans().filter(({ parent }) => parent === null)
    expect(roots.map(({ name }) => name)).toEqual(['GET /api/brand'])
  })
})

describe.concurrent('without OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  // Covers: running-32
  it('no trace is made, and no row holds one', async ({ onTestFinished }) => {
    const world = await createTwilioCalls({ now: () => MIDDAY })
    onTestFinished(world.close)
    expect(world.app.providers.tracing).toBeNull()
    await world.dial(world.number(1))
    await world.twilio.settled()
    const traces = await Promise.all(
      (['calls', 'messages'] as const).map((table) =>
        world.db.selectFrom(table).select('traceContext').execute(),
      ),
    )
    expect(new Set(traces.flat().map(({ traceContext }) => traceContext))).toEqual(new Set([null]))
    const { rows } = await world.app.connection.pool.query(
      'select payload from graphile_worker._private_jobs',
    )
    expect(JSON.stringify(rows)).not.toContain('_trace')
  })

  // Covers: running-32
  it('the SDK is not loaded', async () => {
    const script = `import { registerHooks } from 'node:module'
      const loaded = []
      registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) })
      await import('#server/app.ts')
      console.log(loaded.some((url) => url.includes('/fastify/')), loaded.filter((url) => /@opentelemetry.(sdk|exporter|otlp)/.test(url)))`
    const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', script])
    expect(stdout).toBe('true []\n')
  })
})

it.for([
  'silent',
  'broken',
  'reset',
] as const)('is lost where the collector is %s, and nothing else', async (fault, { onTestFinished }) => {
  const traces = await collector(onTestFinished)
  traces.setFault(fault)
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) })
  const app = await createTestApp({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: traces.url }, log })
  expect((await visitor(app).get('/api/brand')).statusCode).toBe(200)
  const began = performance.now()
  await app.close()
  expect(performance.now() - began).toBeLessThan(6_000)
  expect(lines.join('')).toContain('traces not sent')
})

/** Traces in memory: the nth span has the context `trace n`. */
function recorded(): { tracing: Tracing; started: SpanStart[] } {
  const started: SpanStart[] = []
  return {
    started,
    tracing: {
      start: (span) => ({ traceparent: `trace ${started.push(span)}`, end: () => undefined }),
      close: async () => undefined,
    },
  }
}
