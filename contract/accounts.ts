import { z } from 'zod'
import {
  changePasswordBody,
  code,
  email,
  passwordBody,
  resetPasswordBody,
  session,
  twoFactorSetup,
} from './broker-accounts.ts'
import { endpoint } from './endpoint.ts'
import { idParams } from './ids.ts'
import { staffRoles } from './policy.ts'

const tag = 'Accounts'
const ok = z.object({ ok: z.literal(true) })

/**
 * A cookie that scripts can read, set and cleared with the session's own: it grants nothing, it only spares a
 * visitor's browser the question who is signed in, which would be answered 401.
 */
export const PRESENCE_COOKIE = 'brokerline.present'

export const staffUser = z.object({
  id: z.number(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(staffRoles),
  twoFactorEnabled: z.boolean(),
})
export type StaffUser = z.infer<typeof staffUser>

export const signInBody = z.object({
  email: z.string('Email is required').trim().min(1, 'Email is required').max(320, 'Email is too long'),
  password: z.string('Password is required').min(1, 'Password is required').max(200, 'Password is too long'),
})

export const currentUser = endpoint('GET /api/auth/user', {
  tag,
  summary: 'The signed-in member of staff; 401 when nobody is signed in',
  access: 'public',
  returns: staffUser,
})

export const signIn = endpoint('POST /api/login', {
  tag,
  summary: 'Signs a member of staff in and sets the session cookie; with two-factor on a code is asked for',
  access: 'public',
  body: signInBody,
  returns: z.union([staffUser, z.object({ twoFactorRequired: z.literal(true) })]),
})

export const verifySignIn = endpoint('POST /api/login/verify', {
  tag,
  summary: 'Completes a sign-in, within ten minutes, with a code of the authenticator app or a backup code',
  access: 'public',
  body: z.object({ code }),
  returns: staffUser,
  limit: { requests: 30, minutes: 15 },
})

export const signOut = endpoint('POST /api/logout', {
  tag,
  summary: 'Ends the session',
  access: 'public',
  returns: ok,
})

export const demoAccounts = endpoint('GET /api/auth/demo', {
  tag,
  summary: 'Demo accounts to show on the sign-in page; empty unless the demo world is on',
  access: 'public',
  returns: z.object({
    demo: z.boolean(),
    /** True when the demo world runs over an external database, which every page then says. */
    external: z.boolean(),
    accounts: z.array(z.object({ email: z.string(), password: z.string(), role: z.string() })),
  }),
})

export const signInPage = endpoint('GET /api/login', {
  tag,
  summary: 'Leads to the landing page with the sign-in',
  access: 'public',
  kind: 'file',
})

export const forgotPassword = endpoint('POST /api/forgot-password', {
  tag,
  summary:
    'Mails a link to set a new password, good once and for an hour; answers the same for every address',
  access: 'public',
  body: z.object({ email }),
  returns: ok,
  limit: { requests: 10, minutes: 15 },
})

export const resetPassword = endpoint('POST /api/reset-password', {
  tag,
  summary: 'Sets a new password with the token of the mail, and ends every session',
  access: 'public',
  body: resetPasswordBody,
  returns: ok,
  limit: { requests: 30, minutes: 15 },
})

export const changePassword = endpoint('POST /api/change-password', {
  tag,
  summary: 'Changes the own password and ends all other sessions',
  access: 'admin_area.read',
  body: changePasswordBody,
  returns: ok,
})

export const listSessions = endpoint('GET /api/sessions', {
  tag,
  summary: 'Where this member of staff is signed in, the latest first',
  access: 'admin_area.read',
  returns: z.array(session),
})

export const endSession = endpoint('DELETE /api/sessions/:id', {
  tag,
  summary: 'Signs one of the own sessions out',
  access: 'admin_area.read',
  params: idParams,
  returns: ok,
})

export const endAllSessions = endpoint('DELETE /api/sessions', {
  tag,
  summary: 'Signs out everywhere, here too',
  access: 'admin_area.read',
  returns: ok,
})

export const startTwoFactor = endpoint('POST /api/two-factor', {
  tag,
  summary: 'Begins two-factor: what the app needs. It is on after the first right code',
  access: 'admin_area.read',
  body: passwordBody,
  returns: twoFactorSetup,
  limit: { requests: 20, minutes: 15 },
})

export const confirmTwoFactor = endpoint('POST /api/two-factor/confirm', {
  tag,
  summary: 'Turns two-factor on with the first code of the app',
  access: 'admin_area.read',
  body: z.object({ code }),
  returns: ok,
  limit: { requests: 20, minutes: 15 },
})

export const stopTwoFactor = endpoint('POST /api/two-factor/disable', {
  tag,
  summary: 'Turns two-factor off',
  access: 'admin_area.read',
  body: passwordBody,
  returns: ok,
  limit: { requests: 20, minutes: 15 },
})
