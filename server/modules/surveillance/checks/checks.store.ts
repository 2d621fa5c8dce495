import { sql } from 'kysely'
import { type CheckType, type Finding, FLAG_AT, HOLD_AT } from '#contract/surveillance/surveillance.ts'
import type { Ctx } from '#server/ctx.ts'
import type { ComplianceAlert } from '#server/events.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { isFlagged, riskOf } from './assess-broker.rules.ts'

export interface CheckedBroker {
  brokerId: number
  findings: readonly Finding[]
  /** Digest of the checked facts: see `factsDigest`. */
  facts?: string
  /** The check failed; earlier findings stay. */
  failed?: boolean
  keywords?: readonly string[]
  sourceUrls?: readonly string[]
}

export interface StoredChecks {
  checkType: CheckType
  runId: number | null
  snapshots: Record<string, string>
  brokers: readonly CheckedBroker[]
  /** Of many brokers: findings that may concern many wait for `gatherMany`. */
  isOfMany?: boolean
}

/**
 * A digest of the facts of broker `b` that are compared with the registers: once it differs, the broker is checked
 * again.
 */
export const factsDigest = sql<string>`md5(concat(b.name, E'\\x1f', b.company, E'\\x1f', b.asic_number, E'\\x1f', b.region,
  E'\\x1f', b.postcode))`

/** Locks the standing of these brokers until the transaction ends. */
export async function lockStandings(tx: Ctx, brokerIds: readonly number[]): Promise<void> {
  const ids = [...brokerIds]
  // locked in a fixed order, so that two checks of the same brokers cannot deadlock
  await sql`insert into broker_compliance (broker_id) select id from brokers where id = any(${ids}) order by id
    on conflict do nothing`.execute(tx.db)
  await sql`select 1 from broker_compliance where broker_id = any(${ids}) order by broker_id for update`.execute(
    tx.db,
  )
}

/**
 * Stores a check of these brokers: each result and the present findings. `restate` sets their standing.
 * @returns ids of the brokers who are now flagged
 */
export async function storeChecks(tx: Ctx, checks: StoredChecks): Promise<number[]> {
  const ids = checks.brokers.map(({ brokerId }) => brokerId)
  await lockStandings(tx, ids)
  const known = await knownFindings(tx, ids, checks.checkType)
  const silenced = new Map(known.map((one) => [`${one.brokerId} ${one.subject}`, one.clearedFingerprint]))
  const brokers = checks.brokers.map((broker) => ({
    ...broker,
    findings: broker.findings.map((finding) => ({
      ...finding,
      silenced: silenced.get(`${broker.brokerId} ${finding.subject}`) === finding.fingerprint,
    })),
  }))
  if (known.length > 0 || brokers.some(({ findings }) => findings.length > 0)) {
    await storeFindings(tx, { checkType: checks.checkType, isOfMany: checks.isOfMany ?? false }, brokers)
  }
  await insertChecks(tx, { ...checks, brokers })
  await noteChecked(tx, brokers)
  return brokers.filter(({ findings }) => isFlagged(riskOf(findings))).map(({ brokerId }) => brokerId)
}

interface KnownFinding {
  brokerId: number
  subject: string
  clearedFingerprint: string | null
}

async function knownFindings(tx: Ctx, ids: readonly number[], checkType: CheckType): Promise<KnownFinding[]> {
  return tx.db
    .selectFrom('complianceFindings')
    .select(['brokerId', 'subject', 'clearedFingerprint'])
    .where('brokerId', '=', anyOf(ids))
    .where('checkType', '=', checkType)
    .execute()
}

