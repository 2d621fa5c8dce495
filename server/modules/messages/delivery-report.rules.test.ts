import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attemptName, type ReportedMessage, readAttempt, statusAfter } from './delivery-report.rules.ts'
import { UNKNOWN } from './outbox.rules.ts'

const reports = ['sent', 'delivered', 'failed'] as const
const message = (over: Partial<ReportedMessage> = {}): ReportedMessage => ({
  ...{ status: 'sent', reason: null, attempts: 1, ...over },
})

describe('the name of an attempt', () => {
  it('is read back, and nothing else is read', () => {
    const lastAttemptAt = new Date('2026-11-24T00:00:00.123Z')
    expect(readAttempt(attemptName({ id: 17, lastAttemptAt }))).toEqual({ id: 17, lastAttemptAt })
    for (const text of [
      '',
      '17',
      '17.',
      '.abc',
      '0.abc',
      '17.ABC',
      '17.a.b',
      '9999999999.a',
      "17.a'",
      '17.-1',
    ])
      expect([text, readAttempt(text)]).toEqual([text, null])
  })
})

describe('a delivery report', () => {
  it.each([
    ['sending', 'sent', 'sent'],
    ['sending', 'failed', 'failed'],
    ['queued', 'sent', 'sent'],
    ['sent', 'sent', null],
    ['sent', 'delivered', 'delivered'],
    ['sent', 'failed', 'failed'],
    ['failed', 'sent', null],
    ['failed', 'failed', null],
    ['failed', 'delivered', 'delivered'],
    ['delivered', 'failed', null],
    ['held', 'delivered', null],
    ['cancelled', 'delivered', null],
  ] as const)('on a message that is %s, %s, makes it %s', (status, told, expected) => {
    expect(statusAfter(message({ status }), told)).toBe(expected)
  })

  it('tells the truth of what was given up because nobody knew', () => {
    const unclear = message({ status: 'failed', reason: `${UNKNOWN} It took too long.` })
    expect(reports.map((told) => statusAfter(unclear, told))).toEqual(['sent', 'delivered', 'failed'])
  })

  // Covers: sms-twilio-writes-5
  it('on an attempt that staff have repeated counts only where it was delivered after all', () => {
    const again = message({ status: 'queued', attempts: 0 })
    expect(reports.map((told) => statusAfter(again, told))).toEqual([null, 'delivered', null])
  })

  // Covers: sms-twilio-writes-5
  it('comes in any order, any number of times: the end is the same', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...reports), { minLength: 1 }), (told) => {
        const end = told.reduce(
          (now, report) => message({ status: statusAfter(now, report) ?? now.status }),
          message({ status: 'sending' }),
        )
        const expected = ['delivered', 'failed', 'sent'].find((status) => (told as string[]).includes(status))
        return end.status === expected
      }),
    )
  })
})
