import { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter } from 'age-encryption'
import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { checkFile, type Decrypt, readThrough } from './read-file.ts'
import type { VaultFileRow } from './store.ts'
import { examineFile, type Sweep } from './sweep.ts'
import { SAMPLE } from './vault-runs.rules.ts'

/**
 * Restores a sample with nothing but the store and the keys, as without this program: with the identities as stored
 * now, not as read at startup, and with age's own library.
 */
export const restoreTest: Sweep = {
  count: async (tx) => (await sample(tx)).length,
  next: async (ctx, _run, after) => (after === 0 ? sample(ctx) : []),
  async prepare(ctx) {
    const identities = await ctx.providers.vault.readIdentities()
    return (row) =>
      examineFile(ctx, row, async (fetched) => {
        const sealed = await readThrough(checkFile(fetched, withAgeLibrary(identities)))
        return { row: fetched.row, finding: { fault: null, sealed } }
      })
  },
}

const withAgeLibrary =
  (identities: readonly string[]): Decrypt =>
  async (encrypted) => {
    const decrypter = new Decrypter()
    for (const identity of identities) decrypter.addIdentity(identity)
    // Node's web streams are the browser's; only the two type declarations are incompatible
    const stream = NodeStream.from(encrypted) as unknown as ReadableStream<Uint8Array>
    return (await decrypter.decrypt(stream)) as unknown as NodeStream<Uint8Array> // as above
  }

/** The newest file and random others, without scanning the entire table. */

async function sample(ctx: Ctx): Promise<VaultFileRow[]> {
  const { rows } = await sql<{ id: number }>`
    with ends as (select min(id) first, max(id) last from vault_files where released_at is null)
    select distinct picked.id from ends,
      generate_series(1, ${SAMPLE}::int) n,
      lateral (select id from vault_files
        where released_at is null
          and id >= case n when 1 then ends.last else ends.first + floor(random() * (ends.last - ends.first + 1)) end
        order by id limit 1) picked`.execute(ctx.db)
  if (rows.length === 0) return []
  return ctx.db
    .selectFrom('vaultFiles')
    .selectAll()
    .where('id', '=', anyOf(rows.map(({ id }) => id)))
    .orderBy('id')
    .execute()
}
