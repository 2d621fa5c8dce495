import { z } from 'zod'
import { cleanEmail } from '#contract/email.ts'
import { endpoint } from '#contract/endpoint.ts'
import { staffRoles } from '#contract/policy.ts'
import { code, ok, ownAccountEndpoints } from './own-account.ts'
import { ownPasskeyEndpoints, passkeyResponse, passkeyStart } from './passkeys.ts'

const tag = 'Accounts'

/**
 * A cookie that scripts can read, set and cleared with the session's own. It grants nothing: it spares a visitor's
 * browser a session request that would be answered 401.
 */
export const PRESENCE_COOKIE = 'brokerline.present'
/** The same over https: browsers take this name only from this very host. */
export const SECURE_PRESENCE_COOKIE = `__Host-${PRESENCE_COOKIE}`

export const staffUser = z.object({
  id: z.number(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.string().nullable(),
  role: z.enum(staffRoles),
  twoFactorEnabled: z.boolean(),
  /** Two-factor is required but not set up: no other screen opens. */
  mustSetUpTwoFactor: z.boolean(),
})
export type StaffUser = z.infer<typeof staffUser>

export const signInBody = z.object({
  email: z
    .string('Email is required')
    .overwrite(cleanEmail)
    .min(1, 'Email is required')
    .max(320, 'Email is too long'),
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
  summary: 'Signs a member of staff in and sets the session cookie; asks for a code where two-factor is on',
  access: 'public',
  body: signInBody,
  returns: z.union([staffUser, z.object({ twoFactorRequired: z.literal(true) })]),
})

export const verifySignIn = endpoint('POST /api/login/verify', {
  tag,
  summary: 'Completes a sign-in within ten minutes, with a code from the authenticator app or a backup code',
  access: 'public',
  body: z.object({ code }),
  returns: staffUser,
  limit: { requests: 30, minutes: 15 },
})

export const passkeyOptions = passkeyStart('/api', tag)

export const signInWithPasskey = endpoint('POST /api/login/passkey', {
  tag,
  summary: 'Signs a member of staff in with a passkey and sets the session cookie',
  access: 'public',
  body: passkeyResponse,
  returns: staffUser,
  limit: { requests: 60, minutes: 15 },
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
    /** True when the demo world is stored in an external database; every page then shows a notice. */
    external: z.boolean(),
    accounts: z.array(z.object({ email: z.string(), password: z.string(), role: z.string() })),
  }),
})

export const signInPage = endpoint('GET /api/login', {
  tag,
  summary: 'Redirects to the landing page with the sign-in form',
  access: 'public',
  kind: 'file',
  status: 302,
})

export const ownAccount = ownAccountEndpoints({
  base: '/api',
  tag,
  access: 'own_account.write',
  person: 'member of staff',
})

export const ownPasskeys = ownPasskeyEndpoints({ base: '/api', tag, access: 'own_account.write' })
