import { sql } from 'kysely'
import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Ctx } from '#server/ctx.ts'
import { claimDispatch } from '#server/modules/calls/dispatch/claim-dispatch.store.ts'
import { claimPacedSlot } from '#server/modules/calls/dispatch/pace.ts'
import { reconcile } from '#server/modules/calls/reconciliation/reconcile.ts'
import { PATIENCE } from '#test/patience.ts'
import {
  createDiallingWorld,
  createLine,
  type DiallingWorld,
  type DiallingWorldOptions,
} from '#test/worlds/dialling-world.ts'
import { dialInTurn, dispatchCampaign } from './dispatch-campaign.ts'
import { createDispatcher } from './dispatcher.worker.ts'
import { startCalls } from './start-calls.ts'

let world: DiallingWorld
let others: DiallingWorld[]
beforeEach(async () => {
  world = await createDiallingWorld()
  others = []
})
afterEach(async () => {
  for (const other of others) await other.close()
  await world.close()
})

async function another(line = world.line, options: DiallingWorldOptions = {}): Promise<DiallingWorld> {
  const other = await createDiallingWorld({ ...options, databaseUrl: world.databaseUrl, line })
  others.push(other)
  return other
}

// Covers: running-23, called-when-15
test('two processes dial everybody once and never have more calls open than allowed', async () => {
  const open = new Set<number>()
  let most = 0
  const line = createLine({
    onDial({ callId }) {
      open.add(callId)
      most = Math.max(most, open.size)
      setImmediate(() => {
        open.delete(callId)
        ending.push(first.end('human', [callId]))
      })
    },
  })
  const ending: Promise<void>[] = []
  const first = await another(line)
  const second = await another(line)
  const [one, two] = [
    await world.campaign({ maxConcurrentCalls: 4 }),
    await world.campaign({ maxConcurrentCalls: 4 }),
  ]
  await world.brokers(60)
  await startCalls(first.ctx, one)
  await startCalls(first.ctx, two)
  const dispatchers = [createDispatcher(first.parts), createDispatcher(second.parts)]
  for (const dispatcher of dispatchers) dispatcher.start()
  await vi.waitUntil(
    async () => {
      const waitingNow = await world.db
        .selectFrom('enrolments')
        .select('id')
        .where((eb) => eb.or([eb('state', '=', 'in_flight'), eb('dueAt', '<=', line.clock)]))
        .where('state', '<>', 'done')
        .execute()
      return waitingNow.length === 0
    },
    { timeout: 20_000 },
  )
  for (const dispatcher of dispatchers) await dispatcher.stop()
  await Promise.all(ending)
  expect(line.dials).toHaveLength(60)
  expect(new Set(line.dials.map(({ to }) => to)).size).toBe(60)
  expect(most).toBeLessThanOrEqual(8)
})

// Covers: call-3, call-4
test('a process that dies between commit and dial: nobody was dialled, and the broker is called in another turn', async () => {
  const campaign = await world.campaign()
  await world.brokers(1)
  await startCalls(world.ctx, campaign)
  // the process dies after the commit
  const placed = await dispatchCampaign(world.ctx, world.line.provider, { campaignId: campaign, limit: 5 })
  expect(placed).toHaveLength(1)
  expect(await world.turn()).toHaveLength(0)
  await sql`update calls set created_at = created_at - interval '1 hour'`.execute(world.db)
  await reconcile(world.ctx)
  expect(world.line.dials).toEqual([])
  expect(await world.enrolments(campaign)).toEqual({ waiting: 1 })
  const [again] = await world.turn()
  expect(world.line.dials).toHaveLength(1)
  const calls = await world.db
    .selectFrom('calls')
    .select(['id', 'attempt', 'status', 'withdrawn'])
    .orderBy('id')
    .execute()
  expect(calls).toEqual([
    { id: placed[0]?.callId, attempt: 1, status: 'failed', withdrawn: true },
    { id: again, attempt: 1, status: 'initiated', withdrawn: false },
  ])
  await world.end('human')
  expect(await world.enrolments(campaign)).toEqual({ done: 1 })
  await world.turn()
  expect(await world.status(campaign)).toBe('completed')
})