async function storeFindings(
  tx: Ctx,
  { checkType, isOfMany }: { checkType: CheckType; isOfMany: boolean },
  brokers: readonly CheckedBroker[],
): Promise<void> {
  const rows = brokers.flatMap(({ brokerId, findings }) =>
    findings.map(({ subject, fingerprint, title, risk }) => ({
      brokerId,
      subject,
      fingerprint,
      title,
      risk,
    })),
  )
  const checked = brokers.filter(({ failed }) => !failed).map(({ brokerId }) => brokerId)
  const incoming = sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
    as i("brokerId" int, subject text, fingerprint text, title text, risk int)`
  await sql`delete from compliance_findings f where check_type = ${checkType} and broker_id = any(${checked}) and not awaits_review
    and not exists (select from ${incoming} where i."brokerId" = f.broker_id and i.subject = f.subject)`.execute(
    tx.db,
  )
  if (rows.length === 0) return
  await sql`
    insert into compliance_findings (broker_id, check_type, subject, fingerprint, title, risk, found_at, pending)
    select i."brokerId", ${checkType}, i.subject, i.fingerprint, i.title, i.risk, ${tx.now()},
      ${isOfMany && checkType === 'asic_banned'} and i.subject like 'licen%'
    from ${incoming} join brokers b on b.id = i."brokerId"
    on conflict (broker_id, check_type, subject) do update
    set fingerprint = excluded.fingerprint, title = excluded.title,
      risk = case when compliance_findings.awaits_review then greatest(compliance_findings.risk, excluded.risk)
        else excluded.risk end,
      pending = excluded.pending and compliance_findings.many_id is null
        and compliance_findings.fingerprint <> excluded.fingerprint or compliance_findings.pending,
      -- news: somebody hears of it again
      alerted_at = case when compliance_findings.fingerprint = excluded.fingerprint then compliance_findings.alerted_at end,
      found_at = case when compliance_findings.fingerprint = excluded.fingerprint then compliance_findings.found_at
        else excluded.found_at end`.execute(tx.db)
}

async function insertChecks(tx: Ctx, { checkType, runId, snapshots, brokers }: StoredChecks): Promise<void> {
  const rows = brokers.map(({ brokerId, findings, failed, keywords = [], sourceUrls = [] }) => {
    const risk = riskOf(findings)
    const result = failed ? 'error' : isFlagged(risk) ? 'flagged' : 'clean'
    return { brokerId, result, risk, findings, keywords, sourceUrls }
  })
  await sql`
    insert into compliance_checks (broker_id, run_id, check_type, result, risk_score, findings, snapshots,
      flagged_keywords, source_urls, completed_at)
    select i."brokerId", ${runId}, ${checkType}, i.result, i.risk, i.findings, ${JSON.stringify(snapshots)}::jsonb,
      array(select jsonb_array_elements_text(i.keywords)), array(select jsonb_array_elements_text(i."sourceUrls")),
      ${tx.now()}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i("brokerId" int, result text, risk int, findings jsonb,
      keywords jsonb, "sourceUrls" jsonb) join brokers b on b.id = i."brokerId"
    order by i."brokerId"`.execute(tx.db)
}

/** Stores when these brokers were checked, and the digest of their facts if the registers were checked. */
async function noteChecked(tx: Ctx, brokers: readonly CheckedBroker[]): Promise<void> {
  const rows = brokers.map(({ brokerId, facts }) => ({ brokerId, facts: facts ?? null }))
  await sql`
    update broker_compliance c set checked_at = ${tx.now()}, checked_facts = coalesce(i.facts, c.checked_facts)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as i("brokerId" int, facts text)
    where c.broker_id = i."brokerId"`.execute(tx.db)
}

export interface Restated {
  brokerId: number
  heldBefore: boolean
  held: boolean
  before: string
  after: string
  riskBefore: number
  risk: number
  /** Title of the finding with the highest risk. */
  top: string | null
}

/** Sets the standing of these brokers by the findings that count; a suspended broker stays so until a review. @returns changes */
export async function updateStandings(tx: Ctx, brokerIds: readonly number[]): Promise<Restated[]> {
  const { rows } = await sql<Restated>`
    with counted as (
      select c.broker_id, c.status as before, c.risk_score as risk_before, c.flagged_at, c.held_since,
        coalesce(max(f.risk) filter (where f.many_id is null and not f.pending), 0) as risk,
        -- also of findings about many: calls are held until a person has decided
        coalesce(max(f.risk), 0) as highest, (array_agg(f.title order by f.risk desc, f.id))[1] as top
      from broker_compliance c left join compliance_findings f on f.broker_id = c.broker_id
        and f.cleared_fingerprint is distinct from f.fingerprint
      where c.broker_id = any(${[...brokerIds]}) group by c.broker_id
    ), stated as (
      select *, case when before = 'suspended' then 'suspended' when risk >= ${FLAG_AT} then 'flagged' else 'active' end as after
      from counted
    ), standing as (
      select broker_id, before, risk_before, held_since is not null as held_before, after, risk,
        case when after = 'active' then null else coalesce(flagged_at, ${tx.now()}) end as flagged_at,
        case when after <> 'suspended' and highest >= ${HOLD_AT} then coalesce(held_since, ${tx.now()}) end as held_since,
        case when after <> 'suspended' and highest >= ${HOLD_AT} then top end as held_reason
      from stated
    )
    update broker_compliance c
    set status = after, risk_score = risk, flagged_at = s.flagged_at, held_since = s.held_since, held_reason = s.held_reason
    from standing s where s.broker_id = c.broker_id
      -- of nearly everybody nothing has changed
      and (c.status, c.risk_score, c.flagged_at, c.held_since, c.held_reason)
        is distinct from (after, risk, s.flagged_at, s.held_since, s.held_reason)
    returning c.broker_id, s.held_before, c.held_since is not null as held, s.before, c.status as after, s.risk_before,
      c.risk_score as risk, c.held_reason, (select f.title from compliance_findings f where f.broker_id = c.broker_id
        and f.cleared_fingerprint is distinct from f.fingerprint order by f.risk desc, f.id limit 1) as top`.execute(
    tx.db,
  )
  return rows
}

/** Marks findings without an alert as alerted. @returns one alert for each broker, the highest risk first */
export async function takeAlerts(tx: Ctx, brokerIds: readonly number[] | null): Promise<ComplianceAlert[]> {
  const { rows } = await sql<ComplianceAlert>`
    with told as (
      update compliance_findings f set alerted_at = ${tx.now()}
      where alerted_at is null and risk >= ${FLAG_AT} and cleared_fingerprint is distinct from fingerprint
        and many_id is null and not pending
        and (${brokerIds === null} or broker_id = any(${brokerIds === null ? [] : [...brokerIds]}))
      returning broker_id, title, risk
    )
    select distinct on (t.broker_id) t.broker_id, b.name, t.title, t.risk
    from told t join brokers b on b.id = t.broker_id order by t.broker_id, t.risk desc`.execute(tx.db)
  return rows.sort((one, other) => other.risk - one.risk)
}
