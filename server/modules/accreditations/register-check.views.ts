import { sql } from 'kysely'
import type { ApplicationDetails } from '#contract/applications.ts'
import { longDate } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'

type RegisterAnswer = ApplicationDetails['register']

const NOT_LOADED: RegisterAnswer = {
  check: 'not_loaded',
  detail: 'The ASIC register is not loaded here, so the number has not been checked.',
  holder: null,
}

interface RegisterFacts {
  /** The older of the two snapshots; null: neither is loaded. */
  snapshotDate: string | null
  holder: string | null
  endedOn: string | null
}

/** Looks an ASIC number up among credit representatives and licensees, for the reviewer of the application. */
export async function checkRegister(ctx: Ctx, asicNumber: string): Promise<RegisterAnswer> {
  const number = asicNumber.replaceAll(/\D/g, '').replace(/^0+/, '')
  const { rows } = await sql<RegisterFacts>`
    select (select min(newest)::text from (select max(snapshot_date) as newest from register_snapshots
        where register in ('credit_representatives', 'credit_licensees') group by register) s) as snapshot_date,
      e.name as holder, e.ended_on::text as ended_on
    from (select) nothing left join lateral (
      select name, ended_on from register_entries
      where register in ('credit_representatives', 'credit_licensees') and number = ${number}
        and until_snapshot_id is null
      order by ended_on desc nulls first, id limit 1) e on true`.execute(ctx.db)
  const { snapshotDate = null, holder = null, endedOn = null } = rows[0] ?? {}
  if (!snapshotDate) return NOT_LOADED
  const as = `on the register of ${longDate(new Date(snapshotDate))}`
  if (!holder) return { check: 'not_found', detail: `The number is not ${as}.`, holder: null }
  if (!endedOn) return { check: 'found', detail: `The number is ${as}: ${holder}.`, holder }
  const ended = longDate(new Date(endedOn))
  return {
    check: 'ended',
    detail: `The register shows that the registration of ${holder} ended on ${ended}.`,
    holder,
  }
}
