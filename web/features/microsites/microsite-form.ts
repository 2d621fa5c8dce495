import type { UseFormReturn } from 'react-hook-form'
import { z } from 'zod'
import { plainNumber } from '#contract/ids.ts'
import {
  contentDefaults,
  type Microsite,
  micrositeContent,
  micrositeFields,
  slugOf,
} from '#contract/microsites/microsites.ts'
import { ApiError } from '#web/api/api-error.ts'

/** Fields of both dialogs; a new microsite is always active. */
export const micrositeFormSchema = micrositeFields.extend({
  active: z.boolean(),
  // a choice of the form is a text
  campaignId: plainNumber(micrositeFields.shape.campaignId),
})
type Input = z.input<typeof micrositeFormSchema>
export type MicrositeFormFields = z.output<typeof micrositeFormSchema>
export type MicrositeForm = UseFormReturn<Input, unknown, MicrositeFormFields>
export type FieldName = keyof MicrositeFormFields
type ContentName = keyof z.output<typeof micrositeContent>

const MAX_SLUG = 100
const contentNames = Object.keys(micrositeContent.shape) as ContentName[] // the keys of the literal shape

/** Initial values of the Create dialog: the standard texts, and this installation's own booking page. */
export function newMicrosite(address: string): Input {
  return {
    name: '',
    slug: '',
    campaignId: '',
    heroTitle: '',
    heroSubtitle: '',
    productName: '',
    description: '',
    ...contentDefaults,
    ctaButtonUrl: `${address}/booking`,
    ctaSecondaryUrl: '',
    active: true,
  }
}

/** Initial values of the Edit dialog. */
export function valuesOf(microsite: Microsite): Input {
  const { content, campaign } = microsite
  return {
    name: microsite.title,
    slug: microsite.slug,
    campaignId: campaign ? String(campaign.id) : '',
    ...content,
    ctaSecondaryUrl: content.ctaSecondaryUrl ?? '',
    active: microsite.active,
  }
}

/** The slug that a name suggests, no longer than a slug may be. */
export function suggestedSlug(name: string): string {
  return slugOf(name).slice(0, MAX_SLUG).replace(/-+$/, '')
}

export interface MicrositeChangesBody {
  title?: string
  slug?: string
  campaignId?: number
  active?: boolean
  content?: Pick<MicrositeFormFields, ContentName>
}

/** Only the changes; the content is sent as a whole as soon as one of its texts differs. */
export function changesOf(
  fields: MicrositeFormFields,
  dirty: Readonly<Partial<Record<FieldName, unknown>>>,
): MicrositeChangesBody {
  const changes: MicrositeChangesBody = {}
  if (dirty.name) changes.title = fields.name
  if (dirty.slug) changes.slug = fields.slug
  if (dirty.campaignId) changes.campaignId = fields.campaignId
  if (dirty.active) changes.active = fields.active
  if (contentNames.some((name) => dirty[name])) {
    const content = Object.fromEntries(contentNames.map((name) => [name, fields[name]]))
    changes.content = content as Pick<MicrositeFormFields, ContentName> // one entry per name
  }
  return changes
}

/** Names of the API's fields as this form has them: `title` is the name, `content.heroTitle` the hero title. */
export function inFormNames(error: unknown): unknown {
  if (!(error instanceof ApiError)) return error
  const fields = Object.entries(error.fields).map(([name, message]) => [
    name === 'title' ? 'name' : name.replace(/^content\./, ''),
    message,
  ])
  return new ApiError({
    status: error.status,
    code: error.code,
    message: error.message,
    fields: Object.fromEntries(fields),
    requestId: error.requestId ?? undefined,
  })
}
