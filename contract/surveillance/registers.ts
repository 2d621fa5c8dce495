import { z } from 'zod'
import { givenDay } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { line } from '#contract/text-fields.ts'

const tag = 'Registers'

export const registers = [
  'banned_persons',
  'banned_organisations',
  'credit_representatives',
  'credit_licensees',
] as const
export type Register = (typeof registers)[number]

interface RegisterTerms {
  label: string
  /** One row of it, as in '412345, credit representative, is new'. */
  noun: string
  /** Of its dataset at data.gov.au. */
  dataset: string
  /** Of its file there, whose content is replaced while the address stays. */
  resource: string
}

/** Source: data.gov.au, datasets of the Australian Securities and Investments Commission. */
export const registerTerms: Record<Register, RegisterTerms> = {
  banned_persons: {
    label: 'Banned and disqualified persons',
    noun: 'banned person',
    dataset: 'asic-banned-disqualified-per',
    resource: '741da9e3-7e0c-458e-830c-c518698e1788',
  },
  banned_organisations: {
    label: 'Banned and disqualified organisations',
    noun: 'banned organisation',
    dataset: 'asic-banned-disqualified-org',
    resource: 'ced03961-e6f7-4263-895a-0fd1d7996043',
  },
  credit_representatives: {
    label: 'Credit representatives',
    noun: 'credit representative',
    dataset: 'asic-credit-representative',
    resource: '999d9e92-df2c-4d6d-b580-321dcd205292',
  },
  credit_licensees: {
    label: 'Credit licensees',
    noun: 'credit licensee',
    dataset: 'asic-credit-licensee',
    resource: '35953a01-a9a8-4609-8566-c9fa7de465d3',
  },
}

/** The attribution that ASIC's licence requires. */
export const REGISTER_SOURCE =
  'Source: Australian Securities and Investments Commission, CC BY 3.0 AU, via data.gov.au'
export const REGISTER_LICENCE_URL = 'https://creativecommons.org/licenses/by/3.0/au/'

/** Days after which a snapshot counts as stale. ASIC publishes every week. */
export const STALE_DAYS = 14

/** 100 MB: ten times the largest file. A larger one is refused with 413. */
export const MAX_REGISTER_BYTES = 100 * 1024 * 1024

const registerParams = z.object({ register: z.enum(registers, 'There is no such register') })

const importResult = z.object({
  snapshotDate: z.string(),
  /** In the file. */
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  /** Representatives who moved to another licensee: neither added nor removed. */
  moved: z.number(),
  removed: z.number(),
  /** Unreadable rows, which are kept as text. */
  quarantined: z.number(),
  /** Of them, rows whose last readable state stays in force. */
  kept: z.number(),
})

export const listRegisters = endpoint('GET /api/surveillance/registers', {
  tag,
  summary: 'Each register with its newest snapshot, and whether that is stale',
  access: 'admin_area.read',
  returns: z.array(
    z.object({
      register: z.enum(registers),
      label: z.string(),
      /** null: it was never loaded. */
      snapshotDate: z.string().nullable(),
      rows: z.number(),
      added: z.number(),
      changed: z.number(),
      moved: z.number(),
      removed: z.number(),
      /** No earlier snapshot exists for comparison: `added`, `changed` and `removed` are 0. */
      first: z.boolean(),
      /** File or address. */
      source: z.string().nullable(),
      importedAt: instant.nullable(),
      ageDays: z.number().nullable(),
      stale: z.boolean(),
      /** Rows of the newest file that cannot be read. */
      quarantined: z.number(),
      /** Of them, rows that stay in force as they were read last. */
      kept: z.number(),
      /** Unreadable rows of the file before that the newest one no longer has. */
      vanished: z.number(),
      /** Whether it is fetched automatically. */
      fetched: z.boolean(),
      /** How the last attempts to fetch it ended; null: never tried. */
      fetch: z
        .object({
          attemptedAt: instant,
          succeededAt: instant.nullable(),
          /** null: the last attempt succeeded. */
          failedSince: instant.nullable(),
          reason: z.string().nullable(),
        })
        .nullable(),
      attribution: z.string(),
    }),
  ),
})

export const importRegister = endpoint('POST /api/surveillance/registers/:register', {
  tag,
  summary:
    'Imports a file of ASIC as the new snapshot. Unreadable rows are kept as text and listed, up to 2 per cent; a suspicious file is refused with the reason',
  access: 'registers.import',
  params: registerParams,
  multipart: {
    files: { file: true },
    fields: z.object({
      /** The day on which ASIC published it; defaults to today. */
      snapshotDate: givenDay().optional(),
    }),
  },
  returns: importResult,
  limit: { requests: 30, minutes: 10 },
})

export const fetchRegister = endpoint('POST /api/surveillance/registers/:register/fetch', {
  tag,
  summary: 'Fetches the newest file of a register from data.gov.au and imports it',
  access: 'registers.import',
  params: registerParams,
  returns: importResult,
  limit: { requests: 10, minutes: 10 },
})

export const changeKinds = ['added', 'changed', 'moved', 'removed'] as const
export type RegisterChangeKind = (typeof changeKinds)[number]

export const registerChanges = endpoint('GET /api/surveillance/registers/:register/changes', {
  tag,
  summary:
    'What the newest snapshot changed, in sentences; of one kind or one state, or found by number or name',
  access: 'admin_area.read',
  params: registerParams,
  query: pageQuery.omit({ sort: true }).extend({
    kind: z.enum(changeKinds).optional(),
    state: line().max(10).optional(),
  }),
  returns: z.array(
    z.object({
      id: z.number(),
      kind: z.enum(changeKinds),
      number: z.string().nullable(),
      name: z.string(),
      state: z.string().nullable(),
      /** e.g. 'Credit representative 412345 ended on 3 November 2026.' */
      text: z.string(),
      snapshotDate: z.string(),
    }),
  ),
})

export const registerQuarantine = endpoint('GET /api/surveillance/registers/:register/quarantine', {
  tag,
  summary:
    'Rows of the newest file that cannot be read, with their text, and those of the file before that have disappeared; the first thousand',
  access: 'admin_area.read',
  params: registerParams,
  returns: z.array(
    z.object({
      id: z.number(),
      /** vanished: unreadable in the file before, and absent from the newest. */
      state: z.enum(['unreadable', 'vanished']),
      /** Of the file, from 1. */
      line: z.number(),
      text: z.string(),
      reason: z.string(),
      number: z.string().nullable(),
      name: z.string().nullable(),
      /** Date of the snapshot whose state of the row stays in force, YYYY-MM-DD; null: it was never readable. */
      inForceFrom: z.string().nullable(),
      snapshotDate: z.string(),
    }),
  ),
})
