import { createHash } from 'node:crypto'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { changeOrganisation, insertLogo, lockOrganisation } from '../organisation.store.ts'
import type { LogoImage } from './logo-image.rules.ts'

type Brand = { brandColour?: string | null; brandLogo?: string | null }

/** Sets the colour of public pages, portal and mails. @throws AppError forbidden */
export async function setBrandColour(ctx: Ctx, colour: string | null): Promise<void> {
  authorise(ctx, 'organisation.write')
  await changeBrand(ctx, { brandColour: colour })
}

/**
 * Shows this logo from now on; former ones stay at their addresses, because sent mails show them. @throws AppError
 * forbidden
 */
export async function setLogo(ctx: Ctx, { type, width, height, bytes }: LogoImage): Promise<void> {
  authorise(ctx, 'organisation.write')
  const hash = createHash('sha256').update(bytes).digest('hex')
  await ctx.tx(async (tx) => {
    await insertLogo(tx, { hash, mediaType: type, width, height, bytes })
    await changeBrand(tx, { brandLogo: hash })
  })
}

/** Shows the lender's name instead of a logo. @throws AppError forbidden */
export async function removeLogo(ctx: Ctx): Promise<void> {
  authorise(ctx, 'organisation.write')
  await changeBrand(ctx, { brandLogo: null })
}

async function changeBrand(ctx: Ctx, changes: Brand): Promise<void> {
  await ctx.tx(async (tx) => {
    const { brandColour, brandLogo } = await lockOrganisation(tx)
    const before = { brandColour, brandLogo }
    const after = { ...before, ...changes }
    if (after.brandColour === before.brandColour && after.brandLogo === before.brandLogo) return
    await changeOrganisation(tx, changes)
    await audit(tx, { action: 'organisation.brand_changed', subjectType: 'organisation', before, after })
  })
}
