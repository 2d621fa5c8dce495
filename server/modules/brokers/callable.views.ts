import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { CallableAnswer } from '#contract/brokers/brokers.ts'
import type { Ctx } from '#server/ctx.ts'
import { WASH_VALID_DAYS } from './call-basis.rules.ts'
import { FICTITIOUS_FIXED, FICTITIOUS_MOBILES } from './fictitious-numbers.rules.ts'

const DAY_MS = 86_400_000

/** Australian mobile and fixed lines: no other number of a broker is stored. */
const LINE = '^\\+61[23478]\\d{8}$'

const fictitious = sql`(brokers.phone = any(${[...FICTITIOUS_MOBILES]}::text[])
  or brokers.phone ~ ${FICTITIOUS_FIXED.source})`

interface Standing {
  /** The simulator calls only fictitious numbers, a live provider none of them. */
  simulated: boolean
  suppressed: RawBuilder<boolean>
}

/** What keeps a broker from being called until it is changed: the lasting part of the rules of every dial, as SQL. */
const barred = (ctx: Ctx, { simulated, suppressed }: Standing): RawBuilder<SqlBool> => {
  const washedSince = new Date(ctx.now().getTime() - WASH_VALID_DAYS * DAY_MS)
  return sql`(brokers.phone is null or brokers.phone !~ ${LINE} or brokers.suspended_at is not null
    or ${suppressed} or ${fictitious} <> ${simulated}
    or (not (brokers.call_basis = 'express' and brokers.call_basis_at is not null)
      and exists (select from number_washes w where w.phone = brokers.phone and w.listed))
    or (brokers.call_basis = 'none' and not exists (select from number_washes w
      where w.phone = brokers.phone and w.washed_on::timestamp at time zone 'utc' >= ${washedSince})))`
}

const held = sql<SqlBool>`exists (select from broker_compliance h
  where h.broker_id = brokers.id and h.held_since is not null)`

/** Brokers who can be called now or later, after a review, or never as things are. */
export function callableIs(ctx: Ctx, answer: CallableAnswer, standing: Standing): RawBuilder<SqlBool> {
  const never = barred(ctx, standing)
  if (answer === 'never') return never
  return answer === 'on_hold' ? sql`(not ${never} and ${held})` : sql`(not ${never} and not ${held})`
}
