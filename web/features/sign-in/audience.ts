import type { z } from 'zod'
import type { OwnAccountEndpoints } from '#contract/own-account.ts'
import type { FailurePlaces } from './failure.ts'

export type Credentials = {
  email: string
  password: string
}

/** The answer to the right password where two-factor is on: only a code opens the session. */
export interface CodeAsked {
  twoFactorRequired: true
}

/** Who signs in: staff and brokers fill the same forms in, each with endpoints and words of their own. */
export interface Audience<Opened extends object, Asked extends CodeAsked> {
  account: Pick<OwnAccountEndpoints, 'forgotPassword' | 'resetPassword'>
  credentials: z.ZodType<Credentials, Credentials>
  signIn(credentials: Credentials): Promise<Opened | Asked>
  verify(code: string, asked: Asked): Promise<Opened>
  words: AudienceWords
  /** Where a failure of each form is said, beside the messages that the server has for its fields. */
  failures: Record<'signIn' | 'code' | 'reset', FailurePlaces>
}

export interface AudienceWords {
  /** What is said when an attempt to sign in fails. */
  signInFailed(error: unknown): string
  codeFailed(error: unknown): string
  /** The name of the code's form, and the heading in it where the page has none. */
  codeForm: string
  codeTitle: string | null
  /** The address that a link to set a new password goes to. */
  forgotEmail: string
  sendLink: string
  sendAgain: string
  newPassword: string
  confirmPassword: string
  setPassword: string
}

/** The forms of a forgotten password, which know nothing of how people sign in. */
export type PasswordAudience = Pick<Audience<object, CodeAsked>, 'account' | 'words' | 'failures'>

/** Whether a right password is followed by the code, or has opened the session. */
export function asksForCode<Opened extends object, Asked extends CodeAsked>(
  answer: Opened | Asked,
): answer is Asked {
  return 'twoFactorRequired' in answer
}
