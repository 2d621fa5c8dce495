import { describe, expect, it } from 'vitest'
import { signToken } from '#server/platform/crypto/token.ts'
import { formSuspicion, signFormTime } from './form-check.ts'

const secret = 'a secret of this test'
const opened = new Date('2026-11-24T01:00:00Z')
const formTime = signFormTime({ secret, now: opened })
const msLater = (ms: number) => ({ secret, now: new Date(opened.getTime() + ms) })

describe('a form', () => {
  it.each([2000, 60_000, 29 * 86_400_000])('sent %i ms after it was opened is not suspect', (ms) => {
    expect(formSuspicion({ formTime, formCheck: '' }, msLater(ms))).toBeNull()
  })

  it.each([0, 1999, -5000])('sent %i ms after it was opened is suspect', (ms) => {
    expect(formSuspicion({ formTime }, msLater(ms))).toMatch(/within two seconds/)
  })

  // Covers: accreditation-applications-7, decision-form-check
  it('without a time, or with one that is forged, expired or of another link, is suspect', () => {
    const other = signToken(secret, { purpose: 'booking', id: opened.getTime() }, msLater(60_000).now)
    const [payload] = formTime.split('.')
    for (const time of [
      undefined,
      '',
      'x',
      '.',
      `${payload}.x`,
      signFormTime({ secret: 'x', now: opened }),
      other,
    ])
      expect(formSuspicion({ formTime: time }, msLater(5000)), time).toMatch(/did not come from the form/)
    expect(formSuspicion({ formTime }, msLater(31 * 86_400_000))).toMatch(/did not come from the form/)
  })

  it('whose hidden field is filled in is suspect whatever its time', () => {
    expect(formSuspicion({ formTime, formCheck: 'Harbour Finance' }, msLater(60_000))).toMatch(/hidden field/)
  })
})
