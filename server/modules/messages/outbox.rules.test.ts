import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { messageStatuses } from '#contract/messages/messages.ts'
import {
  afterAttempt,
  firstState,
  HELD_SIMULATED,
  HELD_TOO_LONG,
  MAX_ATTEMPTS,
  manualResend,
  OUT_OF_DATE,
  oneLine,
  type StoredMessage,
  TOO_LATE,
  UNKNOWN,
  whyNoAddress,
} from './outbox.rules.ts'

const now = new Date('2026-11-24T00:00:00Z')
const later = (minutes: number): Date => new Date(now.getTime() + minutes * 60_000)
const facts = { to: 'wei.li@example.com', simulated: false, configured: true, now }

describe('how a message starts', () => {
  it('is due at once with a provider, and held without one', () => {
    expect(firstState('email', facts)).toEqual({ status: 'queued', reason: null, nextAttemptAt: now })
    expect(firstState('email', { ...facts, configured: false })).toMatchObject({ status: 'held' })
    expect(firstState('sms', { ...facts, to: '+61491570156', configured: false })).toMatchObject({
      status: 'held',
      reason: 'SMS isn’t set up.',
    })
  })

  it('keeps an SMS of the simulator here: its numbers reach nobody. Its mails go out', () => {
    const simulated = { ...facts, simulated: true }
    expect(firstState('sms', { ...simulated, to: '+61491570156' })).toEqual({
      status: 'held',
      reason: HELD_SIMULATED,
      nextAttemptAt: null,
    })
    expect(firstState('email', simulated)).toMatchObject({ status: 'queued' })
  })

  it.each([
    '',
    'nobody',
    '@example.com',
    'a@',
    'a@b@example.com',
    'a b@example.com',
    'a@example.com, b@example.com',
    'Ada <a@example.com>',
    'a@example.com\r\nBcc: b@example.com',
    'a@example.com\0',
    'a@exam\u200Bple.com',
    '"a"@example.com',
    `${'a'.repeat(65)}@example.com`,
    `a@${'b'.repeat(254)}.com`,
  ])('fails, visibly, where its address cannot be one: %j', (to) => {
    expect(firstState('email', { ...facts, to })).toMatchObject({
      status: 'failed',
      reason: whyNoAddress(to),
    })
    expect(whyNoAddress(to)).toMatch(/^Email cannot be sent to this address/)
  })

  it.each([
    "o'brien+loans@example.com",
    'a@localhost',
    'zoë@example.com',
    'a@bücher.example',
  ])('takes %s', (to) => {
    expect(whyNoAddress(to)).toBeNull()
  })

  // Covers: messages-6
  it('has a subject of one line, whatever was given', () => {
    expect(oneLine('Hi\r\nBcc: thief@example.com\u2028\u0000 there')).toBe('Hi Bcc: thief@example.com there')
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(oneLine(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u)
      }),
    )
  })
})

describe('what becomes of a message after an attempt', () => {
  const retry = { kind: 'retry', message: 'Busy' } as const
  const at = (attempts: number, notAfter: Date | null = null) => ({ attempts, now, notAfter })

  it('waits longer each time, and is given up after six', () => {
    const pauses = [1, 2, 3, 4, 5].map((attempts) => {
      const next = afterAttempt(retry, at(attempts))
      return ((next.nextAttemptAt?.getTime() ?? 0) - now.getTime()) / 60_000
    })
    expect(pauses).toEqual([1, 5, 30, 120, 720])
    expect(MAX_ATTEMPTS).toBe(6)
    expect(afterAttempt(retry, at(6))).toEqual({
      status: 'failed',
      reason: 'Failed after 6 attempts. Busy',
      nextAttemptAt: null,
    })
  })

  it('waits as long as the provider asks, if that is longer', () => {
    expect(afterAttempt({ ...retry, afterSeconds: 600 }, at(1)).nextAttemptAt).toEqual(later(10))
    expect(afterAttempt({ ...retry, afterSeconds: 1 }, at(1)).nextAttemptAt).toEqual(later(1))
  })

  it('fails at once where it was refused, or where nobody knows', () => {
    expect(afterAttempt({ kind: 'refused', message: 'No such user' }, at(1))).toMatchObject({
      status: 'failed',
      reason: 'No such user',
    })
    expect(afterAttempt({ kind: 'unclear', message: 'It broke.' }, at(1))).toMatchObject({
      status: 'failed',
      reason: `${UNKNOWN} It broke.`,
    })
    expect(afterAttempt({ kind: 'accepted', ref: '250 Ok' }, at(3))).toEqual({
      status: 'sent',
      reason: null,
      nextAttemptAt: null,
      providerRef: '250 Ok',
    })
  })

  it('is not tried again when that would be too late', () => {
    expect(afterAttempt(retry, at(2, later(5)))).toMatchObject({
      status: 'failed',
      reason: `${TOO_LATE} Busy`,
    })
    expect(afterAttempt(retry, at(2, later(6)))).toMatchObject({ status: 'queued' })
  })
})

describe('sending by hand', () => {
  const held: StoredMessage = {
    channel: 'email',
    to: 'wei.li@example.com',
    status: 'held',
    reason: 'Email isn’t set up.',
    simulated: false,
    createdAt: now,
    ...{ notAfter: null, cancelAskedAt: null },
  }
  const hand = (over: Partial<StoredMessage>, at = now, configured = true) =>
    manualResend({ ...held, ...over }, { configured, now: at })

  it('is for what did not go out: held, waiting or failed', () => {
    const possible = messageStatuses.filter((status) => hand({ status }) !== null)
    expect(possible).toEqual(['held', 'queued', 'failed'])
  })

  it('wants a provider, and says what to set', () => {
    expect(hand({}, now, false)?.refusal).toBe(
      'Email isn’t set up. Your server administrator has to set SMTP_URL and MAIL_FROM.',
    )
    expect(hand({})?.refusal).toBeNull()
  })

  it('takes what was held for a day, and what failed at any time', () => {
    expect(hand({}, later(24 * 60))?.refusal).toBeNull()
    expect(hand({}, later(24 * 60 + 1))?.refusal).toBe(HELD_TOO_LONG)
    expect(hand({ status: 'failed' }, later(24 * 60 * 30))?.refusal).toBeNull()
  })

  it('is refused where the message was cancelled after it had failed', () => {
    expect(hand({ status: 'failed', cancelAskedAt: now })?.refusal).toBe(OUT_OF_DATE)
  })

  it('warns where the message may have arrived', () => {
    expect(hand({ status: 'failed', reason: `${UNKNOWN} It broke.` })?.warning).toMatch(/twice/)
    expect(hand({ status: 'failed', reason: 'No such user' })?.warning).toBeNull()
  })

  it('refuses what can reach nobody, or comes too late', () => {
    expect(hand({ to: 'nobody' })?.refusal).toMatch(/cannot be sent to this address/)
    expect(hand({ notAfter: now })?.refusal).toBe(TOO_LATE)
    expect(hand({ channel: 'sms', to: '+61491570156', simulated: true })?.refusal).toBe(HELD_SIMULATED)
  })
})
