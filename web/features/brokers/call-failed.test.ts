import { describe, expect, it } from 'vitest'
import { NO_PHONE_NUMBERS, SIMULATOR_REFUSES } from '#contract/phone-messages.ts'
import { ApiError, offlineError } from '#web/api/api-error.ts'
import { CALL_FAILED_FALLBACK, callFailedMessage, callFailedText } from './call-failed.ts'

const FORMAT = 'Invalid phone number format. Please use international format (e.g., +61 491 570 156).'

describe('callFailedText', () => {
  it.each([
    ['No phone numbers available', NO_PHONE_NUMBERS],
    ['422: No phone number available for outgoing calls', NO_PHONE_NUMBERS],
    [NO_PHONE_NUMBERS, NO_PHONE_NUMBERS],
    ['The string did not match the expected pattern.', FORMAT],
    ["The 'To' number 12 is not a valid phone number", FORMAT],
    ['500: something broke', 'something broke'],
    ['404 Not Found', 'Not Found'],
    [SIMULATOR_REFUSES, SIMULATOR_REFUSES],
    ['Enter a valid phone number', 'Enter a valid phone number'],
    // a number at the start that is no status stays
    ['1300 numbers cannot be called', '1300 numbers cannot be called'],
    ['500:', CALL_FAILED_FALLBACK],
    ['503', CALL_FAILED_FALLBACK],
    ['  ', CALL_FAILED_FALLBACK],
    ['', CALL_FAILED_FALLBACK],
    [null, CALL_FAILED_FALLBACK],
    [undefined, CALL_FAILED_FALLBACK],
  ])('%j reads %j', (message, text) => expect(callFailedText(message)).toBe(text))

  it('sends an unverified number to the console of the provider', () => {
    const text = callFailedText(
      'The number +61491570156 is unverified. Trial accounts may only call verified numbers',
    )
    expect(text).toContain('verify it in the console of your telephony provider')
  })

  it('names the limits of a trial account', () => {
    expect(callFailedText('Trial account restrictions apply')).toContain('trial account')
  })
})

describe('callFailedMessage', () => {
  const failure = (code: 'internal' | 'rule_forbids') =>
    new ApiError({ status: 422, code, message: 'The number may not be called before Tue 9:00 am.' })

  it('shows what the server said', () => {
    expect(callFailedMessage(failure('rule_forbids'))).toBe(
      'The number may not be called before Tue 9:00 am.',
    )
    expect(callFailedMessage(offlineError())).toContain('could not be reached')
  })
  it('falls back where the server had nothing to say', () => {
    expect(callFailedMessage(failure('internal'))).toBe(CALL_FAILED_FALLBACK)
    expect(callFailedMessage(new Error('undefined is not a function'))).toBe(CALL_FAILED_FALLBACK)
  })
})
