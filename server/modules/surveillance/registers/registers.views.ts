import { sql } from 'kysely'
import { daysBetween } from '#contract/calendar.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import {
  type listRegisters,
  REGISTER_SOURCE,
  type Register,
  registers,
  registerTerms,
  STALE_DAYS,
} from '#contract/surveillance/registers.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'

interface Row {
  register: Register
  snapshotDate: string
  rows: number
  added: number
  changed: number
  moved: number
  removed: number
  first: boolean
  quarantined: number
  kept: number
  vanished: number
  source: string
  importedAt: Date
}

interface FetchRow {
  register: Register
  attemptedAt: Date
  succeededAt: Date | null
  failedSince: Date | null
  reason: string | null
}

/** All four, loaded or not. */
export async function viewRegisters(ctx: Ctx): Promise<ReturnsOf<typeof listRegisters>> {
  const { rows } = await sql<Row>`
    select distinct on (register) register, snapshot_date::text as snapshot_date, rows, added, changed, moved, removed, source,
      imported_at, quarantined, kept,
      not exists (select from register_snapshots o where o.register = s.register and o.id < s.id) as first,
      (select count(*)::int from register_quarantine q where q.vanished_snapshot_id = s.id) as vanished
    from register_snapshots s order by register, id desc`.execute(ctx.db)
  const { rows: attempts } = await sql<FetchRow>`
    select register, attempted_at, succeeded_at, failed_since, reason from register_fetches`.execute(ctx.db)
  const today = sydneyDate(ctx.now())
  const fetched = ctx.providers.installation.asicDataUrl !== null
  return registers.map((register) => {
    const { label } = registerTerms[register]
    const found = rows.find((row) => row.register === register)
    const attempt = attempts.find((row) => row.register === register)
    const common = {
      register,
      label,
      fetched,
      fetch: attempt ? toFetch(attempt) : null,
      attribution: REGISTER_SOURCE,
    }
    if (!found) {
      const none = {
        rows: 0,
        added: 0,
        changed: 0,
        moved: 0,
        removed: 0,
        first: false,
        quarantined: 0,
        kept: 0,
        vanished: 0,
      }
      return {
        ...common,
        ...none,
        snapshotDate: null,
        source: null,
        importedAt: null,
        ageDays: null,
        stale: false,
      }
    }
    const ageDays = daysBetween(found.snapshotDate, today)
    return {
      ...common,
      ...found,
      importedAt: found.importedAt.toISOString(),
      ageDays,
      stale: ageDays > STALE_DAYS,
    }
  })
}

const toFetch = ({ attemptedAt, succeededAt, failedSince, reason }: FetchRow) => ({
  attemptedAt: attemptedAt.toISOString(),
  succeededAt: succeededAt?.toISOString() ?? null,
  failedSince: failedSince?.toISOString() ?? null,
  reason,
})

export interface SnapshotDay {
  id: number
  register: Register
  date: string
}

/** Each register's newest snapshot; those that were never loaded are absent. */
export async function newestSnapshots(ctx: Ctx): Promise<SnapshotDay[]> {
  const { rows } = await sql<SnapshotDay>`
    select distinct on (register) id, register, snapshot_date::text as date
    from register_snapshots order by register, id desc`.execute(ctx.db)
  return rows
}
