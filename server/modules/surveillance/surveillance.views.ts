import { sql } from 'kysely'
import { daysBetween } from '#contract/calendar.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { type Register, registers, registerTerms, STALE_DAYS } from '#contract/surveillance/registers.ts'
import type {
  brokerCompliance,
  ComplianceCheck,
  RegisterRowFacts,
  surveillanceStats,
} from '#contract/surveillance/surveillance.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import { shortTime } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { plainAsicNumberOf } from '#server/modules/brokers/asic-number.rules.ts'
import { CHECK_RUN, type CheckRun, newestCheck } from './checks/compliance-runs.store.ts'
import { viewStanding } from './flagged.views.ts'
import { newestSnapshots } from './registers/registers.views.ts'
import { countStandings } from './standing-counts.views.ts'

type Stats = ReturnsOf<typeof surveillanceStats>

/** Days after which a check of all brokers is missing: it runs every week. */
const MISSING_AFTER_DAYS = 8

export function toRun(run: CheckRun): NonNullable<Stats['run']> {
  const { id, input, counters, state, total, done } = run
  return {
    ...{ id, reason: input.reason, total, done, flagged: counters.flagged },
    status: state === 'running' || state === 'failed' ? state : 'finished',
    startedAt: run.startedAt.toISOString(),
    finishedAt: run.finishedAt?.toISOString() ?? null,
  }
}

export async function viewStats(ctx: Ctx): Promise<Stats> {
  const { brokers: total, high, medium, suspended } = await countStandings(ctx)
  const flagged = high + medium
  const { rows } = await sql<{ last: Date | null; lastOfAll: Date | null }>`
    with checks as (select finished_at, input, cursor from runs where kind = ${CHECK_RUN})
    select greatest((select completed_at from compliance_checks order by id desc limit 1), (select max(finished_at) from checks)) as last,
      -- runs of former versions for a snapshot were of some brokers only, and have no snapshot
      (select max(finished_at) from checks where input ->> 'reason' <> 'snapshot'
        or (cursor ->> 'lastBrokerId')::int > 0 or input ->> 'snapshotId' is not null) as last_of_all`.execute(
    ctx.db,
  )
  const { last = null, lastOfAll = null } = rows[0] ?? {}
  const run = await newestCheck(ctx)
  const compliant = total === 0 ? 100 : Math.floor((1000 * (total - flagged - suspended)) / total) / 10
  return {
    totalBrokers: total,
    flaggedBrokers: flagged,
    heldBrokers: high,
    suspendedBrokers: suspended,
    complianceRate: compliant,
    lastCheck: last?.toISOString() ?? null,
    run: run && toRun(run),
    warnings: await warnings(ctx, { total, lastOfAll }),
    failures: await failures(ctx),
  }
}

async function warnings(
  ctx: Ctx,
  { total, lastOfAll }: { total: number; lastOfAll: Date | null },
): Promise<string[]> {
  const newest = await newestSnapshots(ctx)
  const today = sydneyDate(ctx.now())
  if (newest.length === 0) return ['No register is loaded: nothing can be found. Load ASIC’s files below.']
  const found = registers
    .filter((register) => !newest.some((snapshot) => snapshot.register === register))
    .map((register) => `${registerTerms[register].label} is not loaded.`)
  for (const { register, date } of newest) {
    const age = daysBetween(date, today)
    const { label } = registerTerms[register]
    if (age > STALE_DAYS)
      found.push(`The file of ${label} is ${age} days old. ASIC publishes every week: load the new file.`)
  }
  const missing = !lastOfAll || daysBetween(sydneyDate(lastOfAll), today) > MISSING_AFTER_DAYS
  if (missing && total > 0) found.push('No check of all brokers has finished in the last eight days.')
  return found
}

/** One sentence for each register whose last fetch failed. */
async function failures(ctx: Ctx): Promise<string[]> {
  const { rows } = await sql<{ register: Register; failedSince: Date; reason: string }>`
    select register, failed_since, reason from register_fetches where failed_since is not null order by register`.execute(
    ctx.db,
  )
  return rows.map(
    ({ register, failedSince, reason }) =>
      `${registerTerms[register].label}: not fetched since ${shortTime(failedSince, ctx.now())}. ${reason}`,
  )
}

type Standing = ReturnsOf<typeof brokerCompliance>

