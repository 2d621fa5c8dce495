import {
  type createSavedView as createEndpoint,
  MOST_VIEWS,
  type updateSavedView as updateEndpoint,
} from '#contract/brokers/saved-views.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { audit } from './audit.ts'
import { authorise, requireSelf } from './policy.ts'
import {
  countOwnViews,
  deleteSavedView,
  insertSavedView,
  lockSavedView,
  type SavedViewRow,
  updateSavedView,
} from './saved-views.store.ts'
import { mayChangeView } from './saved-views.views.ts'

const NAME_TAKEN = 'There is a view of this name already'
const TOO_MANY = `At most ${MOST_VIEWS} views of a list: delete one that is not needed any more.`
const NOT_OWN = 'Only whoever saved this view may change it, and admins those of the team.'

/** @throws AppError forbidden, invalid for a name that is taken, rule_forbids */
export async function createView(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<number> {
  authorise(ctx, 'saved_views.write')
  const ownerId = requireSelf(ctx).userId
  if (body.shared) authorise(ctx, 'saved_views.share')
  const { list, name, shared, query, columns } = body
  return ctx.tx(async (tx) => {
    if ((await countOwnViews(tx, list, ownerId)) >= MOST_VIEWS) throw new AppError('rule_forbids', TOO_MANY)
    const id = await insertSavedView(tx, {
      ...{ list, name, shared, ownerId },
      query: JSON.stringify(query),
      columns: JSON.stringify(columns),
    })
    if (id === null) throw invalid({ name: NAME_TAKEN })
    await audit(tx, {
      action: 'saved_view.created',
      subjectType: 'saved_view',
      subjectId: id,
      after: { list, name, shared },
    })
    return id
  })
}

/** @throws AppError forbidden, not_found, invalid for a name that is taken */
export async function changeView(ctx: Ctx, id: number, body: BodyOf<typeof updateEndpoint>): Promise<void> {
  authorise(ctx, 'saved_views.write')
  if (body.shared) authorise(ctx, 'saved_views.share')
  await ctx.tx(async (tx) => {
    const before = await lockOwn(tx, id)
    const { name = before.name, shared = before.shared } = body
    const taken = await tx.db
      .selectFrom('savedViews')
      .select('id')
      .where('list', '=', before.list)
      .where('shared', '=', shared)
      .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
      .where('id', '<>', id)
      .$if(!shared, (views) => views.where('ownerId', '=', before.ownerId))
      .executeTakeFirst()
    if (taken) throw invalid({ name: NAME_TAKEN })
    await updateSavedView(tx, id, {
      ...{ name, shared },
      ...(body.query && { query: JSON.stringify(body.query) }),
      ...(body.columns && { columns: JSON.stringify(body.columns) }),
    })
    await audit(tx, {
      action: 'saved_view.changed',
      subjectType: 'saved_view',
      subjectId: id,
      before: { name: before.name, shared: before.shared },
      after: { name, shared },
    })
  })
}

/** @throws AppError forbidden, not_found */
export async function deleteView(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'saved_views.write')
  await ctx.tx(async (tx) => {
    const { name, shared, list } = await lockOwn(tx, id)
    await deleteSavedView(tx, id)
    await audit(tx, {
      action: 'saved_view.deleted',
      subjectType: 'saved_view',
      subjectId: id,
      before: { list, name, shared },
    })
  })
}

/** Another user's private view counts as missing. */
async function lockOwn(tx: Ctx, id: number): Promise<SavedViewRow> {
  const row = await lockSavedView(tx, id)
  if (!row || !(row.shared || mayChangeView(tx, row))) throw notFound('View')
  if (!mayChangeView(tx, row)) throw new AppError('forbidden', NOT_OWN)
  return row
}
