import { z } from 'zod'
import { emailField } from '#contract/email.ts'
import { type Access, endpoint } from '#contract/endpoint.ts'
import { idParams, instant } from '#contract/ids.ts'
import { line } from '#contract/text-fields.ts'

const MIN_PASSWORD = 8
const MAX_PASSWORD = 200
export const PASSWORD_TOO_SHORT = 'Password must be at least 8 characters'
export const PASSWORDS_DIFFER = "Passwords don't match"
export const INVALID_EMAIL = 'Invalid email address'

export const ok = z.object({ ok: z.literal(true) })
export const email = emailField(INVALID_EMAIL)
export const givenPassword = (message: string) =>
  z.string(message).min(1, message).max(MAX_PASSWORD, 'Password is too long')
export const newPassword = z
  .string(PASSWORD_TOO_SHORT)
  .min(MIN_PASSWORD, PASSWORD_TOO_SHORT)
  .max(MAX_PASSWORD, 'Password is too long')
/** Six digits of an app, or a backup code. */
export const code = line('Enter the code from your app')
  .min(6, 'Enter the code from your app')
  .max(40, 'Enter the code from your app')

export const changePasswordBody = z.object({
  currentPassword: givenPassword('Current password is required'),
  newPassword,
})
export const resetPasswordBody = z.object({ token: z.string().min(1).max(500), newPassword })
export const passwordBody = z.object({ password: givenPassword('Current password is required') })

/** One session of an account. */
export const session = z.object({
  id: z.number(),
  /** e.g. 'Chrome on Android', derived from the browser's user agent. */
  device: z.string(),
  ip: z.string().nullable(),
  createdAt: instant,
  lastSeenAt: instant.nullable(),
  /** The session that sends the request. */
  current: z.boolean(),
})
export type Session = z.infer<typeof session>

/** The set-up details for an authenticator app. */
export const twoFactorSetup = z.object({
  /** otpauth://… */
  uri: z.string(),
  /** The key for typing in by hand. */
  secret: z.string(),
  /** SVG of the QR code. */
  qr: z.string(),
  /** Each opens once; shown only now. */
  backupCodes: z.array(z.string()),
})
export type TwoFactorSetup = z.infer<typeof twoFactorSetup>

interface Area {
  /** Prefix of the paths. */
  base: `/${string}`
  tag: string
  /** The access required once signed in. */
  access: Access
  /** The audience as endpoint summaries name it. */
  person: string
}

/** Endpoints for the signed-in user's own account, the same for staff and brokers under separate paths. */
export function ownAccountEndpoints({ base, tag, access, person }: Area) {
  return {
    forgotPassword: endpoint(`POST ${base}/forgot-password`, {
      tag,
      summary:
        'Emails a link to set a new password, valid once and for an hour; the response is the same for every address',
      access: 'public',
      body: z.object({ email }),
      returns: ok,
      limit: { requests: 10, minutes: 15 },
    }),
    resetPassword: endpoint(`POST ${base}/reset-password`, {
      tag,
      summary: 'Sets a new password with the token from the email, and ends every session',
      access: 'public',
      body: resetPasswordBody,
      returns: ok,
      limit: { requests: 30, minutes: 15 },
    }),
    checkReset: endpoint(`POST ${base}/reset-password/check`, {
      tag,
      summary: 'Whether the token from the email can still set a password; it stays as it is',
      access: 'public',
      body: resetPasswordBody.pick({ token: true }),
      returns: ok,
      limit: { requests: 30, minutes: 15 },
    }),
    changePassword: endpoint(`POST ${base}/change-password`, {
      tag,
      summary: 'Changes your own password and ends all other sessions',
      access,
      body: changePasswordBody,
      returns: ok,
    }),
    listSessions: endpoint(`GET ${base}/sessions`, {
      tag,
      summary: `Where this ${person} is signed in, the latest first`,
      access,
      returns: z.array(session),
    }),
    endSession: endpoint(`DELETE ${base}/sessions/:id`, {
      tag,
      summary: 'Signs out one of your own sessions',
      access,
      params: idParams,
      returns: ok,
    }),
    endAllSessions: endpoint(`DELETE ${base}/sessions`, {
      tag,
      summary: 'Signs out everywhere, here too',
      access,
      returns: ok,
    }),
    startTwoFactor: endpoint(`POST ${base}/two-factor`, {
      tag,
      summary: 'Begins two-factor set-up: what the app needs. It is on once the first code is confirmed',
      access,
      body: passwordBody,
      returns: twoFactorSetup,
      limit: { requests: 20, minutes: 15 },
    }),
    confirmTwoFactor: endpoint(`POST ${base}/two-factor/confirm`, {
      tag,
      summary: 'Turns two-factor on with the first code from the app',
      access,
      body: z.object({ code }),
      returns: ok,
      limit: { requests: 20, minutes: 15 },
    }),
    stopTwoFactor: endpoint(`POST ${base}/two-factor/disable`, {
      tag,
      summary: 'Turns two-factor off',
      access,
      body: passwordBody,
      returns: ok,
      limit: { requests: 20, minutes: 15 },
    }),
  }
}
export type OwnAccountEndpoints = ReturnType<typeof ownAccountEndpoints>
