import { type Kysely, sql } from 'kysely'
import type { AgeKey } from '#server/platform/crypto/age.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import type { DB } from '#server/schema.gen.ts'

/** Any fixed number: of several processes that start at once one writes the first key down. */
const KEYS_LOCK = 7_190_013

/** Keys of the vault: new files are encrypted to the current one; every one of them opens files. */
export interface VaultKeys {
  current: { id: number; recipient: string }
  identities: readonly string[]
}

/** Where the installation keeps its identities. */
export interface VaultKeySource {
  /** Named in messages, e.g. 'VAULT_KEY'. */
  name: string
  /** The first one is used for a new vault; null: there are none yet. */
  read(): Promise<AgeKey[] | null>
  /** Makes the first one; null where that is not for us to do. */
  generate: (() => Promise<AgeKey>) | null
}

/**
 * Brings the installation's identities and the database's list of recipients together. Changes nothing unless the
 * vault is new. @throws StartupError where the keys at hand do not open what is stored
 */
export async function openVaultKeys(db: Kysely<DB>, source: VaultKeySource): Promise<VaultKeys> {
  const held = await source.read()
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(${KEYS_LOCK})`.execute(trx)
    const known = await trx
      .selectFrom('vaultKeys')
      .select(['id', 'recipient'])
      .where('retiredAt', 'is', null)
      .orderBy('id', 'desc')
      .execute()
    const keys = held ?? (known.length === 0 && source.generate ? [await source.generate()] : [])
    const identities = keys.map(({ identity }) => identity)
    const missing = known.find(({ recipient }) => !keys.some((key) => key.recipient === recipient))
    if (missing) throw wrongKey(source, missing.recipient, keys.length > 0)
    const [current] = known
    if (current) return { current, identities }
    const [first] = keys
    if (!first) throw new StartupError(`${source.name} holds no key for the vault.`)
    const added = await trx
      .insertInto('vaultKeys')
      .values({ recipient: first.recipient })
      .returning(['id', 'recipient'])
      .executeTakeFirstOrThrow()
    return { current: added, identities }
  })
}

function wrongKey(source: VaultKeySource, recipient: string, another: boolean): StartupError {
  return new StartupError(
    `${source.name} ${another ? 'holds another key than' : 'is missing the key of'} this database's vault (${recipient}): put that key back. Nothing was changed.`,
  )
}
