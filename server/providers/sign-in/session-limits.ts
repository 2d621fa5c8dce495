import { type Kysely, sql } from 'kysely'
import { type Audience, BROKER_LONGEST_DAYS } from '../ports/sign-in.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** The least that the table of limits allows: what is shorter is over under no limits, and they need not be read. */
const ALWAYS_ALLOWED = { idleMs: HOUR_MS, ageMs: DAY_MS }

/**
 * Whether a session has lasted longer than people may stay signed in. The limits are those of this moment, for sessions
 * that were opened before them too.
 */
export async function isOver(
  db: Kysely<unknown>,
  audience: Audience,
  { createdAt, lastSeenAt }: { createdAt: Date; lastSeenAt: Date },
): Promise<boolean> {
  const idleMs = Date.now() - lastSeenAt.getTime()
  const ageMs = Date.now() - createdAt.getTime()
  if (idleMs <= ALWAYS_ALLOWED.idleMs && ageMs <= ALWAYS_ALLOWED.ageMs) return false
  const { rows } = await sql<{ staffIdleHours: number; staffDays: number; brokerDays: number }>`
    select staff_idle_hours, staff_days, broker_days from session_limits`.execute(db)
  const [limits] = rows
  if (!limits) throw new Error('there are no session limits')
  if (audience === 'broker')
    return idleMs > limits.brokerDays * DAY_MS || ageMs > BROKER_LONGEST_DAYS * DAY_MS
  return idleMs > limits.staffIdleHours * HOUR_MS || ageMs > limits.staffDays * DAY_MS
}
