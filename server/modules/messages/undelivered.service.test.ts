import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { CallResponse } from '#contract/calls/calls.ts'
import { changeByStaff } from '#server/modules/bookings/change-booking.ts'
import { lookForTasks } from '#server/modules/tasks/look.job.ts'
import { choiceResult } from '#server/modules/telephony/choice-result.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { addBdm, addBroker, addCall, SUNDAY, TUESDAY_NINE } from '#test/worlds/bookings-world.ts'
import { applyDeliveryReport } from './delivery-report.ts'

const MOBILE = '+61491570156'
const FIXED = '+61255501234'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => SUNDAY })
})
afterAll(() => app?.close())
beforeEach(async () => {
  for (const table of ['tasks', 'bookings', 'messages', 'applications', 'bdms', 'brokers'] as const)
    await app.connection.db.deleteFrom(table).execute()
})

async function chosen(
  option: CallResponse,
  person: { phone?: string; email?: string | null; test?: boolean } = {},
): Promise<number> {
  const { phone = MOBILE, email = null, test = false } = person
  const brokerId = await addBroker(app, { phone, email })
  const callId = await addCall(app, { brokerId, toNumber: phone, test })
  // only a meeting has a time, which was accepted in the call
  const choice = {
    callId,
    option,
    source: 'key',
    ...(option === 'option_2' && { slot: TUESDAY_NINE }),
  } as const
  await app.ctx().tx((tx) => tx.emit('calls.optionsChosen', { choices: [choice] }))
  return callId
}
const messages = () => app.connection.db.selectFrom('messages').selectAll().orderBy('id').execute()
const ways = async () => (await messages()).map(({ channel, recipient }) => [channel, recipient])
const tasks = () =>
  app.connection.db.selectFrom('tasks').select(['kind', 'state', 'details', 'endedReason']).execute()
const said = (callId: number, option: CallResponse = 'option_1') =>
  choiceResult(app.ctx(), { callId, option })

let refs = 0
/** The provider accepted the latest message, and now reports, twice as providers do, that it cannot be delivered. */
async function refuse(): Promise<void> {
  const latest = (await messages()).at(-1)
  if (!latest) throw new Error('no message to refuse')
  const ref = `SM${refs++}`
  await app.connection.db
    .updateTable('messages')
    .set({ status: 'sent', provider: 'twilio', providerRef: ref, lastAttemptAt: new Date() })
    .where('id', '=', latest.id)
    .execute()
  for (let time = 0; time < 2; time++)
    await applyDeliveryReport(app.ctx(), {
      ...{ provider: 'twilio', ref, attempt: null, status: 'failed', optedOut: false, at: new Date() },
      message: 'This number takes no SMS.',
    })
}

describe('a link that a broker asked for', () => {
  it('goes by email to a fixed line, and the call says so', async () => {
    const callId = await chosen('option_1', { phone: FIXED, email: 'petra@example.com' })
    expect(await messages()).toMatchObject([
      { channel: 'email', recipient: 'petra@example.com', template: 'link_requested', callId },
    ])
    const [mail] = await messages()
    expect(mail?.body).toMatch(/^See the offer:\nhttp:\/\/localhost:3000\/s\/[\w-]{22}$/m)
    expect(await said(callId)).toBe('The link is on its way to the email address that we have for you.')
    expect(await tasks()).toEqual([])
  })

  it('to a fixed line without an address is promised to nobody, and becomes a task', async () => {
    const callId = await chosen('option_1', { phone: FIXED })
    expect(await messages()).toEqual([])
    expect(await said(callId)).toMatch(/^I cannot send the link: this number takes no text messages/)
    expect(await tasks()).toMatchObject([
      {
        kind: 'not_delivered',
        details:
          'Asked for the link to the offer in a call, and it could be sent neither by SMS nor by email.',
      },
    ])
  })

  it('in a test call to a number of our own becomes nobody’s task', async () => {
    const callId = await addCall(app, { toNumber: FIXED, test: true })
    await app
      .ctx()
      .tx((tx) =>
        tx.emit('calls.optionsChosen', { choices: [{ callId, option: 'option_1', source: 'key' }] }),
      )
    expect([await messages(), await tasks()]).toEqual([[], []])
  })

  it('whose SMS is refused later goes by email, then to a person, each once', async () => {
    const callId = await chosen('option_1', { email: 'petra@example.com' })
    await refuse()
    expect(await ways()).toEqual([
      ['sms', MOBILE],
      ['email', 'petra@example.com'],
    ])
    expect(await said(callId)).toMatch(/on its way to the email address/)
    expect(await tasks()).toEqual([])
    await app.connection.db.updateTable('messages').set({ status: 'failed' }).execute()
    const [, mail] = await messages()
    const failed = { id: mail?.id ?? 0, channel: 'email', occasion: mail?.occasion ?? '' } as const
    const emit = () => app.ctx().tx((tx) => tx.emit('message.failed', { ...failed, callId, bookingId: null }))
    await emit()
    await emit()
    expect(await tasks()).toMatchObject([{ kind: 'not_delivered', state: 'open' }])
    expect(await said(callId)).toBe('The link could not be sent. Our team will get in touch.')
  })

  it('whose SMS is refused and who has no address is a person’s to tell, until it is sent after all', async () => {
    await chosen('option_1')
    await refuse()
    expect(await tasks()).toMatchObject([{ kind: 'not_delivered', state: 'open' }])
    const soon = new Date(Date.now() + 60_000)
    await app.connection.db.updateTable('messages').set({ status: 'sent', updatedAt: soon }).execute()
    await lookForTasks(app.ctx())
    expect(await tasks()).toMatchObject([{ state: 'ended', endedReason: 'A message about it was sent.' }])
  })
})

