import {
  brokerSignIn,
  brokerSignInBody,
  brokerSignInVerify,
  ownAccount,
} from '#contract/accounts/broker-accounts.ts'
import { messageOf } from '#web/api/api-error.ts'
import { type AnswerOf, call } from '#web/api/call.ts'
import type { Audience } from '#web/features/sign-in/audience.ts'

type Opened = AnswerOf<typeof brokerSignInVerify>
export type Challenge = Exclude<AnswerOf<typeof brokerSignIn>, Opened>

const signInFailed = (error: unknown): string => messageOf(error, 'Invalid credentials')
/** In the form, where it can be read again, and in a toast. */
const loudly = { inForm: true, toast: 'Login Failed', always: true }

/** Brokers, who sign in to the portal by a token. */
export const portalAudience: Audience<Opened, Challenge> = {
  account: ownAccount,
  credentials: brokerSignInBody,
  signIn: (credentials) => call(brokerSignIn, { body: credentials }),
  verify: (code, { challenge }) => call(brokerSignInVerify, { body: { challenge, code } }),
  words: {
    signInFailed,
    codeFailed: signInFailed,
    codeForm: 'Second step',
    codeTitle: 'One more step',
    forgotEmail: 'Email Address',
    sendLink: 'Send Link',
    sendAgain: 'Send Again',
    newPassword: 'New Password',
    confirmPassword: 'Confirm New Password',
    setPassword: 'Set Password',
  },
  failures: {
    signIn: loudly,
    code: loudly,
    reset: { inForm: true, toast: 'Error' },
  },
}
