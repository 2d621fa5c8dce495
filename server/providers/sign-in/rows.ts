// Rows written to the library's tables without the library.

import { sql } from 'kysely'
import type { LibraryOptions } from './library.ts'
import { hashPassword, verifyPassword } from './password-hash.ts'

type Tables = Pick<LibraryOptions, 'db'>

export async function endVerifications({ db }: Tables, userId: number): Promise<void> {
  await sql`delete from verifications where value = ${String(userId)}`.execute(db)
}

export async function markSeen({ db }: Tables, sessionId: number): Promise<void> {
  await sql`update sessions set last_seen_at = clock_timestamp() where id = ${sessionId}`.execute(db)
}

/** Whether a password that was right when it was checked still is. */
export async function isStillRight(
  { db }: Tables,
  { userId, password, checked }: { userId: number; password: string; checked: string | undefined },
): Promise<boolean> {
  const { rows } = await sql<{ hash: string }>`
    select password as hash from credentials where user_id = ${userId} and provider_id = 'credential'`.execute(
    db,
  )
  const [present] = rows
  if (!present) return false
  // a concurrent rehash stores another hash of the same password
  return present.hash === checked || verifyPassword(password, present.hash)
}

/** While the password is at hand: hashes of former costs are as easy to guess as they were. */
export async function hashAnew(
  { db }: Tables,
  { password, outdated }: { password: string; outdated: string },
): Promise<void> {
  const hash = await hashPassword(password)
  await sql`update credentials set password = ${hash} where password = ${outdated}`.execute(db)
}
