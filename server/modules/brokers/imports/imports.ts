import {
  type ImportMapping,
  type ImportStatus,
  importMapping,
  importTransitions,
  type OnExisting,
  onExistingChoices,
  type remapImport as remapEndpoint,
} from '#contract/brokers/imports.ts'
import { NUMBER_SOURCE_UNFIT, numberSource } from '#contract/brokers/number-source.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { openTable, UnreadableTable } from '#server/input/tables/read-table.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { rowPages } from '#server/platform/db/row-pages.ts'
import { requireRoom } from '#server/platform/disk-space.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { resumeAs, startRun } from '#server/platform/runs/runs.ts'
import { bdmsByName } from '../own-bdm.ts'
import { rowChecker } from './check-rows.rules.ts'
import { transitionRefusals } from './imports.rules.ts'
import {
  acceptedAfter,
  cellsAfter,
  changeImport,
  countRows,
  deleteImport,
  findImport,
  type ImportRow,
  insertImport,
  insertRows,
  recheckRows,
  rejectRows,
  storeExisting,
} from './imports.store.ts'
import { columnOf, guessMapping, mappingProblems } from './map-columns.rules.ts'
import { matchBrokers } from './match-brokers.rules.ts'
import { readMapping, type Upload } from './receive-csv.ts'
import { importRun } from './run-import.ts'

export interface ImportChoices {
  mapping: ImportMapping | null
  onExisting: OnExisting
  numberSource: string | null
}

/** Reads the choices sent with the file. @throws AppError invalid */
export function readChoices(fields: Upload['fields']): ImportChoices {
  const onExisting = onExistingChoices.find((choice) => choice === (fields.onExisting || 'skip'))
  if (!onExisting) {
    throw invalid({
      onExisting: `Choose what happens to brokers that exist: ${onExistingChoices.join(', ')}`,
    })
  }
  const source = numberSource.safeParse(fields.numberSource)
  if (!source.success) throw invalid({ numberSource: source.error.issues[0]?.message ?? NUMBER_SOURCE_UNFIT })
  return {
    onExisting,
    numberSource: source.data,
    mapping: readMapping(importMapping, fields.mapping, '{"name": "Full Name", "phone": "Mobile"}'),
  }
}

/** Reads an uploaded file and previews it. @throws AppError forbidden, invalid with what to do about the file */
export async function createImport(ctx: Ctx, upload: Upload, choices: ImportChoices): Promise<number> {
  authorise(ctx, 'brokers.import')
  return ctx.tx(async (tx) => {
    const id = await insertImport(tx, {
      filename: upload.filename,
      columns: '[]',
      mapping: '{}',
      onExisting: choices.onExisting,
      numberSource: choices.numberSource,
      ...{ rows: 0, accepted: 0, rejected: 0, existing: 0 },
      createdBy: tx.actor.kind === 'staff' ? tx.actor.userId : null,
    })
    const read = await storeTable(tx, id, { bytes: upload.bytes, mapping: choices.mapping })
    await matchStored(tx, id, read.mapping)
    const counts = await countRows(tx, id)
    if (counts.rows === 0) throw invalid({ file: 'The file has headers but no rows.' })
    await changeImport(tx, id, {
      ...counts,
      columns: JSON.stringify(read.columns),
      notes: JSON.stringify(read.notes),
      mapping: JSON.stringify(read.mapping),
    })
    await audit(tx, {
      action: 'import.uploaded',
      subjectType: 'import',
      subjectId: id,
      after: { filename: upload.filename, ...counts },
    })
    return id
  })
}

/** Reads a file, then checks and stores its rows. */
async function storeTable(
  tx: Ctx,
  importId: number,
  file: { bytes: Buffer; mapping: ImportMapping | null },
): Promise<{ columns: string[]; mapping: ImportMapping; notes: string[] }> {
  try {
    const { columns, notes, rows } = await openTable(file.bytes)
    const mapping = file.mapping ?? guessMapping(columns)
    refuseBadMapping(mapping, columns)
    const check = rowChecker(columns, mapping, await bdmsByName(tx))
    for await (const batch of rows()) await insertRows(tx, importId, batch.map(check))
    return { columns, mapping, notes }
  } catch (error) {
    throw error instanceof UnreadableTable ? invalid({ file: error.message }) : error
  }
}

function refuseBadMapping(mapping: ImportMapping, columns: readonly string[]): void {
  const problems = mappingProblems(mapping, columns)
  if (problems) throw invalid(problems)
}

