import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, instant } from '#contract/ids.ts'
import { type BrokerFieldName, brokerFieldNames, brokerFields } from './broker-fields.ts'
import { numberSource } from './number-source.ts'

const tag = 'Broker imports'

/** 50 MB: a larger file is refused with 413. */
export const MAX_IMPORT_BYTES = 50 * 1024 * 1024

export const importStatuses = ['preview', 'importing', 'imported', 'undoing', 'undone', 'failed'] as const
export type ImportStatus = (typeof importStatuses)[number]

/** Which status may follow which; a failed import can be started again where it stopped, or taken back. */
export const importTransitions: Record<ImportStatus, readonly ImportStatus[]> = {
  preview: ['importing'],
  importing: ['imported', 'failed'],
  imported: ['undoing'],
  failed: ['importing', 'undoing'],
  undoing: ['undone', 'imported'],
  undone: [],
}

export const onExistingChoices = ['skip', 'fill', 'overwrite'] as const
export type OnExisting = (typeof onExistingChoices)[number]

/** Labels of a name in several columns, as address books export it; joined where no column holds the whole name. */
const namePartLabels = {
  title: 'Title',
  firstName: 'First name',
  middleName: 'Middle name',
  lastName: 'Last name',
  suffix: 'Suffix',
} as const
export type NamePart = keyof typeof namePartLabels
export const nameParts = Object.keys(namePartLabels) as NamePart[] // the keys of a literal are its type's keys

export type ImportField = BrokerFieldName | NamePart

/** Fields that a column can be mapped to. */
export const importFields = brokerFieldNames.flatMap((field): ImportField[] =>
  field === 'name' ? [field, ...nameParts] : [field],
)

export const importFieldLabels = {
  ...namePartLabels,
  ...Object.fromEntries(brokerFieldNames.map((field) => [field, brokerFields[field].label])),
} as Record<ImportField, string> // of both lists

/** A column for the name, or for its first or last part. */
export const hasName = ({ name, firstName, lastName }: ImportMapping): boolean =>
  Boolean(name || firstName || lastName)

export const importMapping = z.partialRecord(z.enum(importFields), z.string())
export type ImportMapping = z.infer<typeof importMapping>

export const importProblem = z.object({
  /** Line of the row in the file as a spreadsheet numbers it: the header is row 1. */
  row: z.number(),
  column: z.string(),
  value: z.string(),
  reason: z.string(),
})

export const brokerImport = z.object({
  id: z.number(),
  status: z.enum(importStatuses),
  filename: z.string(),
  columns: z.array(z.string()),
  mapping: importMapping,
  onExisting: z.enum(onExistingChoices),
  /** Values that were repaired or left out while the file was read. */
  notes: z.array(z.string()),
  /** Source of the numbers, as it is read to brokers who ask. */
  numberSource: z.string().nullable(),
  counts: z.object({
    rows: z.number(),
    accepted: z.number(),
    rejected: z.number(),
    /** If a broker already exists, included in accepted. */
    existing: z.number(),
  }),
  /** While importing or undoing: rows done so far. */
  progress: z.object({ done: z.number(), total: z.number() }),
  result: z.object({ created: z.number(), updated: z.number(), skipped: z.number() }).nullable(),
  /** After an undo: brokers kept because they were called or edited since. */
  keptAfterUndo: z.array(z.object({ brokerId: z.number(), name: z.string(), reason: z.string() })),
  /** The first rows of the file by column, for the mapping screen. */
  sample: z.array(z.record(z.string(), z.string())),
  /** The first rows that can be imported, as they will be stored, by field. */
  ready: z.array(
    z.object({ row: z.number(), existing: z.boolean(), fields: z.record(z.string(), z.string()) }),
  ),
  /** Rejected rows by reason, the most first. A row may have several. */
  reasons: z.array(z.object({ reason: z.string(), column: z.string(), rows: z.number() })),
  /** The first problems; the whole list is the rejects CSV. */
  problems: z.array(importProblem),
  error: z.string().nullable(),
  createdAt: instant,
  createdBy: z.string().nullable(),
})
export type BrokerImport = z.infer<typeof brokerImport>

export const createImport = endpoint('POST /api/brokers/imports', {
  tag,
  summary:
    'Uploads a CSV or Excel file and previews it: multipart with file, and optionally mapping (JSON {field: header}), onExisting and numberSource',
  access: 'brokers.import',
  multipart: {
    files: { file: true },
    fields: z.object({
      /** JSON: field to header of the column. */
      mapping: z.string().optional(),
      onExisting: z.enum(onExistingChoices).optional(),
      numberSource: z.string().optional(),
    }),
  },
  returns: brokerImport,
  status: 201,
  idempotent: true,
})

export const listImports = endpoint('GET /api/brokers/imports', {
  tag,
  summary: 'Imports, newest first',
  access: 'admin_area.read',
  returns: z.array(
    brokerImport.omit({ sample: true, ready: true, reasons: true, problems: true, keptAfterUndo: true }),
  ),
})

export const getImport = endpoint('GET /api/brokers/imports/:id', {
  tag,
  summary: 'One import with its progress',
  access: 'admin_area.read',
  params: idParams,
  returns: brokerImport,
})

export const remapImport = endpoint('PATCH /api/brokers/imports/:id', {
  tag,
  summary:
    'Changes the mapping, the rule for existing brokers or where the numbers come from, and previews again',
  access: 'brokers.import',
  params: idParams,
  body: z.object({
    mapping: importMapping.optional(),
    onExisting: z.enum(onExistingChoices).optional(),
    numberSource: numberSource.optional(),
  }),
  returns: brokerImport,
})

export const commitImport = endpoint('POST /api/brokers/imports/:id/commit', {
  tag,
  summary: 'Starts the import in the background',
  access: 'brokers.import',
  params: idParams,
  returns: brokerImport,
  idempotent: true,
})

export const discardImport = endpoint('DELETE /api/brokers/imports/:id', {
  tag,
  summary: 'Discards an upload that was not imported, with its rows',
  access: 'brokers.import',
  params: idParams,
  returns: z.object({ discarded: z.literal(true) }),
})

export const undoImport = endpoint('POST /api/brokers/imports/:id/undo', {
  tag,
  summary: 'Undoes an import in the background; brokers called or edited since then stay and are listed',
  access: 'brokers.import',
  params: idParams,
  returns: brokerImport,
  idempotent: true,
})

export const importRejects = endpoint('GET /api/brokers/imports/:id/rejects', {
  tag,
  summary: 'Rejected rows as CSV: the columns of the file, and row, column, value and reason',
  access: 'admin_area.read',
  params: idParams,
  kind: 'file',
})