describe('the link to an accreditation form', () => {
  it('goes to a fixed line by email alone, and the call says so', async () => {
    const callId = await chosen('option_3', { phone: FIXED, email: 'petra@example.com' })
    expect(await ways()).toEqual([['email', 'petra@example.com']])
    expect(await said(callId, 'option_3')).toMatch(/accreditation form is on its way to the email address/)
  })

  it('whose SMS is refused is with the person by email already', async () => {
    await chosen('option_3', { email: 'petra@example.com' })
    const [sms, mail] = await messages()
    expect([sms?.channel, mail?.channel]).toEqual(['sms', 'email'])
    const failed = {
      id: sms?.id ?? 0,
      channel: 'sms',
      occasion: sms?.occasion ?? '',
      bookingId: null,
    } as const
    await app.connection.db
      .updateTable('messages')
      .set({ status: 'failed' })
      .where('channel', '=', 'sms')
      .execute()
    await app.ctx().tx((tx) => tx.emit('message.failed', { ...failed, callId: sms?.callId ?? null }))
    expect(await messages()).toHaveLength(2)
    expect(await tasks()).toEqual([])
  })

  it('that nobody can be sent becomes a task', async () => {
    await chosen('option_3')
    await refuse()
    expect(await tasks()).toMatchObject([
      { details: expect.stringMatching(/link to the accreditation form/) },
    ])
  })

  it('in a test call goes by email where its SMS is refused', async () => {
    await chosen('option_3', { email: 'petra@example.com', test: true })
    await refuse()
    expect((await messages()).map(({ channel, template }) => [channel, template])).toEqual([
      ['sms', null],
      ['email', 'link_requested'],
    ])
  })
})

describe('a change of a meeting', () => {
  async function cancelled(person: { phone: string; email: string | null }): Promise<void> {
    await addBdm(app)
    await chosen('option_2', person)
    const booking = await app.connection.db.selectFrom('bookings').select('id').executeTakeFirstOrThrow()
    expect(await tasks()).toEqual([])
    await app.connection.db.deleteFrom('messages').execute()
    await changeByStaff(await app.staff('lender'), booking.id, { status: 'cancelled' })
  }

  it('goes by email to a fixed line, never by SMS', async () => {
    await cancelled({ phone: FIXED, email: 'petra@example.com' })
    expect(await ways()).toEqual(expect.arrayContaining([['email', 'petra@example.com']]))
    expect((await messages()).map(({ channel }) => channel)).not.toContain('sms')
    expect(await tasks()).toEqual([])
  })

  it('that reaches the person by no message becomes a task', async () => {
    await cancelled({ phone: FIXED, email: null })
    expect(await tasks()).toMatchObject([
      { kind: 'not_delivered', details: 'No message about their meeting reached them.' },
    ])
  })
})
