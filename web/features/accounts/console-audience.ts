import { ownAccount, type StaffUser, signIn, signInBody, verifySignIn } from '#contract/accounts/accounts.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { call } from '#web/api/call.ts'
import type { Audience, CodeAsked } from '#web/features/sign-in/audience.ts'

const REFUSED = 'Invalid email or password'

/** The sign-in of staff: the console uses a cookie. */
export const consoleAudience: Audience<StaffUser, CodeAsked> = {
  account: ownAccount,
  credentials: signInBody,
  signIn: (credentials) => call(signIn, { body: credentials }),
  // the cookie set after the password identifies the account
  verify: (code) => call(verifySignIn, { body: { code } }),
  words: {
    // a refused pair of e-mail and password has one text; a lock or a lost connection has its own message
    signInFailed: (error) =>
      error instanceof ApiError && error.status === 401 ? REFUSED : messageOf(error, REFUSED),
    codeFailed: (error) => messageOf(error, 'The code could not be checked. Please try again.'),
    codeForm: 'Two-factor code',
    codeTitle: null,
    forgotEmail: 'Email',
    sendLink: 'Send link',
    sendAgain: 'Send again',
    newPassword: 'New password',
    confirmPassword: 'Confirm new password',
    setPassword: 'Set password',
  },
  failures: {
    signIn: { toast: 'Error' },
    code: { field: 'code' },
    reset: { inForm: true },
  },
}
