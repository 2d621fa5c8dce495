import { sql } from 'kysely'
import { daysBetween } from '#contract/calendar.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { lookUpNumber as endpoint } from '#contract/surveillance/living-registers.ts'
import { STALE_DAYS } from '#contract/surveillance/registers.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { plainNumber } from './register-files.rules.ts'
import { registeredCompany, registeredPerson } from './registered-name.rules.ts'

interface Row {
  snapshotDate: string | null
  name: string | null
  kind: 'person' | 'company' | null
  licensee: string | null
  endedOn: string | null
  suspended: boolean | null
  licenseeSuspended: boolean | null
}

/**
 * The entry of the registers for a number, today. A representative precedes a licensee of the same number, a current
 * row an ended one.
 */
export async function lookUpNumber(ctx: Ctx, typed: string): Promise<ReturnsOf<typeof endpoint>> {
  const today = sydneyDate(ctx.now())
  const { rows } = await sql<Row>`
    select (select max(snapshot_date)::text from register_snapshots
        where register in ('credit_representatives', 'credit_licensees')) as snapshot_date, e.*
    from (select) nothing left join lateral (
      select r.name, r.kind, l.name as licensee, case when r.ended_on <= ${today}::date then r.ended_on::text end as ended_on,
        r.status is not distinct from 'SUSP' as suspended, l.status is not distinct from 'SUSP' as licensee_suspended
      from register_entries r
      left join register_entries l on l.number = r.licence and l.register = 'credit_licensees' and l.until_snapshot_id is null
      where r.number = ${plainNumber(typed) ?? ''} and r.register in ('credit_representatives', 'credit_licensees')
        and r.until_snapshot_id is null
      order by 4 desc nulls first, r.register desc, r.id limit 1) e on true`.execute(ctx.db)
  const { snapshotDate = null, name = null, kind = null, licensee = null, endedOn = null } = rows[0] ?? {}
  const stale = snapshotDate !== null && daysBetween(snapshotDate, today) > STALE_DAYS
  const standing = standingOf(rows[0])
  if (!name || endedOn) return { found: null, standing, endedOn, snapshotDate, stale }
  const person = kind === 'person' ? registeredPerson(name) : null
  const company = person ? licensee : name
  return {
    found: {
      firstName: person?.firstName ?? null,
      lastName: person?.lastName ?? null,
      company: company && registeredCompany(company),
    },
    standing,
    endedOn: null,
    snapshotDate,
    stale,
  }
}

function standingOf(row: Row | undefined): ReturnsOf<typeof endpoint>['standing'] {
  if (!row?.name) return null
  if (row.endedOn) return 'ended'
  if (row.suspended) return 'suspended'
  return row.licenseeSuspended ? 'licensee_suspended' : 'current'
}
