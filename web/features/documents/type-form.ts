import { z } from 'zod'
import { addDays, SYDNEY } from '#contract/calendar.ts'
import { givenDay } from '#contract/dates.ts'
import type { createDocumentType, DocumentTypeSetup } from '#contract/documents/document-types.ts'
import { documentCategories, MEGABYTE } from '#contract/documents/documents.ts'
import { atMost } from '#contract/texts.ts'
import { formatDate } from '#web/lib/dates.ts'
import { dayIn } from '#web/lib/zoned-days.ts'

/** Fields of the form: texts as typed, the size in megabytes. */
export const typeForm = z.object({
  name: z.string().trim().min(1, 'Name is required').max(200, atMost(200)),
  description: z.string().trim().max(1000, atMost(1000)),
  category: z.enum(documentCategories, 'Choose a category'),
  required: z.boolean(),
  /** '': immediately. */
  requiredFrom: z.literal('').or(givenDay()),
  maxMegabytes: z
    .string()
    .trim()
    .min(1, 'Required')
    .refine((text) => Number(text) >= 0.1, 'At least 0.1MB')
    .refine((text) => !(Number(text) > 50), 'At most 50MB'),
  expires: z.boolean(),
  validityMonths: z
    .string()
    .trim()
    .refine((text) => text === '' || /^\d+$/.test(text), 'Enter whole months, or leave blank')
    .refine((text) => text === '' || (Number(text) >= 1 && Number(text) <= 120), 'From 1 to 120'),
  reviewHint: z.string().trim().max(1000, atMost(1000)),
})
export type TypeFormInput = z.input<typeof typeForm>

export const newType: TypeFormInput = {
  name: '',
  description: '',
  category: 'professional',
  required: false,
  requiredFrom: '',
  maxMegabytes: '10',
  expires: true,
  validityMonths: '12',
  reviewHint: '',
}

export function valuesOf(type: DocumentTypeSetup): TypeFormInput {
  const { name, description, category, required, expires, reviewHint, validityMonths, maxFileSize } = type
  return {
    ...{ name, description, category, required, expires, reviewHint },
    requiredFrom: type.requiredFrom ?? '',
    maxMegabytes: String(Math.round((maxFileSize / MEGABYTE) * 100) / 100),
    validityMonths: validityMonths === null ? '' : String(validityMonths),
  }
}

type Body = z.output<(typeof createDocumentType)['body']>

/** The request body; an untouched size keeps its exact bytes, because the form shows it rounded. */
export function bodyOf(fields: z.output<typeof typeForm>, type: DocumentTypeSetup | null): Body {
  const { maxMegabytes, validityMonths, requiredFrom, ...rest } = fields
  const isUntouched = type !== null && valuesOf(type).maxMegabytes === maxMegabytes
  return {
    ...rest,
    requiredFrom: fields.required && requiredFrom !== '' ? requiredFrom : null,
    maxFileSize: isUntouched ? type.maxFileSize : Math.round(Number(maxMegabytes) * MEGABYTE),
    // a document without expiry has no suggested validity
    validityMonths: fields.expires && validityMonths !== '' ? Number(validityMonths) : null,
  }
}

/** The day that is suggested where a type becomes required: brokers have a month. */
export const suggestedStart = (today: string): string => addDays(today, 30)

/** Whether it is required from a later day than today on. */
export const isAhead = (requiredFrom: string | null, today: string): requiredFrom is string =>
  requiredFrom !== null && requiredFrom > today

/** 'Required', 'From 24 Dec 2026', 'Optional' */
export function requirementText({ required, requiredFrom }: DocumentTypeSetup): string {
  if (!required) return 'Optional'
  return isAhead(requiredFrom, dayIn(SYDNEY, Date.now())) ? `From ${formatDate(requiredFrom)}` : 'Required'
}

/** '10 MB' */
export function sizeText(bytes: number): string {
  return `${Math.round((bytes / MEGABYTE) * 10) / 10} MB`
}

/** 'After 12 months', 'As stated on the document', 'Does not expire' */
export function validityText({
  expires,
  validityMonths,
}: Pick<DocumentTypeSetup, 'expires' | 'validityMonths'>): string {
  if (!expires) return 'Does not expire'
  return validityMonths === null
    ? 'As stated on the document'
    : `After ${validityMonths} month${validityMonths === 1 ? '' : 's'}`
}
