import type { createDocumentType, updateDocumentType } from '#contract/documents/document-types.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { changesRequirements, normaliseValidity, orderAfter } from './document-types.rules.ts'
import {
  changeType,
  type DocumentTypeRow,
  insertType,
  lockTypes,
  renumberTypes,
} from './document-types.store.ts'
import { requiredFromOf } from './newly-required.rules.ts'
import { countWithout } from './newly-required.store.ts'

const RETIRED_NOT_ORDERED = 'A retired type cannot be reordered. Restore it first.'
const NAME_TAKEN = 'Another document type has this name. Choose a different one.'

/** Adds a document type at the end. @returns its id. @throws AppError forbidden, conflict */
export async function createType(ctx: Ctx, input: BodyOf<typeof createDocumentType>): Promise<number> {
  authorise(ctx, 'document_types.write')
  return ctx.tx(async (tx) => {
    const types = await lockTypes(tx)
    refuseTakenName(types, { id: null, name: input.name })
    const requiredFrom = await dayOf(tx, null, input)
    const row = await insertType(tx, {
      ...normaliseValidity(input),
      requiredFrom,
      position: types.length + 1,
    })
    await renumberTypes(tx, orderAfter([...types, row], { id: row.id, position: types.length + 1 }))
    await announceChange(tx, { action: 'document_type.created', before: null, after: row })
    return row.id
  })
}

/** Changes, moves, retires or resumes a document type. @throws AppError forbidden, not_found, invalid, conflict */
export async function updateType(
  ctx: Ctx,
  id: number,
  { position, retired, ...fields }: BodyOf<typeof updateDocumentType>,
): Promise<void> {
  authorise(ctx, 'document_types.write')
  await ctx.tx(async (tx) => {
    const types = await lockTypes(tx)
    const before = types.find((type) => type.id === id)
    if (!before) throw notFound('Document type')
    const retiredAt =
      retired === undefined ? before.retiredAt : retired ? (before.retiredAt ?? tx.now()) : null
    if (position !== undefined && retiredAt !== null) throw invalid({ position: RETIRED_NOT_ORDERED })
    const changed = normaliseValidity({ ...pickSetup(before), ...omitUndefined(fields), retiredAt })
    const wanted = {
      ...changed,
      requiredFrom: await dayOf(tx, before, { ...changed, requiredFrom: fields.requiredFrom }),
    }
    if (retiredAt === null) refuseTakenName(types, { id, name: wanted.name })
    const row = await changeType(tx, id, wanted)
    const resumed = before.retiredAt !== null && retiredAt === null
    const others = types.map((type) => (type.id === id ? row : type))
    // a resumed type is placed last
    const target = position ?? (resumed ? types.length : null)
    if (target !== null || retired !== undefined) {
      await renumberTypes(tx, orderAfter(others, { id, position: target ?? row.position }))
    }
    await announceChange(tx, { action: 'document_type.changed', before, after: row, position })
  })
}

/** From which day it counts. @throws AppError invalid */
async function dayOf(
  tx: Ctx,
  before: DocumentTypeRow | null,
  after: { required: boolean; retiredAt?: Date | null; requiredFrom?: string | null | undefined },
): Promise<string | null> {
  const today = sydneyDate(tx.now())
  const decided = requiredFromOf({
    before,
    after: { required: after.required, retiredAt: after.retiredAt ?? null },
    given: after.requiredFrom,
    concerned: after.required ? await countWithout(tx, before?.id ?? null, today) : 0,
    today,
  })
  if (!decided.ok) throw invalid({ requiredFrom: decided.message })
  return decided.day
}

/** Drops undefined fields, which must stay unchanged. */
function omitUndefined<Fields extends object>(
  fields: Fields,
): { [Key in keyof Fields]?: Exclude<Fields[Key], undefined> } {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
}

/** Brokers choose a type by its name, so active types need different names. */
function refuseTakenName(
  types: readonly DocumentTypeRow[],
  wanted: { id: number | null; name: string },
): void {
  const same = (name: string) => name.toLowerCase() === wanted.name.toLowerCase()
  if (types.some((type) => type.id !== wanted.id && type.retiredAt === null && same(type.name))) {
    throw new AppError('conflict', NAME_TAKEN, { fields: { name: NAME_TAKEN } })
  }
}

function pickSetup(row: DocumentTypeRow) {
  const { name, description, category, required, requiredFrom } = row
  const { maxFileSize, expires, validityMonths, reviewHint } = row
  return {
    ...{ name, description, category, required, requiredFrom },
    ...{ maxFileSize, expires, validityMonths, reviewHint },
  }
}

interface Change {
  action: string
  before: DocumentTypeRow | null
  after: DocumentTypeRow
  position?: number | undefined
}

async function announceChange(tx: Ctx, { action, before, after, position }: Change): Promise<void> {
  const audited = (row: DocumentTypeRow) => ({ ...pickSetup(row), retired: row.retiredAt !== null })
  await audit(tx, {
    action,
    subjectType: 'document_type',
    subjectId: after.id,
    before: before && { ...audited(before), ...(position !== undefined && { position: before.position }) },
    after: { ...audited(after), ...(position !== undefined && { position }) },
  })
  if (changesRequirements(before, after, sydneyDate(tx.now())))
    await tx.emit('documentTypes.changed', { documentTypeId: after.id })
}
