import type { RawBuilder } from 'kysely'
import type { Ctx } from './ctx.ts'

/** A row that is past its period. */
export interface DueRow {
  id: number | string
  /** From when its period counts. */
  at: Date
}

/** Rows of one table with a retention period. Each module defines in `kept-….ts` its rows and their removal. */
export interface KeptRows {
  table: string
  /** The column that `due` selects as `id`; defaults to `id`. */
  key?: string
  /** The application may not change, and so not lock, rows of it: two removals take turns instead. */
  appendOnly?: boolean
  /** Selects the rows whose period had begun before this instant, and that have not gone yet. */
  due(before: Date): RawBuilder<DueRow>
  /**
   * Deletes or anonymises these rows; their files are released, so that the vault destroys them. Afterwards `due` does
   * not select them. Runs in the transaction that has locked them.
   */
  remove(tx: Ctx, ids: readonly DueRow['id'][]): Promise<void>
}

/** A kind of data: rows of one table, or of a few that belong together. */
export type KeptKind = readonly KeptRows[]
