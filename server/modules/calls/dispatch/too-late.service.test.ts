import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { createLine, refusing } from '#test/doubles/test-line.ts'
import { until } from '#test/test-app.ts'
import { type CallsWorld, createCallsWorld } from '#test/worlds/calls-world.ts'
import { NEVER_DISPATCHED_MS } from '../reconciliation/reconcile.rules.ts'
import { reconcile } from '../reconciliation/reconcile.ts'
import { dialPlaced } from './place-call.ts'

const vapi = createLine({ name: 'vapi' })
const twilio = createLine({ name: 'twilio' })
const accepts = vapi.answer
let world: CallsWorld
beforeAll(async () => {
  world = await createCallsWorld({ provider: () => vapi.provider, fallback: twilio.provider })
})
afterAll(() => world?.close())
beforeEach(() => {
  for (const line of [vapi, twilio]) {
    line.dials.length = 0
    line.answer = accepts
  }
})

const NUMBER = '+61491570241'
const closedMessage = 'The hours are over.'
const row = (callId: number) =>
  world.db.selectFrom('calls').selectAll().where('id', '=', callId).executeTakeFirstOrThrow()
const withdrawn = { outcome: 'provider_fault', withdrawn: true, failure: closedMessage }

// Covers: called-when-19
it('a call whose hours end while others hold the pace is dialled by nobody', async () => {
  Object.assign(vapi.provider, { callsPerSecond: 1000 })
  const callId = await world.call(NUMBER, { dial: false })
  let open = true
  let looks = 0
  const stillOpen = () => {
    looks += 1
    return open
  }
  const held = Promise.withResolvers<void>()
  const holder = world.ctx.tx(async ({ db }) => {
    await sql`select pg_advisory_xact_lock(hashtext('pace:vapi'))`.execute(db)
    await held.promise
  })
  const dialling = dialPlaced(world.ctx, callId, { stillOpen, closedMessage })
  await until('it waits for the lock', async () => {
    await sleep(20)
    const { rows } = await sql`select from pg_locks where locktype = 'advisory' and not granted`.execute(
      world.db,
    )
    return looks > 0 && rows.length > 0
  })
  open = false
  held.resolve()
  await Promise.all([holder, dialling])
  Object.assign(vapi.provider, { callsPerSecond: null })
  expect(vapi.dials).toEqual([])
  expect(await row(callId)).toMatchObject(withdrawn)
})

/** Hours that end after so many checks. */
function openFor(looks: number) {
  let looked = 0
  return { stillOpen: () => ++looked <= looks, closedMessage }
}

// Covers: called-when-19
it('a call whose hours end while it is claimed is dialled by nobody', async () => {
  const callId = await world.call(NUMBER, { dial: false })
  await dialPlaced(world.ctx, callId, openFor(1))
  expect(vapi.dials).toEqual([])
  expect(await row(callId)).toMatchObject({ ...withdrawn, dispatchedAt: expect.any(Date) })
})

// Covers: called-when-19
it('a call whose hours end while it is handed over is dialled by nobody', async () => {
  vapi.answer = refusing('Vapi is busy.')
  const callId = await world.call(NUMBER, { dial: false })
  await dialPlaced(world.ctx, callId, openFor(3))
  expect([vapi.dials.length, twilio.dials.length]).toEqual([1, 0])
  expect(await row(callId)).toMatchObject({ ...withdrawn, provider: 'twilio' })
})

// Covers: called-when-19
it('a call that is old enough to be withdrawn is dialled by nobody, and withdrawn', async () => {
  const callId = await world.call(NUMBER, { dial: false })
  const createdAt = new Date(Date.now() - NEVER_DISPATCHED_MS - 1000)
  await world.db.updateTable('calls').set({ createdAt }).where('id', '=', callId).execute()
  await dialPlaced(world.ctx, callId)
  expect(vapi.dials).toEqual([])
  await reconcile(world.ctx)
  expect(await row(callId)).toMatchObject({ outcome: 'provider_fault', withdrawn: true, dispatchedAt: null })
})
