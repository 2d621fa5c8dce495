import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { ApplicationFileKind, ApplicationStatus } from '#contract/accreditations/accreditations.ts'
import type { Ctx } from '#server/ctx.ts'
import { type CampaignCredit, creditOf, regionWith } from '#server/modules/brokers/credit.views.ts'
import type { Reviewed } from '#server/modules/reviews/decide-review.rules.ts'
import { personOf } from '#server/modules/reviews/reviewer.views.ts'
import { anyOf } from '#server/platform/db/any-of.ts'
import { notFound } from '#server/platform/errors.ts'
import type { Applications } from '#server/schema.gen.ts'

export type ApplicationRow = Selectable<Applications>

export async function findApplication(ctx: Ctx, id: number): Promise<ApplicationRow | undefined> {
  return ctx.db.selectFrom('applications').selectAll().where('id', '=', id).executeTakeFirst()
}

/** @returns undefined if the application's call already has one */
export async function insertApplication(
  ctx: Ctx,
  values: Insertable<Applications>,
): Promise<ApplicationRow | undefined> {
  return ctx.db
    .insertInto('applications')
    .values({ ...creditOf(values), ...values, createdAt: ctx.now(), updatedAt: ctx.now() })
    .onConflict((conflict) => conflict.column('callId').where('callId', 'is not', null).doNothing())
    .returningAll()
    .executeTakeFirst()
}

export interface LockedApplication extends Reviewed<ApplicationStatus> {
  row: ApplicationRow
}

/** Locks an application against decisions, claims and resubmission until the transaction ends. @throws AppError not_found */
export async function lockApplication(tx: Ctx, id: number): Promise<LockedApplication> {
  const row = await tx.db
    .selectFrom('applications')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound('Application')
  const claimer = await tx.db
    .selectFrom('users')
    .select('name')
    .where('id', '=', row.claimedBy)
    .executeTakeFirst()
  return { row, ...toReviewed(row, claimer?.name ?? null) }
}

/** A row in the shape of the review rules. */
export function toReviewed(row: ApplicationRow, claimerName: string | null): Reviewed<ApplicationStatus> {
  const { id, brokerId, email, claimedBy, claimedAt } = row
  return {
    ...{ id, claimedAt },
    status: row.status as ApplicationStatus, // the table's check allows no other
    owner: { brokerId, userId: null, email },
    claimedBy: personOf(claimedBy, claimerName),
  }
}

/** Changes an application if it is in one of these statuses. @returns undefined if it is not */
export async function changeApplication(
  ctx: Ctx,
  id: number,
  { from }: { from: readonly ApplicationStatus[] },
  values: Updateable<Applications>,
): Promise<ApplicationRow | undefined> {
  return (
    ctx.db
      .updateTable('applications')
      .set({
        ...(typeof values.brokerId === 'number' && { region: regionWith(values.brokerId) }),
        ...{ ...values, updatedAt: ctx.now() },
      })
      .where('id', '=', id)
      .where('status', 'in', [...from])
      // an expired draft counts as gone, even before the clean-up has deleted it
      .where((eb) => eb.or([eb('status', '!=', 'draft'), eb('expiresAt', '>', ctx.now())]))
      .returningAll()
      .executeTakeFirst()
  )
}

export interface NewEvent {
  applicationId: number
  status: ApplicationStatus
  actor: string
  reason?: string | null
}

/** @returns the event's id */
export async function insertEvent(ctx: Ctx, event: NewEvent): Promise<number> {
  const row = await ctx.db
    .insertInto('applicationEvents')
    .values({ ...event, at: ctx.now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id
}

export interface AttachedFile {
  kind: ApplicationFileKind
  fileId: number
  uploadedAt: Date
}

export async function findFiles(ctx: Ctx, applicationIds: readonly number[]): Promise<AttachedFile[]> {
  if (applicationIds.length === 0) return []
  const rows = await ctx.db
    .selectFrom('applicationFiles')
    .select(['kind', 'fileId', 'uploadedAt'])
    .where('applicationId', '=', anyOf(applicationIds))
    .execute()
  // the table's check allows no other kind
  return rows.map(({ kind, ...file }) => ({ ...file, kind: kind as ApplicationFileKind }))
}

/** Adds a file of a kind. @returns the id of the file that it replaces; null: none */
export async function putFile(
  ctx: Ctx,
  file: { applicationId: number; kind: ApplicationFileKind; fileId: number },
): Promise<number | null> {
  const { applicationId, kind } = file
  const replaced = await removeFile(ctx, applicationId, kind)
  await ctx.db
    .insertInto('applicationFiles')
    .values({ ...file, uploadedAt: ctx.now() })
    .execute()
  return replaced
}

/** @returns the removed file's id; null: there was none */
export async function removeFile(
  ctx: Ctx,
  applicationId: number,
  kind: ApplicationFileKind,
): Promise<number | null> {
  const row = await ctx.db
    .deleteFrom('applicationFiles')
    .where('applicationId', '=', applicationId)
    .where('kind', '=', kind)
    .returning('fileId')
    .executeTakeFirst()
  return row?.fileId ?? null
}

export async function deleteApplications(ctx: Ctx, ids: readonly number[]): Promise<void> {
  await ctx.db.deleteFrom('applications').where('id', '=', anyOf(ids)).execute()
}

/** The open application of this address. */
export async function findOpen(ctx: Ctx, email: string): Promise<ApplicationRow | undefined> {
  return ctx.db
    .selectFrom('applications')
    .selectAll()
    .where(sql<string>`lower(email)`, '=', email.toLowerCase())
    .where('status', 'in', ['submitted', 'in_review', 'info_requested'])
    .executeTakeFirst()
}

/** The applications of a merged record become those of the other. */
export async function moveApplications(tx: Ctx, fromBroker: number, intoBroker: number): Promise<void> {
  await tx.db
    .updateTable('applications')
    .set({ brokerId: intoBroker, region: regionWith(intoBroker) })
    .where('brokerId', '=', fromBroker)
    .execute()
}

/** Credits campaigns with applications that have none. */
export async function creditCampaigns(tx: Ctx, credits: readonly CampaignCredit[]): Promise<void> {
  await sql`update applications set campaign_id = given."campaignId"
    from jsonb_to_recordset(${JSON.stringify(credits)}::jsonb) as given(id int, "campaignId" int)
    where applications.id = given.id and applications.campaign_id is null`.execute(tx.db)
}
