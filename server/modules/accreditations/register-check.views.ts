import { sql } from 'kysely'
import type { ApplicationDetails } from '#contract/accreditations/applications.ts'
import { daysBetween } from '#contract/calendar.ts'
import { STALE_DAYS } from '#contract/surveillance/registers.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import { longDate } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { plainAsicNumber } from '#server/modules/brokers/asic-number.rules.ts'

type RegisterAnswer = ApplicationDetails['register']

const NOT_LOADED: RegisterAnswer = {
  check: 'not_loaded',
  detail: 'The ASIC register is not loaded here, so the number has not been checked.',
  holder: null,
}

interface RegisterFacts {
  /** The registers that are loaded. */
  loaded: string[] | null
  /** The older of their newest snapshots, YYYY-MM-DD. */
  snapshotDate: string | null
  holder: string | null
  endedOn: string | null
  suspended: boolean | null
}

const REGISTERS = { credit_representatives: 'credit representatives', credit_licensees: 'credit licensees' }

/** Looks an ASIC number up among credit representatives and licensees, for the reviewer of the application. */
export async function checkRegister(ctx: Ctx, asicNumber: string): Promise<RegisterAnswer> {
  const number = plainAsicNumber(asicNumber)
  const today = sydneyDate(ctx.now())
  // entries in force precede suspended ones, and both precede ended ones
  const { rows } = await sql<RegisterFacts>`
    select s.loaded, s.snapshot_date, e.name as holder, e.ended_on::text as ended_on, e.suspended
    from (select array_agg(register) as loaded, min(newest)::text as snapshot_date
        from (select register, max(snapshot_date) as newest from register_snapshots
          where register = any(${Object.keys(REGISTERS)}) group by register) n) s
      left join lateral (
        select name, case when ended_on <= ${today}::date then ended_on end as ended_on,
          status is not distinct from 'SUSP' as suspended from register_entries
        where register = any(${Object.keys(REGISTERS)}) and number = ${number} and until_snapshot_id is null
        order by 2 desc nulls first, 3, id limit 1) e on true`.execute(ctx.db)
  const { loaded, snapshotDate = null, holder = null, endedOn = null, suspended = null } = rows[0] ?? {}
  if (!snapshotDate) return NOT_LOADED
  const day = longDate(new Date(snapshotDate))
  const age = daysBetween(snapshotDate, today)
  const answer = (check: RegisterAnswer['check'], text: string): RegisterAnswer => ({
    ...{ check, holder },
    detail: age > STALE_DAYS ? `${text} It is ${age} days old: load a newer one.` : text,
  })
  if (!holder) {
    const [missing] = Object.entries(REGISTERS).filter(([register]) => !loaded?.includes(register))
    if (!missing) return answer('not_found', `The number is not on the register of ${day}.`)
    const there = missing[0] === 'credit_licensees' ? 'credit_representatives' : 'credit_licensees'
    return answer(
      'not_loaded',
      `The number is not among the ${REGISTERS[there]} of ${day}. The register of ${missing[1]} is not loaded here, so the number was not looked for there.`,
    )
  }
  if (endedOn) {
    const ended = longDate(new Date(endedOn))
    return answer('ended', `The register shows that the registration of ${holder} ended on ${ended}.`)
  }
  if (suspended) return answer('suspended', `The register of ${day} shows that ${holder} is suspended.`)
  return answer('found', `The number is on the register of ${day}: ${holder}.`)
}
