import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { RequestedCall } from '#contract/calls/requested-calls.ts'
import type { Task } from '#contract/tasks/tasks.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBroker } from '#test/worlds/bookings-world.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { addCampaign } from '#test/worlds/microsites-world.ts'

const PHONE = '+61491570110'
const NOW = new Date('2026-12-01T12:00:00+11:00')
const DUE = new Date('2026-12-02T15:00:00+11:00')

let app: TestApp
let lender: Client
let viewer: Client
let brokerId = 0
let callId = 0
beforeAll(async () => {
  app = await createTestApp({ now: () => NOW })
  lender = await staffClient(app, 'lender')
  viewer = await staffClient(app, 'viewer')
  brokerId = await addBroker(app, { phone: PHONE, region: 'NSW', timezone: 'Australia/Sydney' })
  const campaignId = await addCampaign(app)
  const { db } = app.connection
  const values = { ...{ provider: 'simulator', simulated: true, toNumber: PHONE, brokerId, campaignId } }
  ;({ id: callId } = await db.insertInto('calls').values(values).returning('id').executeTakeFirstOrThrow())
})
beforeEach(async () => {
  const { db } = app.connection
  for (const table of ['requestedCalls', 'tasks'] as const) await db.deleteFrom(table).execute()
  await db.deleteFrom('callEffects').execute()
})
afterAll(() => app?.close())

async function plan(): Promise<RequestedCall> {
  const wish = { callId, words: 'ring me Wednesday at three', from: DUE }
  const to = new Date(DUE.getTime() + 900_000)
  await app.ctx().tx((tx) => tx.emit('call.callbackRequested', { ...wish, to }))
  const [call] = await list()
  if (!call) throw new Error('nothing was planned')
  return call
}
const list = async (query = `brokerId=${brokerId}`): Promise<RequestedCall[]> =>
  (await lender.get(`/api/requested-calls?${query}`)).json()
const tasks = async (): Promise<Task[]> =>
  (await lender.get(`/api/tasks?state=all&brokerId=${brokerId}`)).json()
const change = (id: number, body: object, client = lender) =>
  client.send('PATCH', `/api/requested-calls/${id}`, body)
const audited = () =>
  app.connection.db
    .selectFrom('auditLog')
    .select(['action', 'before', 'after'])
    .where('subjectType', '=', 'requested_call')
    .orderBy('id', 'desc')
    .execute()

describe('a planned call that a person asked for', () => {
  // Covers: requested-calls-9
  it('is listed with its words, its task and its entry in the timeline', async () => {
    const call = await plan()
    expect(call).toMatchObject({
      state: 'planned',
      localTime: 'Wed 2 Dec, 3:00 pm AEDT',
      words: 'ring me Wednesday at three',
      askedInCallId: callId,
    })
    expect(await list(`callId=${callId}&state=planned`)).toHaveLength(1)
    expect(await tasks()).toMatchObject([
      { kind: 'requested_call', state: 'open', details: expect.stringContaining('Wed 2 Dec, 3:00 pm AEDT') },
    ])
    const timeline = (await lender.get(`/api/brokers/${brokerId}/timeline?kind=calls`)).json()
    expect(JSON.stringify(timeline)).toContain('Asked to be called Wed 2 Dec, 3:00 pm AEDT')
  })

  // Covers: requested-calls-10
  it('is moved by staff to a permitted time, with an audit row', async () => {
    const { id } = await plan()
    const dueAt = new Date('2026-12-03T11:00:00+11:00').toISOString()
    expect((await change(id, { action: 'move', dueAt })).json()).toMatchObject({ state: 'planned', dueAt })
    expect((await audited())[0]).toMatchObject({
      ...{ action: 'requested_call.moved', after: { dueAt }, before: { dueAt: DUE.toISOString() } },
    })
    expect(await tasks()).toMatchObject([
      { kind: 'requested_call', details: expect.stringContaining('Thu 3 Dec') },
    ])
  })

  // Covers: requested-calls-10
  it('is not moved to a time outside the calling hours; the answer names the nearest one', async () => {
    const { id } = await plan()
    const answer = await change(id, { action: 'move', dueAt: '2026-12-06T10:00:00+11:00' })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().fields.dueAt).toBe(
      'No call is permitted then. The nearest time is Mon 7 Dec, 9:00 am AEDT.',
    )
    expect((await list())[0]).toMatchObject({ dueAt: DUE.toISOString() })
  })

  // Covers: requested-calls-10
  it('is cancelled by staff with an audit row, and then changed no more', async () => {
    const { id } = await plan()
    expect((await change(id, { action: 'cancel', reason: 'They rang us.' })).json()).toMatchObject({
      ...{ state: 'cancelled', reason: 'They rang us.' },
    })
    expect((await audited())[0]).toMatchObject({ action: 'requested_call.cancelled' })
    expect(await tasks()).toMatchObject([{ state: 'ended', endedReason: 'It was cancelled: They rang us.' }])
    const again = await change(id, { action: 'cancel' })
    expect(again.statusCode).toBe(422)
  })

  it('is changed only by staff who may dial', async () => {
    const { id } = await plan()
    expect((await change(id, { action: 'cancel' }, viewer)).statusCode).toBe(403)
    expect((await change(999_999, { action: 'cancel' })).statusCode).toBe(404)
  })

  // Covers: requested-calls-9
  it('that cannot be planned becomes a task to call back', async () => {
    const sunday = { from: new Date('2026-12-06T10:00:00+11:00'), to: new Date('2026-12-06T10:15:00+11:00') }
    await app
      .ctx()
      .tx((tx) => tx.emit('call.callbackRequested', { callId, words: 'Sunday at ten', ...sunday }))
    expect(await list()).toEqual([])
    expect(await tasks()).toMatchObject([
      { kind: 'call_back', details: expect.stringContaining('They said: “Sunday at ten”') },
    ])
  })
})
