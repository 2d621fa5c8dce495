import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sendNext } from '#server/modules/messages/outbox.ts'
import { type SmtpServer, startSmtpServer } from '#test/doubles/smtp-server.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import {
  addBdm,
  addBroker,
  known,
  outbox,
  post,
  SUNDAY,
  someone,
  TUESDAY_NINE,
} from '#test/worlds/bookings-world.ts'
import { staffClient } from '#test/worlds/client.ts'
import { remind } from './reminders.ts'

const WEDNESDAY_TEN = '2026-11-25T10:00:00+11:00'
const MINUTE = 60_000

let smtp: SmtpServer
let app: TestApp
let clock = SUNDAY
beforeAll(async () => {
  smtp = await startSmtpServer()
  // no worker runs: the test itself sends queued messages
  app = await createTestApp({
    now: () => clock,
    env: { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' },
  })
})
afterAll(async () => {
  await app?.close()
  await smtp.close()
})
beforeEach(async () => {
  clock = SUNDAY
  smtp.answer = () => undefined
  smtp.mails.length = 0
  for (const table of ['bookings', 'messages', 'bdms', 'activities', 'brokers', 'tasks'] as const) {
    await app.connection.db.deleteFrom(table).execute()
  }
})

const wait = (minutes: number): void => {
  clock = new Date(clock.getTime() + minutes * MINUTE)
}
/** Sends due mails. @returns the subjects of those to this address, or of all */
async function send(to = ''): Promise<string[]> {
  smtp.mails.length = 0
  while (await sendNext(app.ctx(), 'email'));
  return smtp.mails
    .filter((mail) => mail.to.includes(to) || to === '')
    .map(({ raw }) => /^Subject: (Meeting \w+|\w+)/m.exec(raw)?.[1] ?? '')
}
const refuseForNow = (to: string): void => {
  smtp.answer = (moment, line) =>
    moment === 'RCPT' && line.includes(to) ? '450 4.2.0 Greylisted' : undefined
}
/** Booked by the broker, who gets mail at petra@example.com. */
async function booked(): Promise<number> {
  const answer = await post(app, someone(known(app, await addBroker(app))))
  if (answer.statusCode !== 201) throw new Error(answer.body)
  return answer.json<{ id: number }>().id
}
const staff = async (method: 'PATCH' | 'POST', path: string, body: object) => {
  const answer = await (await staffClient(app, 'lender')).send(method, path, body)
  if (answer.statusCode >= 300) throw new Error(answer.body)
}
const move = (id: number, scheduledDate: string, bdmId?: number) =>
  staff('POST', `/api/bookings/${id}/reschedule`, { scheduledDate, ...(bdmId && { bdmId }) })
const cancel = (id: number) => staff('PATCH', `/api/bookings/${id}`, { status: 'cancelled' })
const statuses = async (id: number, template: string) =>
  (await outbox(app, id)).filter((each) => each.template === template).map(({ status }) => status)

describe('what was written about a meeting and has not gone yet', () => {
  // Covers: bookings-19
  it('is not sent any more once the meeting has moved: the new time alone goes', async () => {
    await addBdm(app)
    const id = await booked()
    refuseForNow('petra@example.com')
    await send()
    await move(id, WEDNESDAY_TEN)
    smtp.answer = () => undefined
    wait(10)
    expect(await send('petra@example.com')).toEqual(['Meeting moved'])
    expect(await statuses(id, 'booking_confirmed')).toEqual(['cancelled'])
  })

  // Covers: bookings-19
  it('tells nobody of a meeting that has been cancelled since', async () => {
    await addBdm(app, { email: 'dana@lender.example.com' })
    const id = await booked()
    refuseForNow('@')
    await send()
    await move(id, WEDNESDAY_TEN)
    await send()
    await cancel(id)
    smtp.answer = () => undefined
    wait(10)
    expect(await send('petra@example.com')).toEqual(['Meeting cancelled'])
    expect(await statuses(id, 'booking_confirmed')).toEqual(['cancelled'])
    expect(await statuses(id, 'booking_moved')).toEqual(['cancelled'])
    expect(await statuses(id, 'booking_notice')).toEqual(['cancelled', 'cancelled', 'sent'])
  })

  it('is not sent by hand either, where it had failed: it would confirm a former time', async () => {
    await addBdm(app)
    const id = await booked()
    smtp.answer = (moment, line) =>
      moment === 'RCPT' && line.includes('petra@example.com') ? '550 5.1.1 No such user' : undefined
    await send()
    await move(id, WEDNESDAY_TEN)
    smtp.answer = () => undefined
    const [failed] = (await outbox(app, id)).filter(({ template }) => template === 'booking_confirmed')
    expect(failed?.status).toBe('failed')
    const admin = await staffClient(app, 'admin')
    const answer = await admin.send('POST', `/api/messages/${failed?.id}/retry`, {})
    expect([answer.statusCode, answer.json().message]).toEqual([
      422,
      'This message is out of date: it was cancelled, or a newer one has replaced it.',
    ])
    expect(await send('petra@example.com')).toEqual(['Meeting moved'])
    expect(await statuses(id, 'booking_confirmed')).toEqual(['failed'])
  })

  it('still tells the BDM who lost it', async () => {
    await addBdm(app, { email: 'a@lender.example.com' })
    const id = await booked()
    await send()
    const second = await addBdm(app, { email: 'b@lender.example.com' })
    refuseForNow('lender.example.com')
    await move(id, WEDNESDAY_TEN, second)
    await send()
    await cancel(id)
    smtp.answer = () => undefined
    wait(10)
    expect(await send('a@lender.example.com')).toEqual(['Meeting cancelled'])
    expect(await statuses(id, 'booking_notice')).toEqual(['sent', 'sent', 'cancelled', 'sent'])
  })

  it('is told to the BDM where the person is deleted: nobody comes, and who it was is not said', async () => {
    await addBdm(app, { email: 'dana@lender.example.com' })
    const id = await booked()
    await send()
    const admin = await staffClient(app, 'admin')
    const { brokerId } = await app.connection.db
      .selectFrom('bookings')
      .select('brokerId')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await admin.send('DELETE', `/api/brokers/${brokerId}`)).statusCode).toBe(200)
    expect(await send('dana@lender.example.com')).toEqual(['Meeting cancelled'])
    expect(await send('petra@example.com')).toEqual([])
    const texts = (await outbox(app, id)).map(({ subject, body, html }) => `${subject} ${body} ${html}`)
    expect(texts).toHaveLength(1)
    expect(texts[0]).not.toMatch(/Petra|Secretname|Quiet|petra@/)
  })

  it('asks for no confirmation of what staff have confirmed', async () => {
    await addBdm(app)
    const answer = await post(app, someone({ email: 'vic@example.com' }))
    const { id } = answer.json<{ id: number }>()
    await staff('PATCH', `/api/bookings/${id}`, { status: 'booked' })
    expect(await statuses(id, 'booking_unconfirmed')).toEqual(['cancelled'])
    expect(await send('vic@example.com')).toEqual(['Meeting booked'])
  })

  it('makes no task where a later message about the meeting goes out', async () => {
    await addBdm(app)
    const id = await booked()
    smtp.answer = async (moment) => {
      if (moment !== 'RCPT') return undefined
      smtp.answer = () => undefined
      await move(id, WEDNESDAY_TEN)
      return '550 5.1.1 No such mailbox'
    }
    await send()
    expect(await statuses(id, 'booking_confirmed')).toEqual(['failed'])
    expect(await app.connection.db.selectFrom('tasks').select('kind').execute()).toEqual([])
  })
})

describe('a reminder that goes late', () => {
  // Covers: bookings-19
  it('says nothing of tomorrow on the day of the meeting', async () => {
    await addBdm(app)
    const id = await booked()
    await send()
    clock = new Date('2026-11-23T09:00:00+11:00')
    await remind(app.ctx())
    refuseForNow('@')
    for (const pause of [0, 1, 5, 30, 120]) {
      wait(pause)
      await send()
    }
    smtp.answer = () => undefined
    clock = new Date('2026-11-24T00:05:00+11:00')
    expect(await send()).toEqual([])
    expect(await statuses(id, 'booking_reminder')).toEqual(['failed'])
  })

  it('says the hour only as the hour within which the meeting starts', async () => {
    await addBdm(app)
    const id = await booked()
    clock = new Date(Date.parse(TUESDAY_NINE) - 5 * MINUTE)
    await remind(app.ctx())
    const mail = (await outbox(app, id)).find(({ template }) => template === 'booking_reminder')
    expect(mail?.subject).toMatch(/^Within the hour: your meeting with Dana Cole/)
    expect(mail?.body).toContain('starts within the hour.')
  })
})
