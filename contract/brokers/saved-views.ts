import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, instant } from '#contract/ids.ts'
import { text } from '#contract/text-fields.ts'

const tag = 'Saved views'

/** Lists that have saved views. */
export const viewedLists = ['brokers'] as const
export type ViewedList = (typeof viewedLists)[number]

export const MOST_VIEWS = 100

const short = z.string().max(500, 'At most 500 characters')
/** Filters and order as in the list's URL; the list ignores unknown ones. */
const query = z
  .record(z.string().max(60), short)
  .refine((values) => Object.keys(values).length <= 40, 'At most 40 filters')
/** Columns that are shown or hidden, where they differ from the list's own choice. */
const columns = z
  .record(z.string().max(60), z.boolean())
  .refine((values) => Object.keys(values).length <= 60, 'At most 60 columns')

const savedView = z.object({
  id: z.number(),
  list: z.enum(viewedLists),
  name: z.string(),
  query: z.record(z.string(), z.string()),
  columns: z.record(z.string(), z.boolean()),
  /** The whole team has it. */
  shared: z.boolean(),
  /** Name of the owner; null: a former member of staff. */
  owner: z.string().nullable(),
  /** Whether the signed-in user may rename, change and delete it. */
  own: z.boolean(),
  updatedAt: instant,
})
export type SavedView = z.output<typeof savedView>

const NAME_REQUIRED = 'Give the view a name'
const name = text(80).min(1, NAME_REQUIRED)

export const listSavedViews = endpoint('GET /api/saved-views', {
  tag,
  summary: 'The views of a list: one’s own and those of the team, by name',
  access: 'admin_area.read',
  query: z.object({ list: z.enum(viewedLists) }),
  returns: z.array(savedView),
})

export const createSavedView = endpoint('POST /api/saved-views', {
  tag,
  summary: 'Keeps filters, order and columns of a list under a name',
  access: 'saved_views.write',
  body: z.object({
    list: z.enum(viewedLists),
    name,
    query,
    columns: columns.default({}),
    shared: z.boolean().default(false),
  }),
  returns: savedView,
  status: 201,
})

export const updateSavedView = endpoint('PATCH /api/saved-views/:id', {
  tag,
  summary: 'Changes a view: its own, or as an admin one of the team',
  access: 'saved_views.write',
  params: idParams,
  body: z.object({
    name: name.optional(),
    query: query.optional(),
    columns: columns.optional(),
    shared: z.boolean().optional(),
  }),
  returns: savedView,
})

export const deleteSavedView = endpoint('DELETE /api/saved-views/:id', {
  tag,
  summary: 'Deletes a view',
  access: 'saved_views.write',
  params: idParams,
  returns: z.object({ deleted: z.literal(true) }),
})
