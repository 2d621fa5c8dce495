import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { explainParts } from '../names/explain-parts.rules.ts'
import { createNameIndex, type NameIndex, type NameKind } from '../names/name-index.rules.ts'
import { WORKING_CUTOFF } from '../names/name-score.rules.ts'
import type { SnapshotDay } from '../registers/registers.views.ts'
import type { EntryFacts, NameHit } from './assess-broker.rules.ts'

export type NamedRegister = 'banned_persons' | 'banned_organisations'

export const kindOf: Record<NamedRegister, NameKind> = {
  banned_persons: 'person',
  banned_organisations: 'company',
}

interface Kept {
  snapshotId: number
  index: Promise<NameIndex<EntryFacts>>
}

/** Names as this process keeps them, of each installation that it serves. */
const keptBy = new WeakMap<Ctx['providers'], Map<NamedRegister, Kept>>()

/** Rows read and indexed between two turns of everything else. */
const PAGE = 1000

/** The names of a register's newest snapshot; null: it was never loaded. */
export async function namesOf(
  ctx: Ctx,
  register: NamedRegister,
  snapshot: SnapshotDay | undefined,
): Promise<NameIndex<EntryFacts> | null> {
  if (!snapshot) return null
  const kept = keptBy.get(ctx.providers) ?? new Map<NamedRegister, Kept>()
  keptBy.set(ctx.providers, kept)
  const known = kept.get(register)
  if (known?.snapshotId === snapshot.id) return known.index
  const index = readNames(ctx, register)
  kept.set(register, { snapshotId: snapshot.id, index })
  // what failed is read again by the next
  index.catch(() => kept.delete(register))
  return index
}

async function readNames(ctx: Ctx, register: NamedRegister): Promise<NameIndex<EntryFacts>> {
  const index = createNameIndex<EntryFacts>(kindOf[register], ({ name }) => name)
  let after = 0
  for (;;) {
    const { rows } = await sql<EntryFacts>`
      select ${entryColumns} from register_entries e
      where register = ${register} and until_snapshot_id is null and id > ${after} order by id limit ${PAGE}`.execute(
      ctx.db,
    )
    index.add(rows)
    after = Number(rows.at(-1)?.id ?? after)
    if (rows.length < PAGE) return index
  }
}

export const entryColumns = sql`e.id::int as id, e.register, e.number, e.name, e.fingerprint, e.licence,
  e.started_on::text as started_on, e.ended_on::text as ended_on, e.status, e.state, e.postcode, e.locality, e.scheme`

/** Who in the register may be meant by a name: rows of one document together. */
export function hitsOf(register: NamedRegister, index: NameIndex<EntryFacts>, name: string): NameHit[] {
  const hits = new Map<string, NameHit & { entries: EntryFacts[] }>()
  for (const { row, score, parts } of index.search(name, WORKING_CUTOFF[kindOf[register]])) {
    const subject = `${register}:${row.number ?? row.name}`
    const known = hits.get(subject)
    if (known) known.entries.push(row)
    else hits.set(subject, { subject, score, words: explainParts(parts), entries: [row] })
  }
  return [...hits.values()]
}
