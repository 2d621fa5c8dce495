import { type SqlBool, sql } from 'kysely'
import type {
  Application,
  ApplicationDetails,
  listApplications,
} from '#contract/accreditations/applications.ts'
import { addDays } from '#contract/calendar.ts'
import type { QueryOf } from '#contract/endpoint.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { can } from '#server/modules/accounts/policy.ts'
import { viewAlike } from '#server/modules/brokers/merge-brokers.views.ts'
import { simulates } from '#server/modules/brokers/views.ts'
import { isAssignedToMe, isUnassigned } from '#server/modules/reviews/claims.views.ts'
import { activeClaimant, whyNotReview } from '#server/modules/reviews/decide-review.rules.ts'
import { personOf, viewReviewer } from '#server/modules/reviews/reviewer.views.ts'
import { holds, phrasePattern } from '#server/platform/db/search-pattern.ts'
import { notFound } from '#server/platform/errors.ts'
import { requireDaysInOrder } from '#server/platform/http/days-in-order.ts'
import { decodeCursor, Page } from '#server/platform/http/page.ts'
import { readPage } from '#server/platform/http/read-page.ts'
import { checkRegister } from './register-check.views.ts'
import { applicationRules } from './review-application.rules.ts'
import { openStatuses, waitingStatuses } from './rules.ts'
import { viewScreening } from './screening.views.ts'
import { type ApplicationRow, toReviewed } from './store.ts'
import { statusOf, viewFiles } from './views.ts'

type ListQuery = QueryOf<typeof listApplications>

const reviewed = { name: 'applications', table: applicationRules.table }

// matches the expression of the index applications_search exactly
const SEARCHED = sql`fold_key(coalesce(applications.first_name, '') || ' ' || coalesce(applications.last_name, '') || ' ' ||
  coalesce(applications.email, '') || ' ' || coalesce(applications.phone, '') || ' ' || coalesce(applications.company, '') || ' ' ||
  coalesce(applications.asic_number, ''))`

function matching(ctx: Ctx, query: ListQuery) {
  const { status, claimed, brokerId, from, to, campaignId, region, q } = query
  requireDaysInOrder(query)
  let rows = ctx.db.selectFrom('applications')
  if (!simulates(ctx)) rows = rows.where('applications.simulated', '=', false)
  if (status === 'waiting') rows = rows.where('applications.status', 'in', [...waitingStatuses])
  else if (status === 'open') rows = rows.where('applications.status', 'in', [...openStatuses])
  else if (status) rows = rows.where('applications.status', '=', status)
  else rows = rows.where('applications.status', '!=', 'draft')
  if (claimed === 'mine') rows = rows.where(isAssignedToMe(reviewed, ctx))
  if (claimed === 'nobody') rows = rows.where(isUnassigned(reviewed, ctx.now()))
  if (brokerId) rows = rows.where('applications.brokerId', '=', brokerId)
  if (from) rows = rows.where('applications.submittedAt', '>=', sydneyMidnight(from))
  if (to) rows = rows.where('applications.submittedAt', '<', sydneyMidnight(addDays(to, 1)))
  if (campaignId) rows = rows.where('applications.campaignId', '=', campaignId)
  if (region) rows = rows.where('applications.region', '=', region)
  if (q) {
    rows = rows.where(holds(SEARCHED, [phrasePattern(q)]))
  }
  return rows
}

const withNames = (rows: ReturnType<typeof matching>) =>
  rows
    .leftJoin('brokers', 'brokers.id', 'applications.brokerId')
    .leftJoin('users', 'users.id', 'applications.claimedBy')
    .selectAll('applications')
    .select(['brokers.name as brokerName', 'users.name as claimerName'])

type Row = ApplicationRow & { brokerName: string | null; claimerName: string | null }
type Files = Application['files']

