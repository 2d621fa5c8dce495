import { sql } from 'kysely'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { LISTED_FAULTS, type SealFault, type sealState } from '#contract/surveillance/seals.ts'
import type { Ctx } from '#server/ctx.ts'
import { parseCheckpoint } from '#server/platform/tlog/checkpoint.ts'
import { parseNote } from '#server/platform/tlog/signed-note.ts'

export interface StoredCheckpoint {
  size: number
  note: string
  signedAt: Date
  cosignature: string | null
  cosignedAt: Date | null
}

export function newestCheckpoint(ctx: Ctx): Promise<StoredCheckpoint | undefined> {
  return ctx.db
    .selectFrom('sealedCheckpoints')
    .selectAll()
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export function newestCosigned(ctx: Ctx): Promise<StoredCheckpoint | undefined> {
  return ctx.db
    .selectFrom('sealedCheckpoints')
    .selectAll()
    .where('cosignature', 'is not', null)
    .orderBy('size', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** As it is published: with the signature of the witness where it has given one. */
export const publishedNote = ({ note, cosignature }: StoredCheckpoint): string =>
  cosignature ? `${note}${cosignature}\n` : note

export async function viewSealState(ctx: Ctx): Promise<ReturnsOf<typeof sealState>> {
  const [log, erased, checkpoint, cosigned, faults] = await Promise.all([
    ctx.db.selectFrom('sealedLog').selectAll().executeTakeFirstOrThrow(),
    sql<{ count: number }>`select count(*) from sealed_entries where salt is null`.execute(ctx.db),
    newestCheckpoint(ctx),
    newestCosigned(ctx),
    sql<SealFault & { total: number }>`
      select kind, source, row_id, entry, count(*) over () as total from seal_faults order by id limit ${LISTED_FAULTS}`.execute(
      ctx.db,
    ),
  ])
  const { logSigner, logWitness } = ctx.providers
  const { checkedAt, checkedEntries } = log
  return {
    key: !logSigner
      ? 'none'
      : log.verifierKey === null || log.verifierKey === logSigner.text
        ? 'own'
        : 'other',
    entries: log.size,
    erased: erased.rows[0]?.count ?? 0,
    checkpoint: checkpoint
      ? { size: checkpoint.size, root: rootOf(checkpoint.note), signedAt: checkpoint.signedAt }
      : null,
    verifierKey: log.verifierKey,
    witness: logWitness && {
      name: logWitness.name,
      cosigned: cosigned?.cosignedAt ? { size: cosigned.size, at: cosigned.cosignedAt } : null,
    },
    check: checkedAt && {
      ...{ at: checkedAt, entries: checkedEntries ?? 0, faultCount: faults.rows[0]?.total ?? 0 },
    },
    faults: faults.rows.map(({ total: _, ...fault }) => fault),
  }
}

const rootOf = (note: string): string =>
  parseCheckpoint(parseNote(note)?.text ?? '')?.root.toString('base64') ?? ''
