import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBdm, SUNDAY, setCallingClock, TUESDAY_NINE } from '#test/worlds/bookings-world.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => SUNDAY })
  await setCallingClock(app, SUNDAY)
  await addBdm(app)
})
afterAll(() => app.close())

let numbers = 0
async function call(values: object = {}): Promise<{ callId: number; brokerId: number; phone: string }> {
  const { db } = app.connection
  const phone = `+6135550${String(numbers++).padStart(4, '0')}`
  const broker = await db
    .insertInto('brokers')
    .values({ name: 'Jane', phone })
    .returning('id')
    .executeTakeFirstOrThrow()
  const made = await db
    .insertInto('calls')
    .values({
      provider: 'simulator',
      simulated: true,
      simulatedAt: SUNDAY,
      toNumber: phone,
      brokerId: broker.id,
      ...values,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { callId: made.id, brokerId: broker.id, phone }
}

const activities = (callId: number) =>
  app.connection.db
    .selectFrom('activities')
    .select(['type', 'description', 'brokerId', 'simulated'])
    .where('callId', '=', callId)
    .orderBy('id')
    .execute()

describe('a chosen option', () => {
  // Covers: call-10
  test.each([
    ['option_1', {}, 'sms_link_requested'],
    ['option_2', { slot: TUESDAY_NINE }, 'meeting_booked'],
    // without an accepted time nothing is booked
    ['option_2', {}, 'meeting_requested'],
    ['option_3', {}, 'accreditation_started'],
    ['option_4', {}, 'opted_out'],
  ] as const)('%s %j is written once as %s', async (option, details, type) => {
    const { callId, brokerId } = await call()
    const event = { callId, option, source: 'key', ...details } as const
    await app.ctx().tx((tx) => tx.emit('calls.optionsChosen', { choices: [event] }))
    await app.ctx().tx((tx) => tx.emit('calls.optionsChosen', { choices: [event] }))
    expect(await activities(callId)).toMatchObject([{ type, brokerId, simulated: true }])
  })

  // Covers: test-calls-3
  test('a test call books nothing that a figure counts', async () => {
    const { callId } = await call({ test: true })
    await app
      .ctx()
      .tx((tx) =>
        tx.emit('calls.optionsChosen', { choices: [{ callId, option: 'option_2', source: 'voice' }] }),
      )
    expect(await activities(callId)).toMatchObject([{ type: 'test_option_chosen' }])
  })

  // Covers: call-9
  test('option 4 suppresses the number at once, and only for the simulator when it called', async () => {
    const { callId, phone } = await call()
    await app
      .ctx()
      .tx((tx) =>
        tx.emit('calls.optionsChosen', { choices: [{ callId, option: 'option_4', source: 'voice' }] }),
      )
    const stored = await app.connection.db
      .selectFrom('suppressions')
      .selectAll()
      .where('phone', '=', phone)
      .execute()
    expect(stored).toMatchObject([{ source: 'voice', simulated: true, callId, endedAt: null }])
  })
})

describe('the end of a call', () => {
  test.each([
    [
      'human',
      { duration: 75, response: 'option_2' },
      'call_completed',
      'Call answered, 1:15, asked for a meeting',
    ],
    ['voicemail', {}, 'call_not_answered', 'Call went to voicemail, no message was left'],
    [
      'invalid_number',
      { failure: 'No such number.' },
      'call_failed',
      'Call failed: the number was refused (No such number)',
    ],
  ] as const)('%s', async (outcome, values, type, description) => {
    const { callId } = await call(values)
    await app.ctx().tx((tx) => tx.emit('calls.finished', { calls: [{ callId, outcome, corrected: false }] }))
    expect(await activities(callId)).toMatchObject([{ type, description }])
  })

  // Covers: call-10
  test('a corrected end replaces what was told before', async () => {
    const { callId } = await call({ duration: 9 })
    await app
      .ctx()
      .tx((tx) => tx.emit('calls.finished', { calls: [{ callId, outcome: 'unknown', corrected: false }] }))
    await app
      .ctx()
      .tx((tx) => tx.emit('calls.finished', { calls: [{ callId, outcome: 'human', corrected: true }] }))
    expect(await activities(callId)).toMatchObject([{ type: 'call_completed' }])
  })

  // Covers: call-7
  test('whoever asked for a person is to be called back', async () => {
    const { callId } = await call()
    await app.ctx().tx((tx) => tx.emit('call.personAsked', { callId }))
    expect(await activities(callId)).toMatchObject([{ type: 'call_back_requested' }])
  })
})
