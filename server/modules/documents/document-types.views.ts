import type { DocumentTypeSetup } from '#contract/documents/document-types.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'
import { type DocumentTypeRow, findTypes } from './document-types.store.ts'
import { countWithout } from './newly-required.store.ts'
import { countByType, toDocumentType } from './views.ts'

/** Document types in their order, retired ones last. */
export async function viewTypeSetups(ctx: Ctx): Promise<DocumentTypeSetup[]> {
  const [types, counts] = [await findTypes(ctx), await countByType(ctx)]
  return types.map((type) => toSetup(type, counts.get(type.id) ?? 0))
}

/** How many accredited brokers lack it. @param typeId null: a new type */
export async function viewConcerned(ctx: Ctx, typeId: number | null): Promise<{ brokers: number }> {
  return { brokers: await countWithout(ctx, typeId, sydneyDate(ctx.now())) }
}

/** @throws AppError not_found */
export async function viewTypeSetup(ctx: Ctx, id: number): Promise<DocumentTypeSetup> {
  const setup = (await viewTypeSetups(ctx)).find((type) => type.id === id)
  if (!setup) throw notFound('Document type')
  return setup
}

function toSetup(row: DocumentTypeRow, documents: number): DocumentTypeSetup {
  const { expires, validityMonths, reviewHint } = row
  return {
    ...toDocumentType(row),
    ...{ expires, validityMonths, reviewHint, documents },
    retiredAt: row.retiredAt?.toISOString() ?? null,
  }
}
