import { afterAll, beforeAll, expect, it } from 'vitest'
import type { CallLookup, ListedCall } from '#server/providers/ports/voice.ts'
import { until } from '#test/test-app.ts'
import { createDiallingWorld, createLine, type DiallingWorld } from '#test/worlds/dialling-world.ts'
import { createDispatcher } from '../dispatcher.worker.ts'
import { startCalls } from '../start-calls.ts'
import { recoverCalls } from './recover-calls.ts'

const vapi = createLine({ name: 'vapi' })
const twilio = createLine({ name: 'twilio' })
const phoneOf = (n: number): string => `+614915702${String(n).padStart(2, '0')}`

let world: DiallingWorld
let campaign: number
beforeAll(async () => {
  vapi.clock = new Date('2026-11-24T10:00:00+11:00')
  twilio.clock = vapi.clock
  world = await createDiallingWorld({ line: vapi, fallback: twilio, now: () => new Date(vapi.clock) })
  const organisation = { legalName: 'Harbour Lending', contactPhone: '02 5550 0100', agentName: 'Alex' }
  await world.db.updateTable('organisation').set(organisation).execute()
  campaign = await world.campaign({ maxConcurrentCalls: 50 })
  for (const [n, id] of (await world.brokers(7)).entries())
    await world.db
      .updateTable('brokers')
      .set({ phone: phoneOf(n) })
      .where('id', '=', id)
      .execute()
  await startCalls(world.ctx, campaign)
  await world.db
    .insertInto('restores')
    .values({ archive: 'a', snapshotAt: snapshotAt(), restoredAt: vapi.clock, findings: '{}' })
    .execute()
})
afterAll(() => world?.close())

const snapshotAt = (): Date => new Date(vapi.clock.getTime() - 600_000)
const listed = (n: number, more: Partial<ListedCall> = {}): ListedCall => ({
  ...{ providerCallId: `theirs-${n}`, callId: null, to: phoneOf(n), from: '+61491570299' },
  ...{ at: new Date(vapi.clock.getTime() - 300_000), ...more },
})
const endedAs = (outcome: 'human' | 'no_answer', providerCallId: string): CallLookup => ({
  ...{ kind: 'found', providerCallId, from: null },
  events: [
    { key: `${providerCallId}:a`, at: vapi.clock, kind: 'answered' },
    {
      key: `${providerCallId}:e`,
      at: vapi.clock,
      kind: 'ended',
      outcome,
      durationSeconds: 30,
      message: null,
    },
  ],
})

async function work(what: string, condition: () => Promise<boolean>): Promise<void> {
  const dispatcher = createDispatcher(world.parts)
  dispatcher.start()
  await until(what, condition).finally(() => dispatcher.stop())
}

// Covers: backup-restore-8
it('dials nobody after a restore, whatever is due', async () => {
  // a turn by hand passes by the dispatcher’s own look
  expect(await world.turn()).not.toEqual([])
  expect(vapi.dials).toEqual([])
  await world.db.deleteFrom('calls').execute()
  await world.db.updateTable('enrolments').set({ state: 'waiting' }).execute()
  const dispatcher = createDispatcher(world.parts)
  dispatcher.start()
  await until('the dispatcher has worked', async () => dispatcher.sign?.().silentMs === 0)
  await dispatcher.stop()
  expect(await world.db.selectFrom('calls').select('id').execute()).toEqual([])
})

it('records the calls that vendors list since the snapshot, each once', async () => {
  const { db, ctx } = world
  // in the archive it waited for the vendor's answer
  const { id: open } = await db
    .insertInto('calls')
    .values({
      ...{
        provider: 'vapi',
        simulated: false,
        toNumber: phoneOf(2),
        campaignId: campaign,
        capDate: '2026-11-24',
      },
      dispatchedAt: snapshotAt(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  vapi.listing = () => ({
    kind: 'listed',
    calls: [
      listed(0, { callId: 7_000 }),
      listed(1),
      listed(2, { callId: open }),
      listed(50, { to: '+61491570950' }),
    ],
  })
  vapi.lookup = (callId) => endedAs(callId === 7_000 ? 'human' : 'no_answer', `of-${callId}`)
  twilio.listing = () => ({ kind: 'listed', calls: [listed(3), listed(4)] })
  const answers = new Map<number, CallLookup>()
  twilio.lookup = (callId) => {
    const found = answers.get(callId) ?? endedAs(answers.size === 0 ? 'human' : 'no_answer', `of-${callId}`)
    answers.set(callId, found)
    return found
  }
  const [first, second] = [await recoverCalls(ctx, snapshotAt()), await recoverCalls(ctx, snapshotAt())]
  expect(first).toEqual([
    { vendor: 'twilio', listed: 2, matched: 0, added: 2, held: 1, problem: null },
    { vendor: 'vapi', listed: 4, matched: 1, added: 3, held: 0, problem: null },
  ])
  expect(second.map(({ added, matched, held }) => added + matched + held)).toEqual([0, 0])
  const calls = await db
    .selectFrom('calls')
    .select(['id', 'toNumber', 'provider', 'outcome', 'campaignId', 'attempt', 'providerCallId'])
    .orderBy('toNumber')
    .execute()
  expect(calls).toMatchObject([
    { id: 7_000, toNumber: phoneOf(0), provider: 'vapi', outcome: 'human', campaignId: campaign, attempt: 1 },
    { toNumber: phoneOf(1), outcome: 'no_answer', campaignId: campaign },
    { id: open, toNumber: phoneOf(2), outcome: 'no_answer', providerCallId: 'theirs-2' },
    { toNumber: phoneOf(3), provider: 'twilio', outcome: 'human' },
    { toNumber: phoneOf(4), provider: 'twilio', outcome: 'no_answer' },
    { toNumber: '+61491570950', campaignId: null },
  ])
  const holds = await db.selectFrom('suppressions').select(['phone', 'source']).execute()
  expect(holds).toEqual([{ phone: phoneOf(3), source: 'unclear' }])
})

// Covers: backup-restore-8
it('dials the others once a person has resumed the calls, and nobody twice', async () => {
  await world.db.updateTable('restores').set({ resumedAt: new Date() }).execute()
  vapi.dials.length = 0
  await work('the rest is dialled', async () => vapi.dials.length >= 2)
  expect(vapi.dials.map(({ to }) => to).sort()).toEqual([phoneOf(5), phoneOf(6)])
  expect(twilio.dials).toEqual([])
})

it('says which vendor did not answer, and which is not set up any more', async () => {
  vapi.listing = () => ({ kind: 'unavailable', message: 'down' })
  const found = await recoverCalls(world.ctx, snapshotAt())
  expect(found.map(({ vendor, problem }) => [vendor, problem])).toEqual([
    ['twilio', null],
    ['vapi', 'down'],
  ])
})
