import { describe, expect, it } from 'vitest'
import type { StaffUser } from '#contract/accounts/accounts.ts'
import { NOT_VERIFIED } from '#contract/accounts/broker-accounts.ts'
import { ApiError, offlineError, offlineMessage } from '#web/api/api-error.ts'
import { consoleAudience } from '#web/features/accounts/console-audience.ts'
import { portalAudience } from '#web/features/portal/sign-in/portal-audience.ts'
import { asksForCode } from './audience.ts'

const ann: StaffUser = {
  id: 7,
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Ng',
  profileImageUrl: null,
  role: 'lender',
  twoFactorEnabled: true,
  mustSetUpTwoFactor: false,
}
const refusal = (status: number, message: string): ApiError =>
  new ApiError({ status, code: status === 401 ? 'not_signed_in' : 'too_many_requests', message })
const LOCKED = 'Too many failed attempts. Try again in 15 minutes.'
const fault = new ApiError({ status: 500, code: 'internal', message: 'Something broke' })

describe('the step after the right password', () => {
  it('is the code where the answer asks for it, to staff and to brokers', () => {
    expect(asksForCode({ twoFactorRequired: true })).toBe(true)
    expect(asksForCode({ twoFactorRequired: true, challenge: 'abc' })).toBe(true)
  })

  it('is the console or the portal where the answer opens it', () => {
    // two-factor may be on: only the response shows whether a code is required now
    expect(asksForCode(ann)).toBe(false)
    expect(asksForCode({ token: 'abc', broker: {} })).toBe(false)
  })
})

describe('a refused sign-in', () => {
  // Covers: sign-sessions-2
  it('has one text in the console, whatever the server knows; a lock and a lost connection say what they are', () => {
    const { signInFailed } = consoleAudience.words
    expect(signInFailed(refusal(401, 'No such user'))).toBe('Invalid email or password')
    expect(signInFailed(refusal(429, LOCKED))).toBe(LOCKED)
    expect(signInFailed(offlineError())).toBe(offlineMessage())
    expect(signInFailed(fault)).toBe('Invalid email or password')
  })

  it('says in the portal what the server says, such as that the address waits to be verified', () => {
    const { signInFailed, codeFailed } = portalAudience.words
    expect(signInFailed(refusal(403, NOT_VERIFIED))).toBe(NOT_VERIFIED)
    expect(signInFailed(refusal(429, LOCKED))).toBe(LOCKED)
    expect([signInFailed(fault), codeFailed(fault)]).toEqual(['Invalid credentials', 'Invalid credentials'])
  })

  it('by a code says so in words of its own in the console', () => {
    expect(consoleAudience.words.codeFailed(fault)).toBe('The code could not be checked. Please try again.')
  })
})

describe('what is typed to sign in', () => {
  const messages = (audience: typeof consoleAudience | typeof portalAudience, email: string): string[] =>
    audience.credentials.safeParse({ email, password: '' }).error?.issues.map(({ message }) => message) ?? []

  it('is any address in the console, and must be written like one in the portal', () => {
    expect(messages(consoleAudience, '')).toEqual(['Email is required', 'Password is required'])
    expect(messages(consoleAudience, 'ann')).toEqual(['Password is required'])
    expect(messages(portalAudience, 'ann')).toEqual(['Invalid email address', 'Password is required'])
  })
})
