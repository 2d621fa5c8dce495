// Decides whom an ID token of the issuer admits, with which role, and why not.

import type { GroupRole, SignOnRefusal } from '#contract/accounts/sign-on.ts'
import { cleanEmail, emailFault } from '#contract/email.ts'
import { type StaffRole, staffRoles } from '#contract/policy.ts'

export interface Identity {
  groups: string[]
  /** The issuer left the groups out, because there are too many. */
  groupsLeftOut: boolean
  /** Lower case; null: none that is verified. */
  email: string | null
  firstName: string
  lastName: string
}

interface ReadOptions {
  groupsClaim: string
  trustsEmails: boolean
}

const MOST_NAME = 100

/** Reads the claims of a verified ID token. */
export function readIdentity(
  claims: Readonly<Record<string, unknown>>,
  { groupsClaim, trustsEmails }: ReadOptions,
): Identity {
  const groups = [claims[groupsClaim] ?? []].flat().filter((group) => typeof group === 'string')
  // as Microsoft Entra says that it lists no groups: OpenID Connect's distributed claims
  const elsewhere = Object(claims._claim_names) as Record<string, unknown> // any object
  const groupsLeftOut = groups.length === 0 && groupsClaim in elsewhere
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  const named = [claims.email, ...(trustsEmails ? [claims.preferred_username, claims.upn] : [])]
  const email = named
    .filter((value) => typeof value === 'string')
    .map((value) => cleanEmail(value).toLowerCase())
    .find((value) => emailFault(value) === null)
  const full = textOf(claims.name).split(/\s+/)
  return {
    groups,
    groupsLeftOut,
    // an issuer that says that the address is not verified is believed
    email: email && (isVerified || (trustsEmails && claims.email_verified !== false)) ? email : null,
    firstName: textOf(claims.given_name) || full[0] || '',
    lastName: textOf(claims.family_name) || full.slice(1).join(' '),
  }
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value.replaceAll(/\p{C}/gu, '').trim().slice(0, MOST_NAME) : ''

/** The role of a person in these groups: of several, the first in the order of the roles; null: none. */
export function roleOf(groups: readonly string[], mapping: readonly GroupRole[]): StaffRole | null {
  const mapped = mapping.filter(({ group }) => groups.includes(group)).map(({ role }) => role)
  return staffRoles.find((role) => mapped.includes(role)) ?? null
}

interface Account {
  id: number
  role: string | null
  disabled: boolean
}

interface Facts {
  identity: Identity
  role: StaffRole | null
  /** The account that is linked to issuer and subject. */
  linked: Account | null
  /** The account with the verified address; `linkedElsewhere`: it has another subject or issuer. */
  byEmail: (Account & { linkedElsewhere: boolean }) | null
  breakGlassUserId: number | null
  /** No other active admin is left without this account. */
  isLastAdmin: boolean
}

export type SignOnDecision =
  /** `userId` null: a new account. */
  | { kind: 'admit'; userId: number | null; role: StaffRole; link: boolean }
  /** `dropRole`: the linked account loses its role, and its sessions end. */
  | { kind: 'refuse'; reason: SignOnRefusal; dropRole: boolean }

/** Accounts are recognised by issuer and subject; the address links one only once, and only a verified one. */
export function decideSignOn(facts: Facts): SignOnDecision {
  const { identity, role, linked, byEmail } = facts
  const refuse = (reason: SignOnRefusal, dropRole = false): SignOnDecision => ({
    kind: 'refuse',
    reason,
    dropRole,
  })
  if (linked?.disabled) return refuse('disabled')
  const account = linked ?? byEmail
  const keeps =
    account &&
    account.role === 'admin' &&
    (account.id === facts.breakGlassUserId || (facts.isLastAdmin && role !== null))
      ? ('admin' as const)
      : null
  if (!keeps && role === null) {
    if (identity.groupsLeftOut) return refuse('too_many_groups')
    return refuse('no_group', linked !== null && linked.role !== null && !facts.isLastAdmin)
  }
  const given = keeps ?? role
  if (given === null) return refuse('no_group')
  if (linked) return { kind: 'admit', userId: linked.id, role: given, link: false }
  if (identity.email === null) return refuse('no_email')
  if (!byEmail) return { kind: 'admit', userId: null, role: given, link: true }
  if (byEmail.disabled) return refuse('disabled')
  if (byEmail.linkedElsewhere) return refuse('address_taken')
  return { kind: 'admit', userId: byEmail.id, role: given, link: true }
}
