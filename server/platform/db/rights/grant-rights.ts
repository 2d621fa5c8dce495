import pg from 'pg'
import { readRights } from './read-rights.ts'

/** Revoking a right on a table also revokes it on its columns: a second round grants the required ones again. */
const ROUNDS = 2

/**
 * Grants a role the rights that the application needs, and revokes all others. Only the owner may, in a transaction. A
 * role with unlimited rights is left unchanged.
 */
export async function grantRights(client: pg.Client, role: string): Promise<void> {
  for (let round = 0; round < ROUNDS; round++) {
    const { missing, excess, power } = await readRights(client, role)
    if (power === 'is a superuser' || power === 'owns the tables') return
    const name = pg.escapeIdentifier(role)
    for (const { privilege, on } of excess) await client.query(`revoke ${privilege} on ${on} from ${name}`)
    for (const { privilege, on } of missing) await client.query(`grant ${privilege} on ${on} to ${name}`)
    if (missing.length + excess.length === 0) return
  }
}
