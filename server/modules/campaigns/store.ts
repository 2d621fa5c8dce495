import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import type { Campaigns } from '#server/schema.gen.ts'

export type CampaignRow = Selectable<Campaigns>

/** One campaign, locked for changes when `forUpdate`. */
export async function findCampaign(
  ctx: Ctx,
  id: number,
  options: { forUpdate?: boolean } = {},
): Promise<CampaignRow | undefined> {
  const query = ctx.db.selectFrom('campaigns').selectAll().where('id', '=', id)
  // rows that only refer to the campaign (calls, activities) may still be written meanwhile
  return (options.forUpdate ? query.forNoKeyUpdate() : query).executeTakeFirst()
}

export async function insertCampaign(ctx: Ctx, values: Insertable<Campaigns>): Promise<CampaignRow> {
  return ctx.db.insertInto('campaigns').values(values).returningAll().executeTakeFirstOrThrow()
}

export async function changeCampaign(
  ctx: Ctx,
  id: number,
  values: Updateable<Campaigns>,
): Promise<CampaignRow> {
  return ctx.db
    .updateTable('campaigns')
    .set({ ...values, updatedAt: ctx.now() })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Adds the current script of the campaign as its next version, for new calls. */
export async function addVersion(ctx: Ctx, campaign: CampaignRow): Promise<number> {
  const last = await ctx.db
    .selectFrom('campaignVersions')
    .select((eb) => eb.fn.max('number').as('number'))
    .where('campaignId', '=', campaign.id)
    .executeTakeFirst()
  const version = await ctx.db
    .insertInto('campaignVersions')
    .values({
      campaignId: campaign.id,
      number: (last?.number ?? 0) + 1,
      product: campaign.product,
      rate: campaign.rate,
      rateType: campaign.rateType,
      callScript: campaign.callScript,
      aiPrompt: campaign.aiPrompt,
      aiPersonality: campaign.aiPersonality,
      aiInstructions: campaign.aiInstructions,
      createdBy: ctx.actor.kind === 'staff' ? ctx.actor.userId : null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await ctx.db.updateTable('campaigns').set({ versionId: version.id }).where('id', '=', campaign.id).execute()
  return version.id
}
