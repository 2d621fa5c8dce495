import type { Draft, Submission } from '#contract/accreditations/accreditations.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { goodVersion } from '#server/modules/documents/rules.ts'
import { viewBrokerTypes } from '#server/modules/documents/views.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { notFound } from '#server/platform/errors.ts'
import { portalUrl, resumeLink, statusUrl } from './application-links.rules.ts'
import { type ApplicationRow, findApplication } from './store.ts'

type FileSummary = Draft['files'][number]

/** Files of these applications by application id, in the order of the form. */
export async function viewFiles(ctx: Ctx, ids: readonly number[]): Promise<Map<number, FileSummary[]>> {
  const found = new Map<number, FileSummary[]>()
  if (ids.length === 0) return found
  const rows = await ctx.db
    .selectFrom('applicationFiles')
    .innerJoin('vaultFiles', 'vaultFiles.id', 'applicationFiles.fileId')
    .select(['applicationId', 'kind', 'filename', 'mediaType', 'bytes', 'uploadedAt'])
    .where('applicationId', '=', anyOf(ids))
    // piInsurance before licenceCopy
    .orderBy('kind', 'desc')
    .execute()
  for (const { applicationId, kind, uploadedAt, ...file } of rows) {
    const files = found.get(applicationId) ?? []
    // the table's check allows no other kind
    files.push({ ...file, kind: kind as FileSummary['kind'], uploadedAt: uploadedAt.toISOString() })
    found.set(applicationId, files)
  }
  return found
}

/** The form as the applicant saved it. */
export async function viewDraft(ctx: Ctx, row: ApplicationRow): Promise<Draft> {
  const files = await viewFiles(ctx, [row.id])
  const { token, expiresAt } = resumeLink(ctx.providers, row, ctx.now())
  const { firstName, lastName, email, phone, asicNumber, membership, company } = row
  return {
    ...{ token, firstName, lastName, email, phone, asicNumber, membership, company },
    status: statusOf(row),
    acceptedTerms: row.acceptedTermsAt !== null,
    files: files.get(row.id) ?? [],
    request: row.status === 'info_requested' ? row.reason : null,
    savedAt: row.updatedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }
}

/**
 * The open requirements of an approved application: names of required documents for which the broker has no approved
 * one. Portal, staff pages and mails judge by the same rules.
 */
export async function viewOutstanding(
  ctx: Ctx,
  { status, brokerId }: Pick<ApplicationRow, 'status' | 'brokerId'>,
): Promise<string[]> {
  if (status !== 'approved' || brokerId === null) return []
  const today = sydneyDate(ctx.now())
  return (await viewBrokerTypes(ctx, brokerId))
    .filter(
      ({ required, versions }) =>
        required && !goodVersion(versions, today) && versions[0]?.status !== 'pending',
    )
    .map(({ type }) => type.name)
}

/** An application as its applicant may see it. */
export async function viewSubmission(ctx: Ctx, row: ApplicationRow): Promise<Submission> {
  const { providers } = ctx
  const status = statusOf(row)
  return {
    id: row.id,
    status,
    firstName: row.firstName,
    submittedAt: row.submittedAt?.toISOString() ?? null,
    reason: row.reason,
    decidedAt: row.decidedAt?.toISOString() ?? null,
    statusUrl: statusUrl(providers, row, ctx.now()),
    resumeUrl: status === 'info_requested' ? resumeLink(providers, row, ctx.now()).url : null,
    outstanding: await viewOutstanding(ctx, row),
    portalUrl: portalUrl(providers),
  }
}

/** The table's check allows no other status. */
export function statusOf(row: { status: string }): Submission['status'] {
  return row.status as Submission['status']
}

/** @throws AppError not_found */
export async function requireApplication(ctx: Ctx, id: number): Promise<ApplicationRow> {
  const row = await findApplication(ctx, id)
  if (!row) throw notFound('Application')
  return row
}
