import type { RawBuilder } from 'kysely'
import type { Ctx } from './ctx.ts'

/** A row that is past its period. */
export interface DueRow {
  id: number | string
  /** From when its period counts. */
  at: Date
}

/**
 * Rows of one table that are kept for a period. Each module says in `kept-….ts` which rows of its own those are and how
 * they go.
 */
export interface KeptRows {
  table: string
  /** The column that `due` calls `id`; `id` unless said. */
  key?: string
  /** The application may not change, and so not lock, rows of it: two removals take turns instead. */
  appendOnly?: boolean
  /** Selects the rows whose period had begun before this instant, and that have not gone yet. */
  due(before: Date): RawBuilder<DueRow>
  /**
   * Removes these rows, or what they say; the files that belong to them are released, so that the vault destroys them.
   * Afterwards none of them is due any more. Runs in the transaction that has locked them.
   */
  remove(tx: Ctx, ids: readonly DueRow['id'][]): Promise<void>
}

/** A kind of data: rows of one table, or of a few that belong together. */
export type KeptKind = readonly KeptRows[]