function toApplication(ctx: Ctx, row: Row, files: Files): Application {
  const claimant = activeClaimant(applicationRules, toReviewed(row, row.claimerName), ctx.now())
  const { id, firstName, lastName, email, phone, asicNumber, membership, company } = row
  return {
    ...{ id, firstName, lastName, email, phone, asicNumber, membership, company },
    files: can(ctx.actor, 'documents.read') ? files : files.map((file) => ({ ...file, filename: null })),
    status: statusOf(row),
    source: row.source as Application['source'], // the table's check allows no other
    broker: personOf(row.brokerId, row.brokerName),
    claimedBy: claimant,
    claimedAt: claimant && row.claimedAt ? row.claimedAt.toISOString() : null,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    reviewReason: row.reviewReason,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** Applications as filtered, newest first by default; drafts only on request. */
export async function viewApplications(ctx: Ctx, query: ListQuery): Promise<Page<Application>> {
  const descending = query.sort.startsWith('-')
  const direction = descending ? 'desc' : 'asc'
  // a draft has no submission, so it is sorted by its creation
  const by = query.sort.endsWith('submittedAt')
    ? sql`coalesce(submitted_at, applications.created_at)`
    : sql`applications.created_at`
  let rows = withNames(matching(ctx, query))
    .select(sql<string>`(${by})::text`.as('position'))
    .orderBy(by, direction)
    .orderBy('applications.id', direction)
  const cursor = decodeCursor(query.cursor, 2)
  if (cursor) {
    const than = sql.raw(descending ? '<' : '>')
    rows = rows.where(
      sql<SqlBool>`(${by}, applications.id) ${than} (${String(cursor[0])}::timestamptz, ${Number(cursor[1])}::int)`,
    )
  }
  const page = await readPage({
    db: ctx.db,
    matching: matching(ctx, query),
    rows,
    limit: query.limit,
    counting: query.total,
    cursor: ({ position, id }) => [position, id],
    item: (row) => row,
  })
  const files = await viewFiles(
    ctx,
    page.items.map(({ id }) => id),
  )
  const items = page.items.map((row) => toApplication(ctx, row, files.get(row.id) ?? []))
  return new Page(items, page)
}

/** One application with everything that its reviewer needs. @throws AppError not_found */
export async function viewApplication(ctx: Ctx, id: number): Promise<ApplicationDetails> {
  const row = await withNames(
    ctx.db.selectFrom('applications').where('applications.id', '=', id),
  ).executeTakeFirst()
  if (!row) throw notFound('Application')
  const [files, register, screening, matches, history, refusal] = await Promise.all([
    viewFiles(ctx, [id]),
    checkRegister(ctx, row.asicNumber),
    viewScreening(ctx, id),
    viewAlike(ctx, {
      ...{ email: row.email, phone: row.phoneE164, asicNumber: row.asicNumber },
      ...{ name: `${row.firstName ?? ''} ${row.lastName ?? ''}`, company: row.company },
    }),
    viewHistory(ctx, id),
    viewRefusal(ctx, row),
  ])
  return {
    ...toApplication(ctx, row, files.get(id) ?? []),
    acceptedTermsAt: row.acceptedTermsAt?.toISOString() ?? null,
    callId: row.callId,
    refusal,
    register: withHolder(register, screening),
    screening,
    matches,
    history,
  }
}

/** A number that somebody else holds is not the applicant's. */
function withHolder(
  register: ApplicationDetails['register'],
  screening: ApplicationDetails['screening'],
): ApplicationDetails['register'] {
  const isOther = screening?.findings.some(({ subject }) => /^licence:.*:holder$/.test(subject))
  if (register.check !== 'found' || !isOther) return register
  return {
    ...register,
    check: 'other_holder',
    detail: `${register.detail} That is neither the applicant’s name nor the company’s.`,
  }
}

async function viewRefusal(ctx: Ctx, row: Row): Promise<string | null> {
  const before = toReviewed(row, row.claimerName)
  const situation = { before, reviewer: await viewReviewer(ctx), now: ctx.now() }
  return whyNotReview(applicationRules, situation)?.message ?? null
}

async function viewHistory(ctx: Ctx, id: number): Promise<ApplicationDetails['history']> {
  const rows = await ctx.db
    .selectFrom('applicationEvents')
    .select(['at', 'actor', 'status', 'reason'])
    .where('applicationId', '=', id)
    .orderBy('id', 'desc')
    .execute()
  return rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString(), status: statusOf(row) }))
}
