import type {
  Audience,
  AudienceRule,
  createAudience as createEndpoint,
  updateAudience as updateEndpoint,
} from '#contract/brokers/audiences.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit, changedFields } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { createBrokerList, deleteUnusedLists } from '#server/modules/brokers/broker-lists.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import {
  changeAudience,
  countAudience,
  deleteAudienceRow,
  insertAudience,
  isNameTaken,
  lockAudience,
} from './audiences.store.ts'
import { problemsOf, viewAudience } from './audiences.views.ts'

const NAME_TAKEN = 'There is an audience of this name already'

/** @throws AppError forbidden, invalid for a name that is taken or rules that name deleted items */
export async function createAudience(
  ctx: Ctx,
  { name, rules: given, chosen }: BodyOf<typeof createEndpoint>,
): Promise<Audience> {
  authorise(ctx, 'audiences.write')
  return ctx.tx(async (tx) => {
    await requireWhole(tx, given)
    const list: AudienceRule[] = chosen
      ? [{ kind: 'list', listId: await createBrokerList(tx), not: false }]
      : []
    const rules = [...list, ...given]
    const id = await insertAudience(tx, { name, rules })
    if (id === undefined) throw invalid({ name: NAME_TAKEN })
    await audit(tx, {
      action: 'audience.created',
      subjectType: 'audience',
      subjectId: id,
      after: { name, rules },
    })
    await countAudience(tx, { id, rules })
    return viewAudience(tx, id)
  })
}

/** @throws AppError forbidden, not_found, invalid */
export async function updateAudience(
  ctx: Ctx,
  id: number,
  { name, rules }: BodyOf<typeof updateEndpoint>,
): Promise<Audience> {
  authorise(ctx, 'audiences.write')
  return ctx.tx(async (tx) => {
    const before = await lockAudience(tx, id)
    if (!before) throw notFound('Audience')
    if (rules) await requireWhole(tx, rules)
    if (name && (await isNameTaken(tx, { id, name }))) throw invalid({ name: NAME_TAKEN })
    const after = { name: name ?? before.name, rules: rules ?? before.rules }
    await changeAudience(tx, id, after)
    if (rules) await countAudience(tx, { id, rules })
    const difference = changedFields(before, after)
    if (difference)
      await audit(tx, { action: 'audience.changed', subjectType: 'audience', subjectId: id, ...difference })
    return viewAudience(tx, id)
  })
}

/** @throws AppError forbidden, not_found, conflict while a campaign calls it */
export async function deleteAudience(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'audiences.write')
  await ctx.tx(async (tx) => {
    const { name, campaigns } = await viewAudience(tx, id)
    if (campaigns.length > 0) {
      throw new AppError(
        'conflict',
        `${name} is called by ${campaigns.join(', ')}: choose another audience there first.`,
      )
    }
    await deleteAudienceRow(tx, id)
    await deleteUnusedLists(tx)
    await audit(tx, { action: 'audience.deleted', subjectType: 'audience', subjectId: id, before: { name } })
  })
}

async function requireWhole(tx: Ctx, rules: Parameters<typeof problemsOf>[1]): Promise<void> {
  const [problem] = await problemsOf(tx, rules)
  if (problem) throw invalid({ rules: problem })
}