// Covers: call-3
test('what a vendor at rest did not take waits for the end of the rest, and loses neither its attempt nor its day', async () => {
  const campaign = await world.campaign()
  await world.brokers(3)
  await startCalls(world.ctx, campaign)
  const accepts = world.line.answer
  world.line.answer = () => ({ kind: 'not_taken', message: 'Vapi asked us to wait.' })
  expect(await world.turn()).toHaveLength(3)
  expect(await world.enrolments(campaign)).toEqual({ waiting: 3 })
  world.line.answer = accepts
  expect(await world.turn()).toHaveLength(3)
  expect(await world.enrolments(campaign)).toEqual({ in_flight: 3 })
  const calls = await world.db
    .selectFrom('calls')
    .select(['attempt', 'withdrawn', 'outcome'])
    .orderBy('id')
    .execute()
  expect(calls).toEqual([
    ...Array(3).fill({ attempt: 1, withdrawn: true, outcome: 'provider_fault' }),
    ...Array(3).fill({ attempt: 1, withdrawn: false, outcome: null }),
  ])
  await world.end('human')
  const attempts = await world.db.selectFrom('enrolments').select(['state', 'attempts', 'reached']).execute()
  expect(attempts).toEqual(Array(3).fill({ state: 'done', attempts: 1, reached: true }))
})

// Covers: running-26
test('on a full disk no call is started and what was decided stays; with room again all goes on, and both are said', async () => {
  const said: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void said.push(JSON.parse(line).msg) })
  let free = 1000
  let looks = 0
  const freeBytes = async () => {
    looks += 1
    return free
  }
  const small = await another(world.line, { freeBytes, log })
  const campaign = await world.campaign({ maxConcurrentCalls: 4 })
  await world.brokers(3)
  await startCalls(small.ctx, campaign)
  free = 10
  const dispatcher = createDispatcher(small.parts)
  dispatcher.start()
  // once a turn
  looks = 0
  await vi.waitUntil(() => looks === 4, PATIENCE)
  expect(world.line.dials).toEqual([])
  expect(await world.enrolments(campaign)).toEqual({ waiting: 3 })
  free = 1000
  await vi.waitUntil(() => world.line.dials.length === 3, PATIENCE)
  await dispatcher.stop()
  expect(said).toEqual([
    'no calls are started: the disk is full',
    'calls are started again: there is room on the disk',
  ])
})

// Covers: called-when-17
test('a dial whose window closed after the decision is not made, and is due again', async () => {
  const campaign = await world.campaign()
  await world.brokers(1)
  await startCalls(world.ctx, campaign)
  const [placed] = await dispatchCampaign(world.ctx, world.line.provider, { campaignId: campaign, limit: 5 })
  await dialInTurn(world.ctx, { callId: placed?.callId ?? 0, stillOpen: () => false })
  expect(world.line.dials).toEqual([])
  expect(await world.enrolments(campaign)).toEqual({ waiting: 1 })
})

// Covers: called-when-15
test('never more dispatches in any rolling second than the provider’s pace, over all processes', async () => {
  const campaign = await world.campaign({ maxConcurrentCalls: 20 })
  await world.brokers(12)
  await startCalls(world.ctx, campaign)
  const placed = await dispatchCampaign(world.ctx, world.line.provider, { campaignId: campaign, limit: 20 })
  const other = await another()
  const licence = (callId: number) => ({
    callId,
    claim: (ctx: Ctx) => claimDispatch(ctx, callId),
    stillOpen: () => true,
  })
  const pace = { name: 'vapi', callsPerSecond: 5 } as const
  const claim = async (ctx: DiallingWorld['ctx'], callId: number): Promise<void> => {
    let slot = await claimPacedSlot(ctx, pace, licence(callId))
    while (typeof slot === 'number') {
      const { promise, resolve } = Promise.withResolvers<void>()
      setTimeout(resolve, slot)
      await promise
      slot = await claimPacedSlot(ctx, pace, licence(callId))
    }
    expect(slot).toBe('dispatched')
  }
  await Promise.all(placed.map(({ callId }, index) => claim(index % 2 ? world.ctx : other.ctx, callId)))
  const rows = await world.db.selectFrom('calls').select('dispatchedAt').orderBy('dispatchedAt').execute()
  const times = rows.map(({ dispatchedAt }) => dispatchedAt?.getTime() ?? 0)
  expect(times).toHaveLength(12)
  for (let index = 5; index < times.length; index++) {
    expect((times[index] ?? 0) - (times[index - 5] ?? 0)).toBeGreaterThanOrEqual(1000)
  }
  expect(await claimPacedSlot(world.ctx, pace, licence(placed[0]?.callId ?? 0))).not.toBe('dispatched')
})
