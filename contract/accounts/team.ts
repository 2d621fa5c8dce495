import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, idParams, instant } from '#contract/ids.ts'
import { staffRoles } from '#contract/policy.ts'
import { text } from '#contract/text-fields.ts'
import { email, newPassword } from './own-account.ts'

const tag = 'Team'

export const memberStatuses = ['active', 'invited', 'deactivated'] as const

export const member = z.object({
  id: z.number(),
  email: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  role: z.enum(staffRoles),
  status: z.enum(memberStatuses),
  twoFactorEnabled: z.boolean(),
  /** In the console, by a session that is still open. */
  lastSeenAt: instant.nullable(),
  invitedAt: instant.nullable(),
  invitationExpiresAt: instant.nullable(),
  /** The signed-in user: users cannot change their own role or deactivate themselves. */
  isSelf: z.boolean(),
})
export type Member = z.output<typeof member>

const firstName = text(100).min(1, 'First name is required')
const lastName = text(100).min(1, 'Last name is required')
const role = z.enum(staffRoles, 'Choose a role')

export const listMembers = endpoint('GET /api/users', {
  tag,
  summary: 'The members of staff and who is invited, by name',
  access: 'team.write',
  returns: z.array(member),
})

export const inviteMember = endpoint('POST /api/users', {
  tag,
  summary: 'Invites a member of staff by email. The role opens nothing until the invitation is accepted',
  access: 'team.write',
  body: z.object({ email, firstName, lastName, role }),
  returns: member,
  status: 201,
})

export const updateMember = endpoint('PATCH /api/users/:id', {
  tag,
  summary:
    'Changes the name or role of a member of staff, deactivates one or reactivates them. Counts at once',
  access: 'team.write',
  params: idParams,
  body: z
    .object({ firstName, lastName, role, active: z.boolean() })
    .partial()
    .refine((body) => Object.keys(body).length > 0, 'Nothing to change'),
  returns: member,
  edits: { subject: 'user', fields: ['firstName', 'lastName', 'role', 'status'] },
})

export const sendInvitation = endpoint('POST /api/users/:id/invitation', {
  tag,
  summary: 'Sends an invitation again with a new link; the former link ends',
  access: 'team.write',
  params: idParams,
  returns: member,
})

export const withdrawInvitation = endpoint('DELETE /api/users/:id/invitation', {
  tag,
  summary: 'Withdraws an invitation that has not been accepted',
  access: 'team.write',
  params: idParams,
  returns: z.object({ withdrawn: bodyId }),
})

export const resetTwoFactor = endpoint('DELETE /api/users/:id/two-factor', {
  tag,
  summary:
    'Turns two-factor off for a member of staff who has lost their app and backup codes, and signs them out everywhere',
  access: 'team.write',
  params: idParams,
  returns: member,
})

const token = z.string().min(1).max(500)

export const checkInvitation = endpoint('POST /api/invitation/check', {
  tag,
  summary: 'What the link of an invitation would accept; changes nothing, as mail scanners open links too',
  access: 'public',
  body: z.object({ token }),
  returns: z.object({
    email: z.string(),
    firstName: z.string(),
    role: z.enum(staffRoles),
    /** False for a person with an account in the broker portal: its password stays. */
    needsPassword: z.boolean(),
  }),
  limit: { requests: 60, minutes: 15 },
})

export const acceptInvitation = endpoint('POST /api/invitation', {
  tag,
  summary: 'Accepts an invitation with the token from its email, and sets the password',
  access: 'public',
  body: z.object({ token, password: newPassword.optional() }),
  returns: z.object({ email: z.string() }),
  limit: { requests: 60, minutes: 15 },
})
