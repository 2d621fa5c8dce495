import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { line } from '#contract/text-fields.ts'

const tag = 'System'

/** The only form a colour has where it is stored and written into a page. */
export const BRAND_COLOUR = /^#[0-9a-f]{6}$/

const colour = line()
  .toLowerCase()
  .regex(BRAND_COLOUR, 'Enter a colour as # and six digits or letters a to f, such as #0f5f5c')

export const logoTypes = ['image/png', 'image/jpeg', 'image/webp'] as const
export type LogoType = (typeof logoTypes)[number]

export const MAX_LOGO_BYTES = 1024 * 1024
/** Pixels of the longer side. */
export const MAX_LOGO_SIDE = 4000

export const brand = z.object({
  /** The lender's trading name. */
  name: z.string(),
  /** null: the colour of the product. */
  colour: z.string().nullable(),
  logo: z.object({ path: z.string(), width: z.number(), height: z.number() }).nullable(),
})
export type Brand = z.output<typeof brand>

export const brandColour = z.object({
  colour: z.union([z.literal('').transform(() => null), z.null(), colour], {
    error: 'Enter a colour as # and six digits or letters a to f, such as #0f5f5c',
  }),
})

export const getBrand = endpoint('GET /api/brand', {
  tag,
  summary: 'How the lender looks on public pages, in the portal and in mails',
  access: 'public',
  returns: brand,
})

export const updateBrand = endpoint('PATCH /api/brand', {
  tag,
  summary: 'Sets the colour of public pages, portal and mails; null: the colour of the product',
  access: 'organisation.write',
  body: brandColour,
  returns: brand,
})

export const uploadLogo = endpoint('POST /api/brand/logo', {
  tag,
  summary: 'Takes a logo: PNG, JPEG or WebP, up to 1 MB',
  access: 'organisation.write',
  multipart: { files: { logo: true } },
  returns: brand,
})

export const removeLogo = endpoint('DELETE /api/brand/logo', {
  tag,
  summary: 'Shows the name in place of the logo',
  access: 'organisation.write',
  returns: brand,
})

export const readLogo = endpoint('GET /api/brand/logo/:hash', {
  tag,
  summary: 'A logo by the hash of its bytes; never another one at the same address',
  access: 'public',
  params: z.object({ hash: z.string().max(64) }),
  kind: 'file',
})

export const offlinePage = endpoint('GET /offline', {
  tag,
  summary: 'The page that a browser shows while it has no connection',
  access: 'public',
  kind: 'file',
})
