import type { z } from 'zod'
import type { OwnAccountEndpoints } from '#contract/accounts/own-account.ts'
import type { FailurePlaces } from './failure.ts'

export type Credentials = {
  email: string
  password: string
}

/** The response to the right password where two-factor is on: only a code opens the session. */
export interface CodeAsked {
  twoFactorRequired: true
}

/** An audience that signs in: staff and brokers share the forms, with separate endpoints and texts. */
export interface Audience<Opened extends object, Asked extends CodeAsked> {
  account: Pick<OwnAccountEndpoints, 'forgotPassword' | 'checkReset' | 'resetPassword'>
  credentials: z.ZodType<Credentials, Credentials>
  signIn(credentials: Credentials): Promise<Opened | Asked>
  verify(code: string, asked: Asked): Promise<Opened>
  words: AudienceWords
  /** Where each form shows a failure, in addition to the server's field messages. */
  failures: Record<'signIn' | 'code' | 'reset', FailurePlaces>
}

export interface AudienceWords {
  /** Message for a failed sign-in. */
  signInFailed(error: unknown): string
  codeFailed(error: unknown): string
  /** The name of the code's form, and the heading in it where the page has none. */
  codeForm: string
  codeTitle: string | null
  /** Label of the address that receives the link to set a new password. */
  forgotEmail: string
  sendLink: string
  sendAgain: string
  newPassword: string
  confirmPassword: string
  setPassword: string
}

/** The forms of a forgotten password, which are independent of the kind of sign-in. */
export type PasswordAudience = Pick<Audience<object, CodeAsked>, 'account' | 'words' | 'failures'>

/** True when a correct password needs a code as well. */
export function asksForCode<Opened extends object, Asked extends CodeAsked>(
  answer: Opened | Asked,
): answer is Asked {
  return 'twoFactorRequired' in answer
}
