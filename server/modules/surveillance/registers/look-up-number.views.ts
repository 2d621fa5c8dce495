import { sql } from 'kysely'
import type { ReturnsOf } from '#contract/endpoint.ts'
import type { lookUpNumber as endpoint } from '#contract/living-registers.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { plainNumber } from './register-files.rules.ts'
import { registeredCompany, registeredPerson } from './registered-name.rules.ts'

interface Row {
  snapshotDate: string | null
  name: string | null
  kind: 'person' | 'company' | null
  licensee: string | null
}

/** What the registers say today under a number. A representative comes before a licensee of the same number. */
export async function lookUpNumber(ctx: Ctx, typed: string): Promise<ReturnsOf<typeof endpoint>> {
  const { rows } = await sql<Row>`
    select (select max(snapshot_date)::text from register_snapshots
        where register in ('credit_representatives', 'credit_licensees')) as snapshot_date, e.*
    from (select) nothing left join lateral (
      select r.name, r.kind, l.name as licensee from register_entries r
      left join register_entries l on l.number = r.licence and l.register = 'credit_licensees' and l.until_snapshot_id is null
      where r.number = ${plainNumber(typed) ?? ''} and r.register in ('credit_representatives', 'credit_licensees')
        and r.until_snapshot_id is null and (r.ended_on is null or r.ended_on > ${sydneyDate(ctx.now())}::date)
      order by r.register desc, r.id limit 1) e on true`.execute(ctx.db)
  const { snapshotDate = null, name = null, kind = null, licensee = null } = rows[0] ?? {}
  if (!name) return { found: null, snapshotDate }
  const person = kind === 'person' ? registeredPerson(name) : null
  const company = person ? licensee : name
  return {
    found: {
      firstName: person?.firstName ?? null,
      lastName: person?.lastName ?? null,
      company: company && registeredCompany(company),
    },
    snapshotDate,
  }
}
