import { afterEach, beforeEach, expect, test } from 'vitest'
import { intake } from '#server/modules/calls/intake/intake.ts'
import { refusing } from '#test/doubles/test-line.ts'
import { until } from '#test/test-app.ts'
import {
  createDiallingWorld,
  createLine,
  type DiallingWorld,
  type TestLine,
} from '#test/worlds/dialling-world.ts'
import { dialInTurn, dispatchCampaign } from './dispatch-campaign.ts'
import { createDispatcher } from './dispatcher.worker.ts'
import { startCalls } from './start-calls.ts'

const BUSY = 'The telephony provider is busy. We will try again later.'
/** None of the numbers that are reserved for fiction: a live provider refuses those. */
const phoneOf = (n: number): string => `+614915702${String(n).padStart(2, '0')}`

let vapi: TestLine
let twilio: TestLine
let worlds: DiallingWorld[]
beforeEach(async () => {
  worlds = []
})
afterEach(async () => {
  for (const world of worlds.toReversed()) await world.close()
})

interface Setting {
  pace?: { vapi: number; twilio: number }
  fallback?: boolean
  processes?: number
  ownClock?: boolean
}

async function setUp({
  pace,
  fallback = false,
  processes = 1,
  ownClock,
}: Setting = {}): Promise<DiallingWorld> {
  vapi = createLine({ name: 'vapi', callsPerSecond: pace?.vapi, ownClock })
  twilio = createLine({ name: 'twilio', callsPerSecond: pace?.twilio })
  const lines = { line: vapi, fallback: fallback ? twilio : undefined }
  const first = await createDiallingWorld(lines)
  worlds.push(first)
  for (let n = 1; n < processes; n++) {
    worlds.push(await createDiallingWorld({ ...lines, databaseUrl: first.databaseUrl }))
  }
  const organisation = {
    legalName: 'Harbour Lending Pty Ltd',
    contactPhone: '02 5550 0100',
    agentName: 'Alex',
  }
  await first.db.updateTable('organisation').set(organisation).execute()
  return first
}

async function started(world: DiallingWorld, brokers: number): Promise<number> {
  const campaign = await world.campaign({ maxConcurrentCalls: 50 })
  for (const [n, id] of (await world.brokers(brokers)).entries()) {
    await world.db
      .updateTable('brokers')
      .set({ phone: phoneOf(n) })
      .where('id', '=', id)
      .execute()
  }
  await startCalls(world.ctx, campaign)
  return campaign
}

/** Lets the dispatchers of all processes work until the condition holds. */
async function work(what: string, condition: () => Promise<boolean>): Promise<void> {
  const dispatchers = worlds.map(({ parts }) => createDispatcher(parts))
  for (const dispatcher of dispatchers) dispatcher.start()
  try {
    await until(what, condition)
  } finally {
    for (const dispatcher of dispatchers) await dispatcher.stop()
  }
}

const calls = (world: DiallingWorld) =>
  world.db.selectFrom('calls').select(['id', 'provider', 'attempt', 'outcome']).orderBy('id').execute()

// Covers: calls-live-providers-7
test('nobody is committed to while the provider rests and nobody stands in: who is due waits, no attempt is used', async () => {
  const world = await setUp()
  const campaign = await started(world, 3)
  vapi.rests = new Date(Date.now() + 60_000)
  await work('the dispatcher has looked again and again', async () => vapi.looks > 5)
  expect(await calls(world)).toEqual([])
  expect(await world.enrolments(campaign)).toEqual({ waiting: 3 })
  vapi.rests = null
  await work('all are dialled', async () => vapi.dials.length === 3)
  expect((await calls(world)).map(({ attempt }) => attempt)).toEqual([1, 1, 1])
})

// Covers: calls-live-providers-7
test('a campaign whose last call has ended completes, though the provider rests', async () => {
  const world = await setUp()
  const campaign = await started(world, 1)
  await work('the call is dialled', async () => vapi.dials.length === 1)
  vapi.rests = new Date(Date.now() + 60_000)
  await world.end('human')
  await work('the campaign is completed', async () => (await world.status(campaign)) === 'completed')
})

// Covers: calls-live-providers-7
test('while it rests and another stands in, calls go over; while both rest, they wait', async () => {
  const world = await setUp({ fallback: true })
  vapi.answer = refusing(BUSY)
  vapi.rests = new Date(Date.now() + 60_000)
  twilio.rests = vapi.rests
  await started(world, 2)
  await work('the dispatcher has looked', async () => twilio.looks > 3)
  expect(await calls(world)).toEqual([])
  twilio.rests = null
  await work('Twilio has dialled', async () => twilio.dials.length === 2)
  expect(await calls(world)).toMatchObject([
    { provider: 'twilio', attempt: 1, outcome: null },
    { provider: 'twilio', attempt: 1, outcome: null },
  ])
})

