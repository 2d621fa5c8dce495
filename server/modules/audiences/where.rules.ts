// Translates the rules of an audience to SQL, over brokers as `b`.

import { type RawBuilder, sql } from 'kysely'
import type { AudienceRule, AudienceRuleKind } from '#contract/brokers/audiences.ts'
import { plainAsicNumberOf } from '#server/modules/brokers/asic-number.rules.ts'

export interface AudienceClock {
  /** In Sydney, YYYY-MM-DD. */
  today: string
  now: Date
}

type Condition = RawBuilder<boolean>
type Of<Kind extends AudienceRuleKind> = Extract<AudienceRule, { kind: Kind }>

const DAY_MS = 86_400_000
const since = ({ now }: AudienceClock, days: number): Date => new Date(now.getTime() - days * DAY_MS)

const registered = sql`select from register_entries e where e.register in ('credit_representatives', 'credit_licensees')
  and e.until_snapshot_id is null and e.number = ${plainAsicNumberOf(sql`b.asic_number`)}`

const answeredCalls = sql`select from calls c where c.broker_id = b.id and c.outcome = 'human' and not c.test`

const conditions: { [Kind in AudienceRuleKind]: (rule: Of<Kind>, clock: AudienceClock) => Condition } = {
  tier: ({ tiers }) => sql`exists (select from broker_scores s where s.broker_id = b.id
    and s.month = (select max(month) from broker_scores) and s.tier = any(${tiers}::text[]))`,
  last_loan: ({ within, days }, { today }) => {
    const lodged = sql`exists (select from loans l where l.broker_id = b.id and l.lodged_on > ${today}::date - ${days}::int)`
    return within ? sql`${lodged}` : sql`not ${lodged}`
  },
  ever_lodged: () => sql`exists (select from loans l where l.broker_id = b.id)`,
  region: ({ regions }) => sql`coalesce(b.region = any(${regions}::text[]), false)`,
  accreditation: ({ states }) =>
    sql`coalesce((select a.status from broker_accreditations a where a.broker_id = b.id), 'none') = any(${states}::text[])`,
  document: ({ state, days }, { today }) => {
    if (state === 'missing') {
      return sql`exists (select from document_types t where t.required and t.retired_at is null and not exists (
        select from documents d where d.broker_id = b.id and d.document_type_id = t.id and d.current))`
    }
    const when =
      state === 'expired'
        ? sql`d.expires_on < ${today}::date`
        : sql`d.expires_on between ${today}::date and ${today}::date + ${days}::int`
    return sql`b.id in (select d.broker_id from documents d where d.current and d.status = 'approved' and ${when})`
  },
  last_contact: ({ within, days }, clock) => {
    const answered = sql`exists (${answeredCalls} and c.created_at > ${since(clock, days)})`
    return within ? sql`${answered}` : sql`not ${answered}`
  },
  response: ({ campaignId, response }) => {
    const calls = sql`select from calls c where c.broker_id = b.id and c.campaign_id = ${campaignId} and not c.test`
    if (response === 'not_called') return sql`not exists (${calls})`
    if (response === 'reached') return sql`exists (${calls} and c.outcome = 'human')`
    if (response === 'not_reached')
      return sql`(exists (${calls}) and not exists (${calls} and c.outcome = 'human'))`
    return sql`exists (${calls} and c.response = ${response})`
  },
  membership: ({ memberships }) => sql`coalesce(b.membership = any(${memberships}::text[]), false)`,
  bdm: ({ bdmId }) => sql`b.bdm_id is not distinct from ${bdmId}::int`,
  aggregator: ({ aggregators }) => sql`coalesce(b.aggregator = any(${aggregators}::text[]), false)`,
  register: ({ state }, { today }) => {
    const current = sql`exists (${registered} and (e.ended_on is null or e.ended_on > ${today}::date))`
    if (state === 'current') return sql`${current}`
    return state === 'ended'
      ? sql`(exists (${registered}) and not ${current})`
      : sql`not exists (${registered})`
  },
  flagged: () => sql`b.id in (select broker_id from broker_compliance where status = 'flagged')`,
  suspended: () => sql`b.suspended_at is not null`,
  list: ({ listId }) =>
    sql`b.id in (select m.broker_id from broker_list_members m where m.list_id = ${listId})`,
}

/** True for brokers, as `b`, who match every rule; for all of them without rules. */
export function audienceWhere(rules: readonly AudienceRule[], clock: AudienceClock): Condition {
  if (rules.length === 0) return sql`true`
  const each = rules.map((rule) => {
    // each kind has the condition of its own rule
    const condition = (conditions[rule.kind] as (of: AudienceRule, at: AudienceClock) => Condition)(
      rule,
      clock,
    )
    return rule.not ? sql`not (${condition})` : condition
  })
  return sql`(${sql.join(each, sql` and `)})`
}
