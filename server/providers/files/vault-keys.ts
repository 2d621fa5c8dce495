import { type Kysely, sql } from 'kysely'
import type { AgeKey } from '#server/platform/crypto/age.ts'
import { StartupError } from '#server/platform/startup-error.ts'
import type { DB } from '#server/schema.gen.ts'

/** Arbitrary advisory lock id: of several processes that start at the same time, one creates the first key. */
const KEYS_LOCK = 7_190_013

export interface VaultKey {
  id: number
  recipient: string
}

/** Keys of the vault: new files are encrypted to the current one; every one of them opens files. */
export interface VaultKeys {
  /** Cached; `refresh` reads the database. */
  readonly current: VaultKey
  readonly identities: readonly string[]
  /** Why no new key can be made here; null: it can. */
  readonly rotationRefusal: string | null
  /** Looks again which key is the current one: another process may have taken a new one. */
  refresh(): Promise<VaultKey>
  /** The identities as they are kept now, not as they were at the start. @throws where they cannot be read */
  readIdentities(): Promise<string[]>
  /**
   * Makes a new key the current one: stored with the identities first, then listed in the database by this transaction.
   * Call `refresh` after the commit. @throws where keys are supplied from outside
   */
  rotate(transaction: Kysely<DB>): Promise<VaultKey>
  /** Forgets the identities of keys that were retired before this instant and open no file. @returns how many */
  prune(retiredBefore: Date): Promise<number>
}

/** Where the installation keeps its identities. */
export interface VaultKeySource {
  /** Named in messages, e.g. 'VAULT_KEY'. */
  name: string
  /** The first one is used for a new vault; null: there are none yet. */
  read(): Promise<AgeKey[] | null>
  /** Changes the stored keys; null where they are managed outside. */
  own: {
    /** Makes a key and puts it before the others. */
    add(): Promise<AgeKey>
    /** Forgets the identities of these recipients. */
    remove(recipients: readonly string[]): Promise<void>
  } | null
}

/**
 * Reconciles the installation's identities with the database's list of recipients. Changes nothing unless the vault is
 * new, or a new identity precedes those that are listed: that one becomes the current key.
 * @throws StartupError where the available keys do not open the stored files
 */
export async function openVaultKeys(db: Kysely<DB>, source: VaultKeySource): Promise<VaultKeys> {
  const held = await source.read()
  const { keys, current } = await db.transaction().execute(async (trx) => {
    await lockKeys(trx)
    const listed = await listKeys(trx)
    const needed = listed.filter(({ retiredAt, used }) => retiredAt === null || used)
    const keys = held ?? (needed.length === 0 && source.own ? [await source.own.add()] : [])
    const missing = needed.find(({ recipient }) => !keys.some((key) => key.recipient === recipient))
    if (missing) throw wrongKey(source, missing.recipient, keys.length > 0)
    const [first] = keys
    if (!first) throw new StartupError(`${source.name} holds no key for the vault.`)
    const isNew = !listed.some(({ recipient }) => recipient === first.recipient)
    const newest = listed.find(({ retiredAt }) => retiredAt === null)
    const current = newest && !isNew ? pick(newest) : await listKey(trx, first.recipient)
    return { keys, current }
  })
  return createVaultKeys(db, source, keys, current)
}

function createVaultKeys(
  db: Kysely<DB>,
  source: VaultKeySource,
  opened: readonly AgeKey[],
  first: VaultKey,
): VaultKeys {
  let keys = opened
  let current = first
  const { own } = source
  const newestHeld = (listed: readonly VaultKey[]): VaultKey | undefined =>
    listed.find(({ recipient }) => keys.some((key) => key.recipient === recipient))
  return {
    get current() {
      return current
    },
    get identities() {
      return keys.map(({ identity }) => identity)
    },
    rotationRefusal: own
      ? null
      : `The key is given by ${source.name}. Put a new identity before the present one there and restart: the rotation then starts by itself.`,
    async refresh() {
      const listed = await db
        .selectFrom('vaultKeys')
        .select(['id', 'recipient'])
        .where('retiredAt', 'is', null)
        .orderBy('id', 'desc')
        .execute()
      // the newest one was added after this process had read its identities
      if (listed[0] && newestHeld(listed) !== listed[0]) keys = (await source.read()) ?? keys
      current = newestHeld(listed) ?? current
      return current
    },
    async readIdentities() {
      const kept = await source.read()
      if (!kept)
        throw new StartupError(
          `${source.name} is gone. Without it nobody can open the files again: put it back.`,
        )
      return kept.map(({ identity }) => identity)
    },
    async rotate(transaction) {
      if (!own) throw new Error('keys come from outside')
      await lockKeys(transaction)
      const [kept] = (await source.read()) ?? []
      const listed = await listKeys(transaction)
      // a key that was made, but whose transaction did not commit, is the new one
      const unlisted = kept && !listed.some(({ recipient }) => recipient === kept.recipient)
      const key = unlisted ? kept : await own.add()
      return listKey(transaction, key.recipient)
    },
    async prune(retiredBefore) {
      if (!own) return 0
      // under the lock: a rotation at the same time changes the same file
      const old = await db.transaction().execute(async (trx) => {
        await lockKeys(trx)
        const unneeded = (await listKeys(trx))
          .filter(({ retiredAt, used }) => retiredAt !== null && retiredAt < retiredBefore && !used)
          .map(({ recipient }) => recipient)
          .filter((recipient) => keys.some((key) => key.recipient === recipient))
        if (unneeded.length > 0) await own.remove(unneeded)
        return unneeded
      })
      keys = keys.filter(({ recipient }) => !old.includes(recipient))
      return old.length
    },
  }
}

interface ListedKey extends VaultKey {
  retiredAt: Date | null
  /** Files are encrypted to it. */
  used: boolean
}

const pick = ({ id, recipient }: VaultKey): VaultKey => ({ id, recipient })

const lockKeys = (db: Kysely<DB>): Promise<unknown> =>
  sql`select pg_advisory_xact_lock(${KEYS_LOCK})`.execute(db)

/** Every key there ever was, newest first. */
function listKeys(db: Kysely<DB>): Promise<ListedKey[]> {
  return db
    .selectFrom('vaultKeys')
    .select((eb) => [
      'id',
      'recipient',
      'retiredAt',
      eb
        .exists(
          eb
            .selectFrom('vaultFiles')
            .select('vaultFiles.id')
            .whereRef('vaultFiles.keyId', '=', 'vaultKeys.id')
            .where('vaultFiles.releasedAt', 'is', null),
        )
        .$castTo<boolean>()
        .as('used'),
    ])
    .orderBy('id', 'desc')
    .execute()
}

function listKey(db: Kysely<DB>, recipient: string): Promise<VaultKey> {
  return db
    .insertInto('vaultKeys')
    .values({ recipient })
    .returning(['id', 'recipient'])
    .executeTakeFirstOrThrow()
}

function wrongKey(source: VaultKeySource, recipient: string, another: boolean): StartupError {
  return new StartupError(
    `${source.name} ${another ? 'holds another key than' : 'is missing the key of'} this database's vault (${recipient}): put that key back. Nothing was changed.`,
  )
}
