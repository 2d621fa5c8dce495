import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { CallLookup, VoiceEvent } from '#server/providers/ports/voice.ts'
import { createLine } from '#test/doubles/test-line.ts'
import { type CallsWorld, createCallsWorld } from '#test/worlds/calls-world.ts'
import { claimHandOver } from '../dispatch/claim-dispatch.store.ts'
import {
  ABSENCE_COUNTS_MS,
  FORCE_CLOSE_MS,
  LONGEST_CALL_MS,
  LONGEST_TRANSFER_MS,
  PRICE_AFTER_MINUTES,
  SILENT_MS,
  UNNAMED_MS,
} from './reconcile.rules.ts'
import { reconcile } from './reconcile.ts'

const line = createLine({ name: 'vapi' })
const other = createLine({ name: 'twilio' })
const plain = { answer: line.answer, lookup: line.lookup }
const provider = { ...line.provider }
let world: CallsWorld
let lateness = 0
beforeAll(async () => {
  const now = () => new Date(Date.now() + lateness)
  world = await createCallsWorld({ now, provider: () => line.provider, fallback: other.provider })
})
afterAll(() => world?.close())
beforeEach(async () => {
  await world.db.deleteFrom('calls').execute()
  Object.assign(line, { answer: plain.answer, lookup: plain.lookup, rests: null })
  Object.assign(line.provider, provider)
  for (const list of [line.dials, line.lookups, line.ended, other.lookups]) list.length = 0
  lateness = 0
})

async function later(ms: number): Promise<void> {
  lateness += ms
  await reconcile(world.ctx)
}
const row = (callId: number) =>
  world.db.selectFrom('calls').selectAll().where('id', '=', callId).executeTakeFirstOrThrow()
const unclear = async (): Promise<number> => {
  line.answer = () => ({ kind: 'ambiguous', message: 'timeout' })
  return world.call('+61491570201')
}
const found = (...events: object[]): CallLookup => ({
  kind: 'found',
  providerCallId: 'theirs',
  from: '+61491570299',
  // each is an event but for key and time
  events: events.map((event, n) => ({ key: `theirs-${n}`, at: new Date(), ...event }) as VoiceEvent),
})
const ended = { kind: 'ended', outcome: 'human', durationSeconds: 40, message: null }

// Covers: calls-live-providers-8
it('a call whose dial was answered unclearly is asked about soon, named, and never dialled again', async () => {
  const callId = await unclear()
  await later(UNNAMED_MS - 5_000)
  expect(line.lookups).toEqual([])
  line.lookup = () => found()
  await later(10_000)
  expect(line.lookups).toEqual([callId])
  expect(await row(callId)).toMatchObject({
    providerCallId: 'theirs',
    fromNumber: '+61491570299',
    outcome: null,
  })
  await later(10_000)
  expect(line.lookups).toHaveLength(1)
  line.lookup = () => found(ended)
  await later(SILENT_MS)
  expect(await row(callId)).toMatchObject({ outcome: 'human', duration: 40 })
  expect(line.dials).toHaveLength(1)
})

// Covers: calls-live-providers-8
it('that the vendor’s list lacks it is believed only after minutes, and then it is unknown', async () => {
  const callId = await unclear()
  await later(UNNAMED_MS + 1_000)
  await later(SILENT_MS)
  await later(SILENT_MS)
  expect(line.lookups).toHaveLength(3)
  expect((await row(callId)).outcome).toBeNull()
  await later(ABSENCE_COUNTS_MS)
  expect(await row(callId)).toMatchObject({ status: 'failed', outcome: 'unknown' })
  expect([line.dials.length, other.dials.length]).toEqual([1, 0])
})

// Covers: calls-live-providers-8
it('an accepted call with a name is left alone until it is silent', async () => {
  await world.call('+61491570201')
  await later(UNNAMED_MS + 5_000)
  expect(line.lookups).toEqual([])
  await later(SILENT_MS)
  expect(line.lookups).toHaveLength(1)
})

// Covers: calls-live-providers-8
it('a vendor that rests is not asked, and what it cannot say for one call it is not asked for the next', async () => {
  for (let n = 0; n < 5; n++) await world.call(`+6149157021${n}`)
  line.rests = new Date(Date.now() + 600_000)
  await later(SILENT_MS + 5_000)
  expect(line.lookups).toEqual([])
  line.rests = null
  line.lookup = () => ({ kind: 'unavailable', message: 'down' })
  await later(1_000)
  expect(line.lookups).toHaveLength(1)
  line.lookup = () => found(ended)
  await later(SILENT_MS + 5_000)
  expect(line.lookups).toHaveLength(6)
})