// Covers: calls-live-providers-7
test('a dial that was committed to when the rest began waits for its end', async () => {
  const world = await setUp({ pace: { vapi: 10, twilio: 10 } })
  const campaignId = await started(world, 1)
  const [dial] = await dispatchCampaign(world.ctx, vapi.provider, { campaignId, limit: 1 })
  if (!dial) throw new Error('nothing was placed')
  vapi.rests = new Date(Date.now() + 60_000)
  const dialling = dialInTurn(world.ctx, dial)
  await until('it has been looked at twice', async () => vapi.looks > 1)
  expect(vapi.dials).toEqual([])
  vapi.rests = null
  await dialling
  expect(vapi.dials).toHaveLength(1)
})

// Covers: calls-live-providers-6
test.each([
  [10, 10],
  [4, 2],
])('two processes at %i and %i a second: each provider keeps its own pace, also with calls that go over', async (...paces) => {
  const world = await setUp({ pace: { vapi: paces[0], twilio: paces[1] }, fallback: true, processes: 2 })
  // every other call is refused
  vapi.answer = (request) =>
    request.callId % 2 === 0
      ? refusing(BUSY)(request)
      : { kind: 'accepted', from: null, providerCallId: `vapi-${request.callId}` }
  await started(world, 12)
  await work('all were dialled', async () => vapi.dials.length === 12 && twilio.dials.length === 6)
  for (const [n, provider] of ['vapi', 'twilio'].entries()) {
    const slots = await world.db
      .selectFrom('dispatchSlots')
      .select('slotAt')
      .where('provider', '=', provider)
      .orderBy('slotAt')
      .execute()
    expect(slots).toHaveLength(provider === 'vapi' ? 12 : 6)
    const pace = paces[n] ?? 0
    const times = slots.map(({ slotAt }) => slotAt.getTime())
    for (let index = pace; index < times.length; index++) {
      expect((times[index] ?? 0) - (times[index - pace] ?? 0), provider).toBeGreaterThanOrEqual(1000)
    }
  }
  // the committed instant equals the judged one
  const rows = await world.db
    .selectFrom('calls')
    .innerJoin('dispatchSlots', (join) =>
      join
        .onRef('dispatchSlots.callId', '=', 'calls.id')
        .onRef('dispatchSlots.provider', '=', 'calls.provider'),
    )
    .select(['dispatchedAt', 'slotAt'])
    .execute()
  expect(rows).toHaveLength(12)
  expect(rows.filter(({ dispatchedAt, slotAt }) => dispatchedAt?.getTime() !== slotAt.getTime())).toEqual([])
})

// Covers: calls-live-providers-15
test('a live provider that goes by the simulated clock: hours, caps and retries by that clock, what happens in real time', async () => {
  const world = await setUp({ ownClock: true })
  vapi.clock = new Date('2026-11-24T10:00:00+11:00')
  await started(world, 1)
  const [callId] = await world.turn()
  const row = () =>
    world.db
      .selectFrom('calls')
      .selectAll()
      .where('id', '=', callId ?? 0)
      .executeTakeFirstOrThrow()
  expect(await row()).toMatchObject({
    simulatedAt: vapi.clock,
    clockSpeed: 1,
    simulated: false,
    capDate: '2026-11-24',
  })
  // the number has had its call of that day
  const other = await world.campaign({ name: 'Other' })
  expect(await startCalls(world.ctx, other)).toMatchObject({ callsInitiated: 0, scheduled: 1 })
  const at = new Date()
  const end = {
    key: 'e',
    at,
    kind: 'ended',
    outcome: 'no_answer',
    durationSeconds: 0,
    message: null,
  } as const
  await intake(world.ctx, [{ callId: callId ?? 0, events: [end], provider: 'vapi' }])
  expect((await row()).callEndTime).toEqual(at)
  const places = world.db.selectFrom('enrolments').select(['state', 'dueAt']).orderBy('campaignId')
  // rung in the morning: again in the afternoon of the next day
  expect(await places.execute()).toMatchObject([
    { state: 'waiting', dueAt: new Date('2026-11-25T13:00:00+11:00') },
    { state: 'waiting', dueAt: new Date('2026-11-25T09:00:00+11:00') },
  ])
  expect(await world.turn()).toEqual([])
  vapi.clock = new Date('2026-11-25T14:00:00+11:00')
  vapi.answer = refusing(BUSY)
  const [again] = await world.turn()
  const refused = await world.db
    .selectFrom('calls')
    .selectAll()
    .where('id', '=', again ?? 0)
    .executeTakeFirstOrThrow()
  expect(refused).toMatchObject({ outcome: 'provider_fault', simulatedAt: vapi.clock })
  expect(Math.abs((refused.callEndTime?.getTime() ?? 0) - Date.now())).toBeLessThan(60_000)
})
