import type { Brand } from '#contract/system/brand.ts'
import type { Ctx } from '#server/ctx.ts'
import { lenderFacts } from '#server/modules/messages/queue-message.ts'

export async function viewBrand(ctx: Ctx): Promise<Brand> {
  const { name, brand } = await lenderFacts(ctx)
  const logo = brand.logo && { path: brand.logo.path, width: brand.logo.width, height: brand.logo.height }
  return { name, colour: brand.colour, logo }
}

export interface StoredLogo {
  mediaType: string
  bytes: Buffer
}

export async function findLogo(ctx: Ctx, hash: string): Promise<StoredLogo | undefined> {
  return ctx.db
    .selectFrom('brandLogos')
    .select(['mediaType', 'bytes'])
    .where('hash', '=', hash)
    .executeTakeFirst()
}