/** @throws AppError not_found */
export async function viewCompliance(ctx: Ctx, brokerId: number): Promise<Standing> {
  const standing = await viewStanding(ctx, brokerId)
  const rows = await ctx.db
    .selectFrom('complianceReviews as r')
    .leftJoin('users', 'users.id', 'r.reviewedBy')
    .select(['r.id', 'r.action', 'r.notes', 'r.riskScore', 'users.name as reviewedBy', 'r.reviewedAt'])
    .where('r.brokerId', '=', brokerId)
    .orderBy('r.id', 'desc')
    .limit(100)
    .execute()
  const reviews = rows.map((row) => ({
    ...row,
    id: Number(row.id),
    action: row.action as Standing['reviews'][number]['action'], // the table's check constraint allows no other
    reviewedAt: row.reviewedAt.toISOString(),
  }))
  return { ...standing, reviews, registerHistory: await registerHistory(ctx, brokerId) }
}

const SHOWN_VERSIONS = 50

async function registerHistory(ctx: Ctx, brokerId: number): Promise<Standing['registerHistory']> {
  const { rows } = await sql<Standing['registerHistory'][number]>`
    select e.id::int as id, e.register, e.number, e.name, e.started_on::text as started_on, e.ended_on::text as ended_on,
      e.status, e.state, e.postcode, e.locality, e.licence, s.snapshot_date::text as snapshot_date,
      (select max(q.read_on)::text from register_quarantine q join register_snapshots n on n.id = q.snapshot_id
        where q.entry_id = e.id and e.until_snapshot_id is null
          and not exists (select from register_snapshots o where o.register = n.register and o.id > n.id)) as read_on,
      u.snapshot_date::text as until_date
    from brokers b
    join register_entries e on e.number = ${plainAsicNumberOf(sql`b.asic_number`)}
      and e.register in ('credit_representatives', 'credit_licensees')
    join register_snapshots s on s.id = e.from_snapshot_id
    left join register_snapshots u on u.id = e.until_snapshot_id
    where b.id = ${brokerId} order by e.id desc limit ${SHOWN_VERSIONS}`.execute(ctx.db)
  return rows
}

const SHOWN_CHECKS = 100

type StoredFinding = Omit<ComplianceCheck['findings'][number], 'rows'>
type CheckRow = Omit<ComplianceCheck, 'findings' | 'completedAt'> & {
  findings: StoredFinding[]
  completedAt: Date
}

/** Newest first, each with the rows of the registers at that time. @throws AppError not_found */
export async function viewHistory(
  ctx: Ctx,
  brokerId: number,
  most = SHOWN_CHECKS,
): Promise<ComplianceCheck[]> {
  await viewStanding(ctx, brokerId)
  const { rows } = await sql<CheckRow>`
    select id::int as id, check_type, result, risk_score, completed_at, flagged_keywords, source_urls, findings, snapshots,
      run_id
    from compliance_checks where broker_id = ${brokerId} order by id desc limit ${most}`.execute(ctx.db)
  const entries = await entriesById(ctx, [
    ...new Set(rows.flatMap(({ findings }) => findings.flatMap(({ entryIds }) => entryIds))),
  ])
  return rows.map((row) => ({
    ...row,
    completedAt: row.completedAt.toISOString(),
    findings: row.findings.map((finding) => ({
      ...finding,
      rows: finding.entryIds.flatMap((id) => {
        const entry = entries.get(id)
        return entry ? [asAsked(entry, row.snapshots[entry.register])] : []
      }),
    })),
  }))
}

interface EntryRow extends Omit<RegisterRowFacts, 'readOn'> {
  /** Snapshots in which the row was unreadable, and when it could be read last. */
  unread: { on: string; readOn: string }[]
}

/** A row as the checked snapshot had it. @param asked its date; undefined: the register was not checked */
function asAsked({ unread, ...entry }: EntryRow, asked: string | undefined): RegisterRowFacts {
  const snapshotDate = asked ?? entry.snapshotDate
  return { ...entry, snapshotDate, readOn: unread.find(({ on }) => on === snapshotDate)?.readOn ?? null }
}

async function entriesById(ctx: Ctx, ids: readonly number[]): Promise<Map<number, EntryRow>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<EntryRow>`
    select e.id::int as id, e.register, e.number, e.name, e.started_on::text as started_on, e.ended_on::text as ended_on,
      e.status, e.state, e.postcode, e.locality, s.snapshot_date::text as snapshot_date,
      (select coalesce(jsonb_agg(jsonb_build_object('on', n.snapshot_date, 'readOn', q.read_on)), '[]')
        from register_quarantine q join register_snapshots n on n.id = q.snapshot_id
        where q.entry_id = e.id and q.read_on is not null) as unread
    from register_entries e join register_snapshots s on s.id = e.from_snapshot_id where e.id = any(${[...ids]})`.execute(
    ctx.db,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
