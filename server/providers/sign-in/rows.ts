// What is written to the library's tables without it.

import { sql } from 'kysely'
import type { LibraryOptions } from './library.ts'
import { hashPassword } from './password-hash.ts'

type Tables = Pick<LibraryOptions, 'db'>

export async function endVerifications({ db }: Tables, userId: number): Promise<void> {
  await sql`delete from verifications where value = ${String(userId)}`.execute(db)
}

export async function markSeen({ db }: Tables, sessionId: number): Promise<void> {
  await sql`update sessions set last_seen_at = clock_timestamp() where id = ${sessionId}`.execute(db)
}

/** While the password is at hand: hashes of former costs are as easy to guess as they were. */
export async function hashAnew(
  { db }: Tables,
  { password, outdated }: { password: string; outdated: string },
): Promise<void> {
  const hash = await hashPassword(password)
  await sql`update credentials set password = ${hash} where password = ${outdated}`.execute(db)
}
