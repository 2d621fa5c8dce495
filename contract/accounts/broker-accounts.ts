import { z } from 'zod'
import { type Region, regions } from '#contract/brokers/brokers.ts'
import { endpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/ids.ts'
import { line, withoutAddresses } from '#contract/text-fields.ts'
import { wholeNumber } from '#contract/whole-numbers.ts'
import { code, email, givenPassword, newPassword, ok, ownAccountEndpoints } from './own-account.ts'
import { ownPasskeyEndpoints, passkeyResponse, passkeyStart } from './passkeys.ts'

const tag = 'Broker accounts'

/** The portal's own choices, 'CBA' unchanged; other stored values are kept. */
export const portalMemberships = ['MFAA', 'FBAA', 'CBA', 'Other'] as const

export const NAME_TOO_SHORT = 'Name must be at least 2 characters'
export const PHONE_TOO_SHORT = 'Phone number must be at least 10 digits'
export const NOT_VERIFIED = 'Please verify your email address first. We have sent you an email with a link.'
export const CHECK_MAIL = 'Please check your email to verify your account before logging in.'

const blankToNull = (value: string | null | undefined): string | null => value || null
const optional = (max: number) =>
  line().max(max, `At most ${max} characters`).nullish().transform(blankToNull)

const profileShape = {
  name: withoutAddresses(line(NAME_TOO_SHORT).min(2, NAME_TOO_SHORT).max(200, 'At most 200 characters')),
  phone: line(PHONE_TOO_SHORT)
    .max(60, 'At most 60 characters')
    .refine((value) => value.replaceAll(/\D/g, '').length >= 10, PHONE_TOO_SHORT),
  company: optional(200),
  region: z
    .union([z.enum(regions), z.literal('')], 'Choose a state')
    .nullish()
    .transform(blankToNull)
    .pipe(z.enum(regions).nullable()),
  asicNumber: wholeNumber(optional(40)),
  membership: optional(40),
}

const stays = (max: number) => line().max(max, `At most ${max} characters`).nullish()
const unlessLeftOut = <T>(value: T | '' | null | undefined): T | null | undefined =>
  value === undefined ? undefined : value || null
const kept = {
  company: stays(200).transform(unlessLeftOut<string>),
  region: z
    .union([z.enum(regions), z.literal('')], 'Choose a state')
    .nullish()
    .transform(unlessLeftOut<Region>),
  asicNumber: wholeNumber(stays(40).transform(unlessLeftOut<string>)),
  membership: stays(40).transform(unlessLeftOut<string>),
}

export const registerBody = z.object({ email, password: newPassword, ...profileShape })
/** An omitted field stays as it is; a blank one is cleared. */
export const profileBody = z.object({ ...profileShape, ...kept })
export const brokerSignInBody = z.object({ email, password: givenPassword('Password is required') })

/** The signed-in broker's own account. */
export const brokerProfile = z.object({
  id: z.number(),
  name: z.string(),
  /** The name used in greetings; null where none is fit for that. */
  calledName: z.string().nullable(),
  /** Cannot be changed here. */
  email: z.string(),
  phone: z.string(),
  company: z.string().nullable(),
  region: z.enum(regions).nullable(),
  asicNumber: z.string().nullable(),
  membership: z.string().nullable(),
  createdAt: instant,
  twoFactorEnabled: z.boolean(),
  /** The booking page with the key that identifies the broker. */
  bookingUrl: z.string(),
  /** True for a member of staff, who sees the Admin Dashboard link. */
  staff: z.boolean(),
})
export type BrokerProfile = z.infer<typeof brokerProfile>

/** Kept by the portal and sent as `Authorization: Bearer …`. */
const opened = z.object({ token: z.string(), broker: brokerProfile })
/** With two-factor on: `challenge` and a code open the session, within ten minutes. */
export const twoFactorAsked = z.object({ twoFactorRequired: z.literal(true), challenge: z.string() })

export const brokerSignIn = endpoint('POST /api/broker/login', {
  tag,
  summary: 'Signs a broker in; asks for a code where two-factor is on',
  access: 'public',
  body: brokerSignInBody,
  returns: z.union([opened, twoFactorAsked]),
})

export const brokerSignInVerify = endpoint('POST /api/broker/login/verify', {
  tag,
  summary: 'Completes a sign-in with a code from the authenticator app, or a backup code',
  access: 'public',
  body: z.object({ challenge: z.string().min(1).max(500), code }),
  returns: opened,
  limit: { requests: 30, minutes: 15 },
})

export const brokerPasskeyOptions = passkeyStart('/api/broker', tag)

export const brokerSignInWithPasskey = endpoint('POST /api/broker/login/passkey', {
  tag,
  summary: 'Signs a broker in with a passkey',
  access: 'public',
  body: passkeyResponse,
  returns: opened,
  limit: { requests: 60, minutes: 15 },
})

export const registerBroker = endpoint('POST /api/broker/register', {
  tag,
  summary:
    'Requests an account; the link emailed to the address completes it. The response never reveals who has an account',
  access: 'public',
  body: registerBody,
  returns: z.object({ message: z.string() }),
  status: 201,
  limit: { requests: 20, minutes: 15 },
})

const verifyToken = z.string().min(1).max(500)
export const PASSWORD_NEEDED = 'Enter a password'

export const checkRegistration = endpoint('POST /api/broker/verify/check', {
  tag,
  summary:
    'What the link of a registration email would complete; changes nothing, as mail scanners open links too',
  access: 'public',
  body: z.object({ token: verifyToken }),
  returns: z.object({
    email: z.string(),
    /** The link was used before: the account is ready. */
    completed: z.boolean(),
    /** False for an account that has a password already, which stays. */
    needsPassword: z.boolean(),
    /** The values as submitted, perhaps by another person; shown to the person who completes the registration. */
    name: z.string(),
    phone: z.string(),
    company: z.string().nullable(),
    asicNumber: z.string().nullable(),
  }),
  limit: { requests: 60, minutes: 15 },
})

export const verifyBroker = endpoint('POST /api/broker/verify', {
  tag,
  summary:
    'Completes a registration with the token from its email, and sets the password: only who reads the mailbox knows it. Links the broker record with this address',
  access: 'public',
  body: z.object({ token: verifyToken, password: newPassword.optional() }),
  returns: z.object({
    email: z.string(),
    /** Which password opens the account: the one that was sent, or that of an account which was there before. */
    password: z.enum(['set', 'existing']),
  }),
  limit: { requests: 60, minutes: 15 },
})

export const resendVerification = endpoint('POST /api/broker/verify/resend', {
  tag,
  summary: 'Sends the verification email again; the response is the same for every address',
  access: 'public',
  body: z.object({ email }),
  returns: ok,
  limit: { requests: 10, minutes: 15 },
})

export const brokerSignOut = endpoint('POST /api/broker/logout', {
  tag,
  summary: 'Ends this session',
  access: 'broker',
  returns: ok,
})

export const readProfile = endpoint('GET /api/broker/profile', {
  tag,
  summary: 'The signed-in broker',
  access: 'broker',
  returns: brokerProfile,
})

export const updateProfile = endpoint('PUT /api/broker/profile', {
  tag,
  summary: 'Changes your own profile; the email address stays',
  access: 'broker',
  body: profileBody,
  returns: brokerProfile,
  edits: { subject: 'broker', fields: Object.keys(profileBody.shape) },
})

export const ownAccount = ownAccountEndpoints({
  base: '/api/broker',
  tag,
  access: 'broker',
  person: 'broker',
})

export const ownPasskeys = ownPasskeyEndpoints({ base: '/api/broker', tag, access: 'broker' })
