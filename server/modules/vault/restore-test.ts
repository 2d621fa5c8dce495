import { ReadableStream as NodeStream } from 'node:stream/web'
import { Decrypter } from 'age-encryption'
import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { checkFile, type Decrypt, readThrough } from './read-file.ts'
import type { VaultFileRow } from './store.ts'
import { examine, type Sweep } from './sweep.ts'
import { SAMPLE } from './vault-runs.rules.ts'

/**
 * Restores a sample as somebody would who has the store and the key, but not this program: with the identities as they
 * are kept now, not as they were read at the start, and with age's own library.
 */
export const restoreTest: Sweep = {
  count: async (tx) => (await sample(tx)).length,
  next: async (ctx, _run, after) => (after === 0 ? sample(ctx) : []),
  async prepare(ctx) {
    const identities = await ctx.providers.vault.readIdentities()
    return (row) =>
      examine(ctx, row, async (fetched) => {
        const sealed = await readThrough(checkFile(fetched, byTheBook(identities)))
        return { row: fetched.row, finding: { fault: null, sealed } }
      })
  },
}

const byTheBook =
  (identities: readonly string[]): Decrypt =>
  async (encrypted) => {
    const decrypter = new Decrypter()
    for (const identity of identities) decrypter.addIdentity(identity)
    // Node's web streams are the browser's; only their two type declarations do not know of each other
    const stream = NodeStream.from(encrypted) as unknown as ReadableStream<Uint8Array>
    return (await decrypter.decrypt(stream)) as unknown as NodeStream<Uint8Array> // as above
  }

/** The newest file, and others from anywhere, without a look at the whole table. */
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
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .orderBy('id')
    .execute()
}
