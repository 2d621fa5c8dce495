import type { CampaignTemplate } from '#contract/campaigns/campaign-templates.ts'
import type { Ctx } from '#server/ctx.ts'

type NewTemplate = Pick<CampaignTemplate, 'name' | 'settings'>

export async function countTemplates(ctx: Ctx): Promise<number> {
  const { count } = await ctx.db
    .selectFrom('campaignTemplates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** @returns the id; undefined if the name is taken */
export async function insertTemplate(tx: Ctx, { name, settings }: NewTemplate): Promise<number | undefined> {
  const row = await tx.db
    .insertInto('campaignTemplates')
    .values({
      name,
      settings: JSON.stringify(settings),
      createdBy: tx.actor.kind === 'staff' ? tx.actor.userId : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id
}

/** Locks a template until the transaction ends. */
export async function lockTemplate(tx: Ctx, id: number): Promise<{ name: string } | undefined> {
  return tx.db
    .selectFrom('campaignTemplates')
    .select('name')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

/** True if another template has this name. */
export async function isTemplateNameTaken(
  tx: Ctx,
  { id, name }: { id: number; name: string },
): Promise<boolean> {
  const other = await tx.db
    .selectFrom('campaignTemplates')
    .select('id')
    .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
    .where('id', '<>', id)
    .executeTakeFirst()
  return other !== undefined
}

export async function changeTemplateName(tx: Ctx, id: number, name: string): Promise<void> {
  await tx.db
    .updateTable('campaignTemplates')
    .set({ name, updatedAt: tx.now() })
    .where('id', '=', id)
    .execute()
}

/** @returns the deleted template; undefined if there is none */
export async function deleteTemplateRow(
  tx: Ctx,
  id: number,
): Promise<{ name: string; settings: unknown } | undefined> {
  return tx.db
    .deleteFrom('campaignTemplates')
    .where('id', '=', id)
    .returning(['name', 'settings'])
    .executeTakeFirst()
}