/** Matches accepted rows to existing brokers; rejects a row that matches two, or one that an earlier row matches. */
async function matchStored(tx: Ctx, importId: number, mapping: ImportMapping): Promise<void> {
  const matchedInRow = new Map<number, number>()
  for await (const rows of rowPages((page) => acceptedAfter(tx, { importId, ...page }))) {
    const results = matchBrokers(rows, matchedInRow, columnOf(mapping))
    await storeExisting(
      tx,
      importId,
      results.flatMap((result) =>
        'existingId' in result && result.existingId !== null
          ? [{ row: result.row, existingId: result.existingId }]
          : [],
      ),
    )
    await rejectRows(
      tx,
      importId,
      results.flatMap((result) => ('problem' in result ? [result] : [])),
    )
  }
}

/** Changes the column mapping of a preview. @throws AppError forbidden, not_found, invalid, conflict once started */
export async function remapImport(ctx: Ctx, id: number, body: BodyOf<typeof remapEndpoint>): Promise<void> {
  authorise(ctx, 'brokers.import')
  await ctx.tx(async (tx) => {
    const before = await findImport(tx, id, { forUpdate: true })
    if (!before) throw notFound('Import')
    if (before.status !== 'preview') throw refusal(before)
    const columns = before.columns as string[] // as written by createImport
    const mapping = body.mapping ?? importMapping.parse(before.mapping)
    refuseBadMapping(mapping, columns)
    if (body.mapping) await recheckStored(tx, id, { columns, mapping })
    await changeImport(tx, id, {
      ...(await countRows(tx, id)),
      mapping: JSON.stringify(mapping),
      onExisting: body.onExisting ?? before.onExisting,
      ...(body.numberSource !== undefined && { numberSource: body.numberSource }),
    })
  })
}

async function recheckStored(
  tx: Ctx,
  importId: number,
  file: { columns: string[]; mapping: ImportMapping },
): Promise<void> {
  const check = rowChecker(file.columns, file.mapping, await bdmsByName(tx))
  for await (const rows of rowPages((page) => cellsAfter(tx, { importId, ...page })))
    await recheckRows(tx, importId, rows.map(check))
  await matchStored(tx, importId, file.mapping)
}

/** Starts an import in the background. @throws AppError forbidden, not_found, conflict, rule_forbids */
export async function commitImport(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'brokers.import')
  await requireRoom(ctx.providers.disk, 'files')
  await ctx.tx(async (tx) => {
    const before = await findImport(tx, id, { forUpdate: true })
    if (!before) throw notFound('Import')
    if (before.status === 'preview' && before.accepted === 0) {
      throw new AppError('rule_forbids', 'Every row is rejected, so there is nothing to import.')
    }
    if (before.runId === null) {
      const run = await startRun(tx, importRun, {
        key: null,
        input: { importId: id },
        total: before.accepted,
      })
      await changeImport(tx, id, { runId: run?.id ?? null })
    } else {
      await resume(tx, before, 'running')
    }
    await auditStart(tx, before, { action: 'import.started' })
  })
}

/** Discards an upload that was not imported. @throws AppError forbidden, not_found, conflict */
export async function discardImport(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'brokers.import')
  await ctx.tx(async (tx) => {
    const before = await findImport(tx, id, { forUpdate: true })
    if (!before) throw notFound('Import')
    if (before.status !== 'preview') throw refusal(before)
    await deleteImport(tx, id)
    await audit(tx, {
      action: 'import.discarded',
      subjectType: 'import',
      subjectId: id,
      before: { filename: before.filename, rows: before.rows },
    })
  })
}

/** Undoes an import in the background. @throws AppError forbidden, not_found, conflict */
export async function undoImport(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'brokers.import')
  await ctx.tx(async (tx) => {
    const before = await findImport(tx, id)
    if (!before) throw notFound('Import')
    await resume(tx, before, 'undoing')
    await changeImport(tx, id, { keptAfterUndo: '[]' })
    await auditStart(tx, before, { action: 'import.undo_started' })
  })
}

/** @throws AppError conflict if the status does not allow it */
async function resume(tx: Ctx, { runId, status }: ImportRow, to: 'running' | 'undoing'): Promise<void> {
  const next: ImportStatus = to === 'running' ? 'importing' : 'undoing'
  // decided by what was read first: changing the run waits for the batch under way
  const allowed = runId !== null && importTransitions[status].includes(next)
  if (!allowed || !(await resumeAs(tx, importRun, runId, { to }))) throw refusal({ status })
}

async function auditStart(
  tx: Ctx,
  { id, filename, onExisting, accepted }: ImportRow,
  { action }: { action: string },
): Promise<void> {
  await audit(tx, {
    ...{ action, subjectType: 'import', subjectId: id },
    after: { filename, onExisting, accepted },
  })
}

function refusal({ status }: { status: ImportStatus }): AppError {
  return new AppError('conflict', transitionRefusals[status])
}
