import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId } from '#contract/ids.ts'
import { staffRoles } from '#contract/policy.ts'
import { line } from '#contract/text-fields.ts'

const tag = 'Sign-on'

/** Where the browser returns to from the issuer; registered there. */
export const SIGN_ON_CALLBACK = '/api/auth/sso/callback'
/** Start of a sign-in at the issuer; a link, because the browser goes to another site. */
export const SIGN_ON_START = '/api/auth/sso'

/** Why a sign-in at the issuer opened no session, as the sign-in screen says it. */
export const signOnRefusals = {
  off: 'Single sign-on is not set up here. Sign in with your email and password.',
  unreachable:
    'The sign-in service of your organisation could not be reached. Try again in a few minutes; if it lasts, tell your administrator.',
  cancelled: 'The sign-in was cancelled. Start again when you are ready.',
  refused:
    'The sign-in service of your organisation refused the sign-in. Ask your administrator whether Brokerline is assigned to you there.',
  expired:
    'This sign-in took too long, was used already, or was started in another browser. Start again from here.',
  untrusted:
    'The answer of the sign-in service failed a security check, so nobody was signed in. Start again; if it happens again, tell your administrator the time.',
  no_group:
    'Your account is in no group that may use Brokerline. Ask your administrator to add you to one of the groups listed in Settings, System, Sign-on.',
  too_many_groups:
    'Your account is in too many groups for the sign-in service to list. Ask your administrator to send only the groups assigned to Brokerline.',
  no_email:
    'The sign-in service sent no verified email address. Ask your administrator to add the email claim to Brokerline.',
  address_taken:
    'An account here with your email address belongs to another identity. Ask an admin of your Brokerline team.',
  disabled: 'Your account here is deactivated. Ask an admin of your Brokerline team to reactivate it.',
} as const
export type SignOnRefusal = keyof typeof signOnRefusals

export const signOnOffer = endpoint('GET /api/auth/sign-on', {
  tag,
  summary:
    'How staff sign in here: the name of the single sign-on, null where there is none, and whether it is the only way',
  access: 'public',
  returns: z.object({ label: z.string().nullable(), enforced: z.boolean() }),
})

export const startSignOn = endpoint(`GET ${SIGN_ON_START}`, {
  tag,
  summary: 'Redirects to the issuer of the single sign-on; `again` asks there for the password again',
  access: 'public',
  query: z.object({ again: z.enum(['1']).optional() }),
  kind: 'file',
  status: 302,
  limit: { requests: 60, minutes: 15 },
})

export const completeSignOn = endpoint(`GET ${SIGN_ON_CALLBACK}`, {
  tag,
  summary: 'Return from the issuer: opens the session, or leads to the sign-in screen with the reason',
  access: 'public',
  query: z.object({
    code: z.string().max(4000).optional(),
    state: z.string().max(500).optional(),
    iss: z.string().max(500).optional(),
    error: z.string().max(200).optional(),
  }),
  kind: 'file',
  status: 302,
  limit: { requests: 60, minutes: 15 },
})

const issuer = line('Enter the address of the issuer')
  .min(1, 'Enter the address of the issuer')
  .max(300, 'The address is too long')
const groupName = line('Enter the group')
  .min(1, 'Enter the group')
  .max(200, 'The name of the group is too long')

export const groupRole = z.object({ group: groupName, role: z.enum(staffRoles, 'Choose a role') })
export type GroupRole = z.infer<typeof groupRole>

export const MOST_GROUPS = 50

/** What an admin enters, but for the secret. */
const fields = z.object({
  issuer,
  clientId: line('Enter the client ID').min(1, 'Enter the client ID').max(300, 'The client ID is too long'),
  /** After 'Sign in with' on the button. */
  label: line('Enter a name').min(1, 'Enter a name').max(40, 'Use at most 40 characters'),
  /** The claim of the ID token that lists the groups. */
  groupsClaim: line('Enter the name of the claim')
    .min(1, 'Enter the name of the claim')
    .max(100, 'The name of the claim is too long'),
  groups: z
    .array(groupRole)
    .min(1, 'Add at least one group')
    .max(MOST_GROUPS, `Use at most ${MOST_GROUPS} groups`),
  /** For an issuer that gives no `email_verified`, but only addresses that it has verified. */
  trustsEmails: z.boolean(),
})

export const signOnBody = fields.extend({
  /** Required at first, and with a new issuer or client; otherwise the present one stays. */
  clientSecret: z.string().max(500, 'The client secret is too long').optional(),
})

export const signOnSettings = fields.partial({ issuer: true, clientId: true }).extend({
  issuer: z.string().nullable(),
  clientId: z.string().nullable(),
  hasSecret: z.boolean(),
  groups: z.array(groupRole),
  enforced: z.boolean(),
  breakGlassUserId: z.number().nullable(),
  /** To be registered at the issuer. */
  redirectUri: z.string(),
  /** Who may be the break-glass admin: active admins with a password. */
  admins: z.array(z.object({ id: z.number(), name: z.string(), email: z.string() })),
})
export type SignOnSettings = z.infer<typeof signOnSettings>

export const getSignOn = endpoint('GET /api/sign-on', {
  tag,
  summary: 'The settings of the single sign-on, without the secret',
  access: 'sign_on.write',
  returns: signOnSettings,
})

export const updateSignOn = endpoint('PUT /api/sign-on', {
  tag,
  summary: 'Sets the issuer, client and groups of the single sign-on, after its discovery document was read',
  access: 'sign_on.write',
  body: signOnBody,
  returns: signOnSettings,
  limit: { requests: 30, minutes: 15 },
})

export const removeSignOn = endpoint('DELETE /api/sign-on', {
  tag,
  summary: 'Ends the single sign-on; the sessions that it opened end, accounts and links stay',
  access: 'sign_on.write',
  returns: signOnSettings,
})

export const testSignOn = endpoint('POST /api/sign-on/test', {
  tag,
  summary: 'Reads the discovery document and keys of an issuer and reports what they offer; changes nothing',
  access: 'sign_on.write',
  body: z.object({ issuer }),
  returns: z.object({
    ok: z.boolean(),
    /** Each fact in words; of a failure, the reason. */
    facts: z.array(z.string()),
  }),
  limit: { requests: 30, minutes: 15 },
})

export const enforceSignOn = endpoint('PUT /api/sign-on/enforcement', {
  tag,
  summary:
    'Makes the single sign-on the only way for staff, but for one break-glass admin, or ends that. Other sessions of staff end at once',
  access: 'sign_on.write',
  body: z.object({ enforced: z.boolean(), breakGlassUserId: bodyId.nullable() }),
  returns: signOnSettings,
})
