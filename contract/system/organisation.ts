import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { creditScale } from '#contract/scoring/credit-scales.ts'
import { text } from '#contract/text-fields.ts'

const tag = 'System'

const ABN_WEIGHTS = [10, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19]
const ABN_MODULUS = 89

/**
 * True for the eleven digits of an Australian Business Number with valid check digits.
 * Source: Australian Business Register, 'Format of the ABN'.
 */
export function isAbn(digits: string): boolean {
  if (!/^[1-9]\d{10}$/.test(digits)) return false
  const sum = ABN_WEIGHTS.reduce((total, weight, at) => {
    const digit = Number(digits[at]) - (at === 0 ? 1 : 0)
    return total + digit * weight
  }, 0)
  return sum % ABN_MODULUS === 0
}

const address = z
  .literal('')
  .or(text(500).pipe(z.url({ protocol: /^https?$/, error: 'Enter a web address that starts with https://' })))

const PRICE_MESSAGE = 'Enter a price above 0 with at most four decimals, such as 0.15'

/** A decimal, or '' for none. */
const price = text(12).refine(
  (value) => value === '' || (/^\d{1,3}(\.\d{1,4})?$/.test(value) && Number(value) > 0),
  PRICE_MESSAGE,
)

/** The responsible organisation, named in every call, on every public page and in every message. */
export const organisationFields = z.object({
  legalName: text(200),
  tradingName: text(200),
  /** Eleven digits; spaces are removed. */
  abn: z
    .string()
    .transform((value) => value.replaceAll(/\s/g, ''))
    .refine((digits) => digits === '' || isAbn(digits), 'An ABN has eleven digits; check this one'),
  contactPhone: text(60),
  address: text(300),
  privacyUrl: address,
  termsUrl: address,
  /** The name the voice agent gives in calls. */
  agentName: text(60),
  videoLink: address,
  /** Public holidays of the broker's own state bar calls as well as national ones. */
  respectStateHolidays: z.boolean(),
  /** The scale of credit scores in the lender's files of loans, and of the scorecard. */
  creditScoreScale: creditScale,
  /** What a started minute of a call costs, in AUD: reserved for calls on the line, and counted for calls without a price. */
  callMinutePrice: price,
  /** What a US dollar costs, in AUD, for vendors that bill in US dollars. */
  audPerUsd: price,
  /** The service status is published at /status. */
  statusPage: z.boolean(),
})
export type Organisation = z.output<typeof organisationFields>

/** Fields required before a campaign may start with a live provider. */
export const neededForCalls = ['legalName', 'contactPhone', 'agentName'] as const

export const getOrganisation = endpoint('GET /api/organisation', {
  tag,
  summary: 'The organisation that this installation calls and writes for',
  access: 'admin_area.read',
  returns: organisationFields,
})

export const updateOrganisation = endpoint('PATCH /api/organisation', {
  tag,
  summary: 'Changes the organisation; fields that are left out stay',
  access: 'organisation.write',
  body: organisationFields.partial(),
  returns: organisationFields,
  edits: { subject: 'organisation', fields: 'all' },
})
