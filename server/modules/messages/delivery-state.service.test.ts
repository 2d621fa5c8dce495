import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SmtpServer, startSmtpServer } from '#test/doubles/smtp-server.ts'
import { createTestApp, type TestApp } from '#test/test-app.ts'
import { type Client, staffClient } from '#test/worlds/client.ts'
import { sendNext } from './outbox.ts'
import { queueMail, queueSms } from './queue-message.ts'

let smtp: SmtpServer
let app: TestApp
let viewer: Client
let brokerId: number
let callId: number

beforeAll(async () => {
  smtp = await startSmtpServer()
  app = await createTestApp({ env: { SMTP_URL: smtp.url, MAIL_FROM: 'no-reply@example.com' } })
  viewer = await staffClient(app, 'viewer')
  const { db } = app.connection
  const broker = { name: 'Wei Li', phone: '+61491570156' }
  const row = await db.insertInto('brokers').values(broker).returning('id').executeTakeFirstOrThrow()
  brokerId = row.id
  // a broker in a call is not deleted
  const ended = { status: 'completed', outcome: 'human', finishedAt: new Date('2026-11-24T00:00:00Z') }
  const call = await db
    .insertInto('calls')
    .values({ brokerId, provider: 'simulator', simulated: true, toNumber: broker.phone, ...ended })
    .returning('id')
    .executeTakeFirstOrThrow()
  callId = call.id
  const about = { brokerId, callId, simulated: false }
  await queueSms(app.ctx(), {
    ...{ ...about, to: broker.phone, occasion: 'state:sms' },
    body: 'Go on with your application: http://localhost:3000/s/secretsecretsecret1234',
  })
  const mail = (to: string, subject: string) =>
    queueMail(app.ctx(), {
      ...{ ...about, to, mail: { subject, html: '', text: '' }, template: 'booking_confirmed' },
      occasion: `state:${subject}`,
    })
  await mail('wei.li@example.com', 'Your meeting is booked')
  await mail('nobody@example.com', 'A reminder')
  smtp.answer = (moment, line) =>
    moment === 'RCPT' && line.includes('nobody') ? '550 5.1.1 No such user' : undefined
  while (await sendNext(app.ctx(), 'email'));
})
afterAll(async () => {
  await app?.close()
  await smtp.close()
})

describe('what became of a message', () => {
  // Covers: messages-11
  it('is told in the timeline of its broker, its links kept back', async () => {
    const answer = await viewer.get(`/api/brokers/${brokerId}/timeline`)
    expect(answer.body).not.toContain('secretsecret')
    const entries = (answer.json() as { type: string }[]).filter(({ type }) => type.startsWith('message_'))
    expect(entries).toMatchObject([
      {
        ...{ type: 'message_failed', description: 'Email failed: A reminder', callId },
        reasons: ['The mail server answered: 550 5.1.1 No such user'],
      },
      { type: 'message_sent', description: 'Email sent: Your meeting is booked', reasons: [], callId },
      {
        ...{
          type: 'message_held',
          description: expect.stringMatching(
            /^SMS not sent: Go on with your application: \[link\] Really us/,
          ),
          callId,
        },
        reasons: ['SMS isn’t set up.'],
      },
    ])
  })

  // Covers: messages-11
  it('is told in what followed from its call, its links kept back', async () => {
    const answer = await viewer.get(`/api/calls/${callId}`)
    expect(answer.body).not.toContain('secretsecret')
    expect(answer.json().followUps).toMatchObject([
      {
        kind: 'sms',
        status: 'held',
        description: expect.stringMatching(/^Go on with your application: \[link\] Really us/),
      },
      { kind: 'email', status: 'sent', description: 'Your meeting is booked', reason: null },
      {
        kind: 'email',
        status: 'failed',
        description: 'A reminder',
        reason: 'The mail server answered: 550 5.1.1 No such user',
      },
    ])
  })

  it('goes with the broker, from the timeline and the outbox', async () => {
    const lender = await staffClient(app, 'lender')
    expect((await lender.send('DELETE', `/api/brokers/${brokerId}`)).statusCode).toBe(200)
    expect(await app.connection.db.selectFrom('messages').select('id').execute()).toEqual([])
  })
})
