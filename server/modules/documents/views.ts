import { sql } from 'kysely'
import type {
  Accreditation,
  AccreditationState,
  DocumentCategory,
  DocumentStatus,
  DocumentType,
} from '#contract/documents.ts'
import type { Ctx } from '#server/ctx.ts'
import { sydneyDate } from '#server/modules/bookings/slots/days.ts'
import { figuresOf } from './rules.ts'
import type { DocumentRow } from './store.ts'
import { type DocumentTypeRow, findTypes } from './types/store.ts'

/** One upload with what its file is called. */
export type Version = Omit<DocumentRow, 'status'> & {
  status: DocumentStatus
  originalFilename: string
  bytes: number
}

/** A type with what one broker has uploaded of it. */
export interface BrokerType {
  type: DocumentTypeRow
  /** Still asked for, and needed for the accreditation. */
  required: boolean
  /** Newest first. */
  versions: Version[]
}

export function toDocumentType(row: DocumentTypeRow): DocumentType {
  const { id, name, description, required, maxFileSize } = row
  // the table's check allows no other
  return { id, name, description, category: row.category as DocumentCategory, required, maxFileSize }
}

/** Every type that is asked for, in order, then retired ones of which the broker has documents. */
export async function viewBrokerTypes(ctx: Ctx, brokerId: number): Promise<BrokerType[]> {
  const [types, versions] = [await findTypes(ctx), await versionsOf(ctx, brokerId)]
  return types
    .map((type) => ({
      type,
      required: type.required && type.retiredAt === null,
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

/** How far a broker's accreditation is. */
export async function viewAccreditation(ctx: Ctx, brokerId: number): Promise<Accreditation> {
  return accreditationOf(ctx, brokerId, await viewBrokerTypes(ctx, brokerId))
}

/** The same, of types that were read already. */
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
    // the table's check allows no other; without a row nothing has happened yet
    status: (row?.status as AccreditationState | undefined) ?? 'in_progress',
    since: row?.since.toISOString() ?? null,
    ...figuresOf(types, sydneyDate(ctx.now())),
  }
}

/** How many documents of each type there are, all versions. */
export async function countByType(ctx: Ctx): Promise<Map<number, number>> {
  const rows = await ctx.db
    .selectFrom('documents')
    .select(['documentTypeId', sql<number>`count(*)`.as('documents')])
    .groupBy('documentTypeId')
    .execute()
  return new Map(rows.map(({ documentTypeId, documents }) => [documentTypeId, documents]))
}
