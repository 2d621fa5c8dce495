import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, idParams, instant } from '#contract/ids.ts'
import { text } from '#contract/text-fields.ts'
import { brokerBody, brokerListQuery, callBases } from './brokers.ts'

const tag = 'Broker changes in bulk'

/** So many are named one by one; more are chosen by the filters of their list. */
export const MOST_NAMED = 1000

const REASON_REQUIRED = 'Reason is required'
export const BASIS_SOURCE_REQUIRED = 'Enter where and when these brokers agreed'
export const BASIS_CONFIRM_REQUIRED = 'Confirm the basis, or choose None'

const ids = z
  .array(bodyId)
  .max(MOST_NAMED, 'At most 1,000 brokers are named one by one: choose all that match instead')

/** The filters of the list. An unknown filter is refused: ignored, it would select every broker. */
const filters = brokerListQuery
  .omit({ limit: true, cursor: true, sort: true })
  // in an address they are text
  .extend({
    bdmId: z.union([z.literal('none'), bodyId]).optional(),
    createdWithinDays: z.number().int().min(1).max(3650).optional(),
  })
  .strict()

/** Brokers named one by one, or all that match the filters of the list but for a few. */
export const brokerSelection = z.union(
  [
    z.strictObject({ ids: ids.min(1, 'Choose at least one broker') }),
    z.strictObject({ filters, except: ids.default([]) }),
  ],
  'Choose brokers by their ids, or by the filters of the list',
)
export type BrokerSelection = z.output<typeof brokerSelection>
export type GivenSelection = z.input<typeof brokerSelection>

export const bulkChangeKinds = ['bdm', 'call_basis', 'suppression', 'audience'] as const
export type BulkChangeKind = (typeof bulkChangeKinds)[number]

export const bulkChangeStatuses = ['running', 'done', 'failed', 'undoing', 'undone'] as const
export type BulkChangeStatus = (typeof bulkChangeStatuses)[number]

export const bulkChange = z.object({
  id: z.number(),
  kind: z.enum(bulkChangeKinds),
  /** 'Assign BDM: Dana Cole'. */
  label: z.string(),
  status: z.enum(bulkChangeStatuses),
  /** Brokers that were chosen. */
  total: z.number(),
  /** Named, but deleted before it began. */
  missing: z.number(),
  /** Brokers processed so far; during an undo, those reverted or left. */
  done: z.number(),
  changed: z.number(),
  /** It was so already. */
  unchanged: z.number(),
  /** Brokers it could not be done for, by reason, the most first. */
  refused: z.array(z.object({ reason: z.string(), brokers: z.number() })),
  /** After an undo: taken back, and left because they were changed since. */
  undo: z.object({ restored: z.number(), left: z.number() }).nullable(),
  /** A suppression is not undone in bulk. */
  undoable: z.boolean(),
  error: z.string().nullable(),
  createdAt: instant,
  createdBy: z.string().nullable(),
})
export type BulkChange = z.output<typeof bulkChange>

export const countSelection = endpoint('POST /api/brokers/bulk-changes/count', {
  tag,
  summary: 'How many brokers a selection has, exactly',
  access: 'admin_area.read',
  body: z.object({ selection: brokerSelection }),
  returns: z.object({ brokers: z.number() }),
})

export const assignBdmInBulk = endpoint('POST /api/brokers/bulk-changes/bdm', {
  tag,
  summary: 'Gives the chosen brokers the same BDM, or none of their own',
  access: 'brokers.write',
  body: z.object({ selection: brokerSelection, bdmId: bodyId.nullable() }),
  returns: bulkChange,
  status: 201,
  idempotent: true,
})

const { callBasisSource, callBasisAt } = brokerBody.shape

export const setBasisInBulk = endpoint('POST /api/brokers/bulk-changes/call-basis', {
  tag,
  summary:
    'Records the basis on which the chosen brokers may be called; whoever opted out needs a consent of their own',
  access: 'brokers.write',
  body: z
    .object({
      selection: brokerSelection,
      callBasis: z.enum(callBases, 'Choose a basis'),
      callBasisSource,
      callBasisAt,
      /** That the basis holds for each of them; needed for all but `none`. */
      confirmed: z.boolean().default(false),
    })
    .refine((body) => body.callBasis !== 'express' || body.callBasisSource !== null, {
      path: ['callBasisSource'],
      message: BASIS_SOURCE_REQUIRED,
    })
    .refine((body) => body.callBasis === 'none' || body.confirmed, {
      path: ['confirmed'],
      message: BASIS_CONFIRM_REQUIRED,
    }),
  returns: bulkChange,
  status: 201,
  idempotent: true,
})

export const suppressInBulk = endpoint('POST /api/brokers/bulk-changes/suppression', {
  tag,
  summary: 'Puts the numbers of the chosen brokers on the suppression list',
  access: 'suppressions.add',
  body: z.object({
    selection: brokerSelection,
    reason: text(500).min(1, REASON_REQUIRED),
  }),
  returns: bulkChange,
  status: 201,
  idempotent: true,
})

export const changeAudienceInBulk = endpoint('POST /api/brokers/bulk-changes/audience', {
  tag,
  summary: 'Adds the chosen brokers to an audience of brokers chosen by hand, or takes them out of it',
  access: 'audiences.write',
  body: z.object({
    selection: brokerSelection,
    audienceId: bodyId,
    remove: z.boolean().default(false),
  }),
  returns: bulkChange,
  status: 201,
  idempotent: true,
})

export const listBulkChanges = endpoint('GET /api/brokers/bulk-changes', {
  tag,
  summary: 'The latest changes of many brokers at once, newest first',
  access: 'admin_area.read',
  returns: z.array(bulkChange),
})

export const getBulkChange = endpoint('GET /api/brokers/bulk-changes/:id', {
  tag,
  summary: 'One change of many brokers, with its progress',
  access: 'admin_area.read',
  params: idParams,
  returns: bulkChange,
})

export const bulkChangeRefusals = endpoint('GET /api/brokers/bulk-changes/:id/refused', {
  tag,
  summary: 'The brokers that a change refused, as CSV with the reason',
  access: 'admin_area.read',
  params: idParams,
  kind: 'file',
})

export const undoBulkChange = endpoint('POST /api/brokers/bulk-changes/:id/undo', {
  tag,
  summary: 'Gives the brokers what they had before; those changed since are left, and counted',
  access: 'brokers.write',
  params: idParams,
  returns: bulkChange,
  idempotent: true,
})
