import { describe, expect, it } from 'vitest'
import { NO_PHONE_NUMBERS, SIMULATOR_REFUSES } from '#contract/brokers/phone-messages.ts'
import { ApiError, type ApiErrorCode, offlineError } from '#web/api/api-error.ts'
import { CALL_FAILED_FALLBACK, callFailedText, testCallFailure } from './test-call-failure.ts'

const UNVERIFIED =
  'This number is not verified. Verify it in the telephony provider console before calling it from a trial account.'
const TRIAL =
  'Your trial account does not allow this. Upgrade the account with the telephony provider, or call a verified number.'
const FORMAT = 'Invalid phone number format. Please use international format (e.g., +61 491 570 156).'
const FALLBACK = 'Unable to initiate test call. Please check your phone number configuration.'

describe('the meaning of a failed test call', () => {
  // Covers: test-calls-6, test-calls-7
  it.each([
    ['No phone numbers available', NO_PHONE_NUMBERS],
    ['422: No phone number available for outgoing calls', NO_PHONE_NUMBERS],
    [NO_PHONE_NUMBERS, NO_PHONE_NUMBERS],
    ['The number +61491570156 is unverified. Trial accounts may only call verified numbers.', UNVERIFIED],
    ['400: The number +61491570156 has not been verified', UNVERIFIED],
    [UNVERIFIED, UNVERIFIED],
    ['Invalid or disallowed parameters provided - trial accounts have limited parameter access', TRIAL],
    ['Trial account restrictions apply', TRIAL],
    [TRIAL, TRIAL],
    ['The string did not match the expected pattern.', FORMAT],
    ["The 'To' number 12 is not a valid phone number", FORMAT],
    [FORMAT, FORMAT],
    ['500: something broke', 'something broke'],
    ['404 Not Found', 'Not Found'],
    [SIMULATOR_REFUSES, SIMULATOR_REFUSES],
    ['Enter a valid phone number', 'Enter a valid phone number'],
    // a number at the start that is no status stays
    ['1300 numbers cannot be called', '1300 numbers cannot be called'],
    ['500:', FALLBACK],
    ['503', FALLBACK],
    ['  ', FALLBACK],
    ['', FALLBACK],
    [null, FALLBACK],
    [undefined, FALLBACK],
  ])('%j reads %j', (message, text) => expect(callFailedText(message)).toBe(text))
})

describe('a test call that fails', () => {
  const failure = (code: ApiErrorCode, message: string) => new ApiError({ status: 422, code, message })
  const said = 'No phone numbers available'

  // Covers: test-calls-7
  it('is told in the words of the server on the dashboard, by its meaning elsewhere', () => {
    const error = failure('rule_forbids', said)
    expect(testCallFailure(error, 'dashboard')).toEqual({ title: 'Test Call Failed', message: said })
    for (const screen of ['brokers', 'settings'] as const) {
      expect(testCallFailure(error, screen)).toEqual({ title: 'Call failed', message: NO_PHONE_NUMBERS })
    }
  })

  // Covers: test-calls-6
  it('falls back where the server had nothing to say', () => {
    for (const error of [failure('internal', 'internal'), new Error('undefined is not a function'), null]) {
      expect(testCallFailure(error, 'settings').message).toBe(CALL_FAILED_FALLBACK)
      expect(testCallFailure(error, 'dashboard').message).toBe(
        'Failed to initiate test call. Please check your phone number and try again.',
      )
    }
  })

  // Covers: test-calls-6
  it('keeps what is said after the status of an answer that is no answer of ours', () => {
    const worded = {
      status: 502,
      code: 'unreadable',
      message: '502: Upstream is gone',
      said: 'Upstream is gone',
    } as const
    for (const screen of ['brokers', 'dashboard'] as const)
      expect(testCallFailure(new ApiError(worded), screen).message).toBe('Upstream is gone')
    // a response without a body has no message for any screen
    const silent = failure('unreadable', '500: The server gave no reason. Try again in a moment.')
    expect(testCallFailure(silent, 'brokers').message).toBe(CALL_FAILED_FALLBACK)
    expect(testCallFailure(offlineError(), 'brokers').message).toContain('could not be reached')
  })
})
