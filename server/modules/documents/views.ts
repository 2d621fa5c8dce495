import { sql } from 'kysely'
import type { brokerAccreditation } from '#contract/documents/document-reviews.ts'
import type {
  Accreditation,
  AccreditationState,
  DocumentCategory,
  DocumentStatus,
  DocumentType,
} from '#contract/documents/documents.ts'
import type { ReturnsOf } from '#contract/endpoint.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { authorise, can } from '#server/modules/accounts/policy.ts'
import { notFound } from '#server/platform/errors.ts'
import { type DocumentTypeRow, findTypes } from './document-types.store.ts'
import { isRequiredOn } from './newly-required.rules.ts'
import { figuresOf, goodVersion } from './rules.ts'
import type { DocumentRow } from './store.ts'

/** One version with its file's name and size. */
export type Version = Omit<DocumentRow, 'status'> & {
  status: DocumentStatus
  originalFilename: string
  bytes: number
}

/** A document type with one broker's versions. */
export interface BrokerType {
  type: DocumentTypeRow
  /** Not retired, and required for the accreditation. */
  required: boolean
  /** Newest first. */
  versions: Version[]
}

export function toDocumentType(row: DocumentTypeRow): DocumentType {
  const { id, name, description, required, requiredFrom, maxFileSize } = row
  // the table's check allows no other
  return {
    id,
    name,
    description,
    category: row.category as DocumentCategory,
    required,
    requiredFrom,
    maxFileSize,
  }
}

/** Every active type, in order, then retired ones for which the broker has documents. */
export async function viewBrokerTypes(ctx: Ctx, brokerId: number): Promise<BrokerType[]> {
  const [types, versions] = [await findTypes(ctx), await versionsOf(ctx, brokerId)]
  const today = sydneyDate(ctx.now())
  return types
    .map((type) => ({
      type,
      required: isRequiredOn(type, today),
      versions: versions.filter(({ documentTypeId }) => documentTypeId === type.id),
    }))
    .filter(({ type, versions }) => type.retiredAt === null || versions.length > 0)
}

async function versionsOf(ctx: Ctx, brokerId: number): Promise<Version[]> {
  const rows = await ctx.db
    .selectFrom('documents')
    .innerJoin('vaultFiles', 'vaultFiles.id', 'documents.fileId')
    .selectAll('documents')
    .select(['vaultFiles.filename as originalFilename', 'vaultFiles.bytes'])
    .where('brokerId', '=', brokerId)
    .orderBy('documentTypeId')
    .orderBy('version', 'desc')
    .execute()
  // the table's check allows no other status
  return rows.map((row) => ({ ...row, status: row.status as DocumentStatus }))
}

/** The status and progress of a broker's accreditation. */
export async function viewAccreditation(ctx: Ctx, brokerId: number): Promise<Accreditation> {
  return accreditationOf(ctx, brokerId, await viewBrokerTypes(ctx, brokerId))
}

/** `viewAccreditation` from types that were already read. */
export async function accreditationOf(
  ctx: Ctx,
  brokerId: number,
  types: readonly BrokerType[],
): Promise<Accreditation> {
  const row = await ctx.db
    .selectFrom('brokerAccreditations')
    .select(['status', 'since'])
    .where('brokerId', '=', brokerId)
    .executeTakeFirst()
  return {
    // the table's check allows no other; without a row nothing was uploaded or approved yet
    status: (row?.status as AccreditationState | undefined) ?? 'in_progress',
    since: row?.since.toISOString() ?? null,
    ...figuresOf(types, sydneyDate(ctx.now())),
  }
}

/** Number of documents of each type, counting all versions. */
export async function countByType(ctx: Ctx): Promise<Map<number, number>> {
  const rows = await ctx.db
    .selectFrom('documents')
    .select(['documentTypeId', sql<number>`count(*)`.as('documents')])
    .groupBy('documentTypeId')
    .execute()
  return new Map(rows.map(({ documentTypeId, documents }) => [documentTypeId, documents]))
}

type BrokerProgress = ReturnsOf<typeof brokerAccreditation>

/** A broker's progress, for all staff; ids of documents only for those who may open them. */
export async function viewBrokerAccreditation(ctx: Ctx, brokerId: number): Promise<BrokerProgress> {
  authorise(ctx, 'admin_area.read')
  const broker = await ctx.db.selectFrom('brokers').select('id').where('id', '=', brokerId).executeTakeFirst()
  if (!broker) throw notFound('Broker')
  const types = await viewBrokerTypes(ctx, brokerId)
  const today = sydneyDate(ctx.now())
  const mayOpen = can(ctx.actor, 'documents.read')
  return {
    ...(await accreditationOf(ctx, brokerId, types)),
    types: types.map(({ type, required, versions }) => {
      const [newest] = versions
      const good = goodVersion(versions, today)
      return {
        documentType: { ...toDocumentType(type), required },
        status: newest?.status ?? null,
        fulfilled: good !== undefined,
        // of the version that counts, else of the newest, which may have expired
        expiresOn: (good ?? newest)?.expiresOn ?? null,
        documentId: mayOpen ? (newest?.id ?? null) : null,
      }
    }),
  }
}
