import { sql } from 'kysely'
import type { ApplicationDetails } from '#contract/applications.ts'
import { longDate } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { plainAsicNumber } from './rules.ts'

type RegisterAnswer = ApplicationDetails['register']

const NOT_LOADED: RegisterAnswer = {
  check: 'not_loaded',
  detail: 'The ASIC register is not loaded here, so the number has not been checked.',
  holder: null,
}

interface RegisterRow {
  holder: string
  endedOn: string | null
  snapshotDate: string
}

/**
 * Looks an ASIC number up among credit representatives and licensees, for the reviewer of the application. An
 * installation without registers has no such table, which is reported as not loaded.
 */
export async function checkRegister(ctx: Ctx, asicNumber: string): Promise<RegisterAnswer> {
  const snapshotDate = await latestSnapshot(ctx)
  if (!snapshotDate) return NOT_LOADED
  const { rows } = await sql<RegisterRow>`
    select name as holder, ended_on::text as ended_on, snapshot_date::text as snapshot_date from register_entries
    where regexp_replace(upper(number), '[^A-Z0-9]', '', 'g') = ${plainAsicNumber(asicNumber)}
    order by ended_on desc nulls first limit 1`.execute(ctx.db)
  const [row] = rows
  const as = `on the register of ${longDate(new Date(snapshotDate))}`
  if (!row) return { check: 'not_found', detail: `The number is not ${as}.`, holder: null }
  const { holder } = row
  if (!row.endedOn) return { check: 'found', detail: `The number is ${as}: ${holder}.`, holder }
  const ended = longDate(new Date(row.endedOn))
  return {
    check: 'ended',
    detail: `The register shows that the registration of ${holder} ended on ${ended}.`,
    holder,
  }
}

/** null: no register is loaded. */
async function latestSnapshot(ctx: Ctx): Promise<string | null> {
  const { rows: tables } = await sql<{ exists: boolean }>`
    select to_regclass('public.register_entries') is not null as exists`.execute(ctx.db)
  if (!tables[0]?.exists) return null
  const { rows } = await sql<{ newest: string | null }>`
    select max(snapshot_date)::text as newest from register_entries`.execute(ctx.db)
  return rows[0]?.newest ?? null
}