// Covers: calls-live-providers-8
it('one turn asks about fifty at most', async () => {
  await sql`insert into calls (provider, simulated, to_number, provider_call_id, dispatched_at, updated_at)
    select 'vapi', false, '+61491570201', 'p' || n, now() - interval '5 minutes', now() - interval '5 minutes'
    from generate_series(1, 60) n`.execute(world.db)
  line.lookup = (callId) => ({ ...found(ended), providerCallId: `p${callId}` }) as CallLookup
  await later(0)
  expect(line.lookups).toHaveLength(50)
  await later(0)
  expect(new Set(line.lookups).size).toBe(60)
})

// Covers: calls-live-providers-9
it('a call that no side ends is ended at the vendor, and closed with what the vendor then says', async () => {
  const callId = await world.call('+61491570201')
  line.lookup = () => (line.ended.length > 0 ? found(ended) : found())
  await later(SILENT_MS + 5_000)
  expect(line.ended).toEqual([])
  await later(LONGEST_CALL_MS)
  expect(line.ended).toEqual([callId])
  expect(await row(callId)).toMatchObject({ outcome: 'human' })
})

it('one in which a person was put through goes on for hours', async () => {
  const callId = await world.call('+61491570201')
  await world.db
    .insertInto('liveScripts')
    .values({ callId, script: '{}', pending: 'operator' })
    .onConflict((conflict) => conflict.column('callId').doUpdateSet({ pending: 'operator' }))
    .execute()
  line.lookup = () => found()
  await later(LONGEST_CALL_MS + 5_000)
  await later(LONGEST_CALL_MS + 5_000)
  expect(line.ended).toEqual([])
  expect((await row(callId)).outcome).toBeNull()
  await later(LONGEST_TRANSFER_MS)
  expect(line.ended).toEqual([callId])
})

// Covers: calls-live-providers-9
it('one that the vendor cannot end is tried again, and closed in the end', async () => {
  const callId = await world.call('+61491570201')
  line.lookup = () => found()
  Object.assign(line.provider, { end: () => Promise.reject(new Error('503')) })
  await later(LONGEST_CALL_MS + 5_000)
  await later(SILENT_MS + 5_000)
  expect(line.lookups).toHaveLength(2)
  expect((await row(callId)).outcome).toBeNull()
  await later(FORCE_CLOSE_MS)
  expect(await row(callId)).toMatchObject({
    outcome: 'unknown',
    failure: 'The provider never reported how the call ended.',
  })
})

// Covers: calls-live-providers-8
it('an answer about the first provider does nothing to a call that went over meanwhile', async () => {
  const callId = await unclear()
  line.lookup = () => ({ kind: 'absent' })
  let over = false
  Object.assign(line.provider, {
    lookup: async () => {
      over = await claimHandOver(world.ctx, callId, { from: 'vapi', to: 'twilio', message: 'Over.' })
      return { kind: 'absent' }
    },
  })
  await later(ABSENCE_COUNTS_MS + SILENT_MS)
  expect(over).toBe(true)
  expect(await row(callId)).toMatchObject({ provider: 'twilio', outcome: null })
})

// Covers: calls-live-providers-12
it('is asked for a price that it did not name, four times at most, and takes it when it comes', async () => {
  const callId = await world.call('+61491570201')
  const refused = await world.call('+61491570202')
  await world.db.updateTable('calls').set({ providerCallId: null }).where('id', '=', refused).execute()
  await sql`update calls set outcome = 'human', status = 'completed', finished_at = ${new Date()}`.execute(
    world.db,
  )
  line.lookup = () => found()
  const minute = 60_000
  const asked: number[] = []
  for (const [index, minutes] of PRICE_AFTER_MINUTES.entries()) {
    lateness = (minutes - 1) * minute
    await reconcile(world.ctx)
    asked.push(line.lookups.length)
    lateness = (minutes + 1) * minute
    await reconcile(world.ctx)
    expect(line.lookups, `after ${minutes} minutes`).toHaveLength(index + 1)
  }
  expect(asked).toEqual([0, 1, 2, 3])
  await later(30 * 24 * 60 * minute)
  expect(line.lookups).toHaveLength(4)
  await world.db.updateTable('calls').set({ priceLookups: 0 }).execute()
  line.lookup = () => found(ended, { kind: 'cost', amount: '0.0275', currency: 'AUD' })
  await later(0)
  expect(await row(callId)).toMatchObject({ cost: '0.0275', costCurrency: 'AUD' })
  await later(0)
  expect(line.lookups).toHaveLength(5)
})
