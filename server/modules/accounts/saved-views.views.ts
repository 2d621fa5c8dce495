import type { SavedView, ViewedList } from '#contract/brokers/saved-views.ts'
import type { Ctx } from '#server/ctx.ts'
import { notFound } from '#server/platform/errors.ts'
import type { SavedViewRow } from './saved-views.store.ts'

const staffId = ({ actor }: Ctx): number => (actor.kind === 'staff' ? actor.userId : 0)

/** One's own, and as an admin those of the team. */
export const mayChangeView = ({ actor }: Ctx, view: Pick<SavedViewRow, 'ownerId' | 'shared'>): boolean =>
  actor.kind === 'staff' && (view.ownerId === actor.userId || (view.shared && actor.role === 'admin'))

const visible = (ctx: Ctx) =>
  ctx.db
    .selectFrom('savedViews')
    .leftJoin('users', 'users.id', 'savedViews.ownerId')
    .selectAll('savedViews')
    .select('users.name as owner')
    .where((eb) => eb.or([eb('shared', '=', true), eb('ownerId', '=', staffId(ctx))]))

function toView(ctx: Ctx, row: SavedViewRow & { owner: string | null }): SavedView {
  return {
    id: row.id,
    // as validated by the contract
    list: row.list as ViewedList,
    query: row.query as SavedView['query'],
    columns: row.columns as SavedView['columns'],
    name: row.name,
    shared: row.shared,
    owner: row.owner,
    own: mayChangeView(ctx, row),
    updatedAt: row.updatedAt.toISOString(),
  }
}

/** One's own views of a list, and those of the team, by name. */
export async function viewSavedViews(ctx: Ctx, list: ViewedList): Promise<SavedView[]> {
  const rows = await visible(ctx)
    .where('list', '=', list)
    .orderBy((eb) => eb.fn('lower', ['savedViews.name']))
    .orderBy('savedViews.id')
    .execute()
  return rows.map((row) => toView(ctx, row))
}

/** @throws AppError not_found, also where it is somebody else's */
export async function viewSavedView(ctx: Ctx, id: number): Promise<SavedView> {
  const row = await visible(ctx).where('savedViews.id', '=', id).executeTakeFirst()
  if (!row) throw notFound('View')
  return toView(ctx, row)
}
