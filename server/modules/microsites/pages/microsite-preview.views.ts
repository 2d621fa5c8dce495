import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import type { previewMicrosite as endpoint } from '#contract/microsites/microsites.ts'
import type { OfferFacts } from '#contract/microsites/pages.ts'
import type { Ctx } from '#server/ctx.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'
import { filledContent } from '../rules.ts'

/** The page of a microsite that is still being written, made as the public one is. */
export async function previewMicrosite(
  ctx: Ctx,
  { name, campaignId, ...texts }: BodyOf<typeof endpoint>,
): Promise<ReturnsOf<typeof endpoint>> {
  const [lender, offer] = await Promise.all([lenderFacts(ctx), offerOf(ctx, campaignId ?? null)])
  const content = filledContent({
    ...texts,
    heroTitle: texts.heroTitle || name || 'Hero title',
    heroSubtitle: texts.heroSubtitle ?? '',
    productName: texts.productName ?? '',
    description: texts.description ?? '',
    ctaButtonUrl: texts.ctaButtonUrl ?? '',
    ctaSecondaryUrl: texts.ctaSecondaryUrl || null,
  })
  const url = `${ctx.providers.publicUrl}/microsite/preview`
  const title = name || 'Preview'
  return { html: ctx.providers.pages.microsite({ lender, url, title, content, offer, carried: '' }) }
}

async function offerOf(ctx: Ctx, campaignId: number | null): Promise<OfferFacts | null> {
  if (campaignId === null) return null
  const campaign = await ctx.db
    .selectFrom('campaigns')
    .select(['product', 'rate', 'rateType', 'comparisonRate', 'description'])
    .where('id', '=', campaignId)
    .executeTakeFirst()
  return campaign ?? null
}
