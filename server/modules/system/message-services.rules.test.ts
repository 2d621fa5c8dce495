import { describe, expect, it } from 'vitest'
import { messageService } from './message-services.rules.ts'

const facts = {
  channel: 'email',
  provider: null,
  held: 0,
  waiting: 0,
  fault: null,
  senderMissing: false,
} as const
const smtp = 'smtp.example.com:587 as no-reply@example.com'

describe('the state of mail and SMS', () => {
  // Covers: sms-twilio-writes-12
  it('says what to set where no provider is configured, and how much is held', () => {
    expect(messageService(facts)).toEqual({
      name: 'Email',
      status: 'held',
      detail: 'Email isn’t set up. Messages are kept in the outbox.',
      help: 'Set SMTP_URL and MAIL_FROM.',
    })
    expect(messageService({ ...facts, channel: 'sms', held: 1 })).toMatchObject({
      name: 'SMS',
      status: 'held',
      detail: 'SMS isn’t set up. 1 message was not sent.',
      help: 'Set the variables of Twilio, and TWILIO_FROM.',
    })
    const numberless = { ...facts, senderMissing: true }
    expect(messageService({ ...numberless, channel: 'sms' }).detail).toContain(
      'Twilio has no number to send from. Choose a mobile number to call from under Phone Numbers. Messages are kept',
    )
    expect(messageService(numberless).help).toContain('SMTP_URL')
  })

  it('names the provider while it works, and its fault while it does not', () => {
    expect(messageService({ ...facts, provider: smtp })).toMatchObject({
      status: 'ok',
      detail: `Sends through ${smtp}.`,
    })
    const fault = 'The mail server could not be used: connect ECONNREFUSED.'
    expect(messageService({ ...facts, provider: smtp, waiting: 2, fault })).toMatchObject({
      status: 'failed',
      detail: `${fault} 2 messages waiting.`,
    })
  })
})
