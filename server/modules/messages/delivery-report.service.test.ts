import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SmsReport } from '#server/providers/ports/vendors.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { asOwner } from '#test/test-db.ts'
import { attemptName } from './delivery-report.rules.ts'
import { applyDeliveryReport } from './delivery-report.ts'
import { UNKNOWN } from './outbox.rules.ts'
import { recordAttempt } from './outbox.store.ts'

const NOW = new Date('2026-11-24T00:00:00.250Z')
const LATER = new Date('2026-11-24T00:00:09Z')
let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ now: () => NOW })
})
afterAll(() => app?.close())
beforeEach(async () => {
  await app.connection.db.deleteFrom('messages').execute()
  await asOwner(app.databaseUrl, 'delete from suppressions')
})

let occasions = 0
async function message(over: object = {}): Promise<number> {
  const values = { channel: 'sms', recipient: '+61491570156', body: 'Hello', status: 'sent', attempts: 1 }
  const sent = { provider: 'twilio', providerRef: 'SM1', lastAttemptAt: NOW, occasion: `r:${occasions++}` }
  const row = await app.connection.db
    .insertInto('messages')
    .values({ ...values, ...sent, ...over })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}
const find = (id: number) =>
  app.connection.db.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const report = (over: Partial<SmsReport> = {}) =>
  applyDeliveryReport(app.ctx(), {
    ...{ provider: 'twilio', ref: 'SM1', attempt: null, status: 'delivered', message: null },
    ...{ optedOut: false, at: LATER, ...over },
  })
const sending = { status: 'sending', providerRef: null, nextAttemptAt: LATER }

describe('a delivery report', () => {
  // Covers: sms-twilio-writes-5
  it('says that a message was delivered, once, and a later word changes nothing', async () => {
    const id = await message()
    await Promise.all([report(), report()])
    await report({ status: 'failed', message: 'Too late.' })
    await report({ status: 'sent' })
    expect(await find(id)).toMatchObject({ status: 'delivered', deliveredAt: LATER, reason: null })
  })

  // Covers: sms-twilio-writes-2
  it('says why a message was not delivered', async () => {
    const id = await message()
    await report({ status: 'failed', message: 'The phone is off.' })
    expect(await find(id)).toMatchObject({ status: 'failed', reason: 'The phone is off.', deliveredAt: null })
  })

  // Covers: sms-twilio-writes-5
  it('that comes before the answer to sending finds its message by the attempt, and the answer changes nothing', async () => {
    const id = await message(sending)
    await report({ attempt: attemptName({ id, lastAttemptAt: NOW }) })
    const accepted = { status: 'sent', reason: null, nextAttemptAt: null, providerRef: 'SM1' } as const
    expect(await recordAttempt(app.ctx(), { id, attempts: 1, lastAttemptAt: NOW }, accepted)).toBe(false)
    expect(await find(id)).toMatchObject({ status: 'delivered', providerRef: 'SM1', sentAt: LATER })
  })

  // Covers: sms-twilio-writes-4
  it('tells the truth of a message whose sending was unclear', async () => {
    const id = await message({ status: 'failed', reason: UNKNOWN, providerRef: null })
    await report({ status: 'sent', attempt: attemptName({ id, lastAttemptAt: NOW }) })
    expect(await find(id)).toMatchObject({ status: 'sent', reason: null, providerRef: 'SM1', sentAt: LATER })
  })

  // Covers: sms-twilio-writes-5
  it('of an earlier attempt, of no message, or of another provider changes nothing', async () => {
    const id = await message(sending)
    const mail = await message({ channel: 'email', provider: 'smtp', providerRef: 'SM1' })
    await report({ attempt: attemptName({ id, lastAttemptAt: new Date(NOW.getTime() - 1000) }) })
    await report({ attempt: 'rubbish' })
    await report({ provider: 'vapi' })
    expect([(await find(id)).status, (await find(mail)).status]).toEqual(['sending', 'sent'])
  })

  // Covers: sms-twilio-writes-3
  it('that the person had opted out suppresses the number at once, for calls too', async () => {
    await message()
    await report({ status: 'failed', message: 'Opted out.', optedOut: true })
    const suppressed = await app.connection.db.selectFrom('suppressions').selectAll().execute()
    expect(suppressed).toMatchObject([{ phone: '+61491570156', source: 'sms_stop', simulated: false }])
  })
})
