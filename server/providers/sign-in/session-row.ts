import { createHmac, timingSafeEqual } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import {
  type Audience,
  BROKER_LONGEST_DAYS,
  type SignedIn,
  type SignInMethod,
  SSO_LONGEST_HOURS,
} from '../ports/sign-in.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** A session with its user and the limits of this moment. */
export interface SessionRow {
  sessionId: number
  audience: string
  expiresAt: Date
  createdAt: Date
  lastSeenAt: Date | null
  userId: number
  email: string
  name: string
  firstName: string
  lastName: string
  image: string | null
  role: string | null
  disabledAt: Date | null
  invitedAt: Date | null
  brokerId: number | null
  twoFactorEnabled: boolean
  staffIdleHours: number
  staffDays: number
  brokerDays: number
  method: SignInMethod
  authenticatedAt: Date
  /** Staff sign in at the issuer only, but for one. */
  enforced: boolean
  breakGlassUserId: number | null
}

/**
 * The token within a signed one, as the library signs: `token.signature`, an HMAC-SHA256 in base64.
 * @returns null where the signature is not ours
 */
export function verifiedToken(signed: string, secret: string): string | null {
  const at = signed.lastIndexOf('.')
  if (at < 1) return null
  const token = signed.slice(0, at)
  const given = Buffer.from(signed.slice(at + 1))
  const own = Buffer.from(createHmac('sha256', secret).update(token).digest('base64'))
  return given.length === own.length && timingSafeEqual(given, own) ? token : null
}

/** Everything that lets a request in, in one read. */
export async function findSession(db: Kysely<unknown>, token: string): Promise<SessionRow | undefined> {
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, s.audience, s.expires_at, s.created_at, s.last_seen_at, u.id as user_id, u.email, u.name,
      u.first_name, u.last_name, u.image, u.role, u.disabled_at, u.invited_at, u.broker_id, u.two_factor_enabled,
      l.staff_idle_hours, l.staff_days, l.broker_days, s.method, s.authenticated_at, o.enforced, o.break_glass_user_id
    from sessions s join users u on u.id = s.user_id, session_limits l, sign_on o where s.token = ${token}`.execute(
    db,
  )
  return rows[0]
}

/**
 * Whether a session has lasted longer than people may stay signed in. The limits are those of this moment, for sessions
 * that were opened before them too.
 */
export function isOver(audience: Audience, row: SessionRow, now: number): boolean {
  const idleMs = now - (row.lastSeenAt ?? row.createdAt).getTime()
  const ageMs = now - row.createdAt.getTime()
  if (audience === 'broker') return idleMs > row.brokerDays * DAY_MS || ageMs > BROKER_LONGEST_DAYS * DAY_MS
  // a session from before the single sign-on became the only way
  if (row.enforced && row.method !== 'sso' && row.userId !== row.breakGlassUserId) return true
  if (row.method === 'sso' && ageMs > SSO_LONGEST_HOURS * HOUR_MS) return true
  return idleMs > row.staffIdleHours * HOUR_MS || ageMs > row.staffDays * DAY_MS
}

/** The user of the session, without the session's limits. */
export function signedInOf(row: SessionRow): SignedIn {
  const { userId, email, name, firstName, lastName, image, role, brokerId, twoFactorEnabled } = row
  return {
    ...{ userId, email, name, firstName, lastName, image, role, brokerId, twoFactorEnabled },
    disabled: row.disabledAt !== null,
    invited: row.invitedAt !== null,
    ...{ sessionId: row.sessionId, expiresAt: row.expiresAt },
    ...{ method: row.method, authenticatedAt: row.authenticatedAt },
  }
}
