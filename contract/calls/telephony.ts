import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/ids.ts'
import { line, text } from '#contract/text-fields.ts'
import { forEachVendor, vendors } from './vendors.ts'

const tag = 'Telephony'

/** A number that a vendor rents to us. */
export const vendorNumber = z.object({
  /** The vendor's id of the number. */
  id: z.string(),
  /** E.164; null where it is only a SIP address. */
  phoneNumber: z.string().nullable(),
  name: z.string(),
  voice: z.boolean(),
  sms: z.boolean(),
  /** `activating`, `active`, `blocked`, or the vendor's own word. */
  state: z.string(),
  /** True when calls and messages to it reach this installation. */
  connected: z.boolean(),
  /** True for the number that calls are made from. */
  inUse: z.boolean(),
})
export type VendorNumber = z.infer<typeof vendorNumber>

export const phoneNumber = vendorNumber.extend({
  /** Our newest call from it. */
  lastCallAt: instant.nullable(),
  /** Until then it must stay reachable for return calls; null when it may be released. */
  keptUntil: instant.nullable(),
})
export type PhoneNumber = z.infer<typeof phoneNumber>

const vendorStatus = z.object({
  configured: z.boolean(),
  /** Why its numbers cannot be shown now. */
  error: z.string().nullable(),
})

export const listPhoneNumbers = endpoint('GET /api/phone-numbers', {
  tag,
  summary: 'Our numbers with each vendor',
  access: 'admin_area.read',
  returns: z.object({
    ...forEachVendor(() => z.array(phoneNumber)),
    /** `sid` is `id`, and `friendlyName` is `name`, by the names that Twilio gives them. */
    twilio: z.array(phoneNumber.extend({ sid: z.string(), friendlyName: z.string() })),
    status: z.object({
      twilioConfigured: z.boolean(),
      vapiConfigured: z.boolean(),
      ...forEachVendor(() => vendorStatus),
    }),
  }),
})

const AREA_CODE_REQUIRED = 'Area code is required'
const areaCode = line(AREA_CODE_REQUIRED)
  .min(1, AREA_CODE_REQUIRED)
  .regex(/^\+?\d{1,4}$/, 'Enter an area code such as 02, or 04 for a mobile number')

/** A business address in Australia, as the regulator requires. */
export const businessAddress = z.object({
  customerName: text(200).min(1, 'Business name is required'),
  street: text(200).min(1, 'Street is required'),
  city: text(100).min(1, 'Suburb is required'),
  region: text(50).min(1, 'State is required'),
  postalCode: text(10).regex(/^\d{4}$/, 'A postcode has four digits'),
})
export type BusinessAddress = z.infer<typeof businessAddress>

export const numberOrder = z.object({
  areaCode,
  /** One of `needs.address.choices`. */
  addressId: z.string().max(64).optional(),
  /** In place of `addressId`: is kept with the vendor. */
  address: businessAddress.optional(),
  /** One of `needs.bundle.choices`. */
  bundleId: z.string().max(64).optional(),
})
export type NumberOrder = z.output<typeof numberOrder>

const choice = z.object({ id: z.string(), label: z.string() })

export const numberNeeds = z.object({
  areaCode: z.string(),
  type: z.enum(['local', 'mobile', 'us']),
  /** Region, abilities and requirements of such numbers. */
  explanation: z.string(),
  address: z.object({ needed: z.boolean(), choices: z.array(choice) }),
  bundle: z.object({ needed: z.boolean(), choices: z.array(choice) }),
  /** Numbers available now, E.164. */
  examples: z.array(z.string()),
})
export type NumberNeeds = z.infer<typeof numberNeeds>

const vendorParams = z.object({ vendor: z.enum(vendors) })
const numberParams = vendorParams.extend({ id: z.string().regex(/^[\w-]{1,64}$/) })

export const getNumberNeeds = endpoint('GET /api/phone-numbers/:vendor/needs', {
  tag,
  summary: 'What the numbers of an area need before one can be rented',
  access: 'numbers.write',
  params: vendorParams,
  query: z.object({ areaCode }),
  returns: numberNeeds,
})

export const rentNumber = endpoint('POST /api/phone-numbers/:vendor', {
  tag,
  summary: "Rents a number from a vendor; Vapi's are American and reach no Australian phone",
  access: 'numbers.write',
  params: vendorParams,
  body: numberOrder,
  returns: phoneNumber,
  status: 201,
  idempotent: true,
})

export const importIntoVapi = endpoint('POST /api/phone-numbers/vapi/import', {
  tag,
  summary: 'Lets Vapi call from a number that Twilio rents to us',
  access: 'numbers.write',
  body: z.object({
    phoneNumber: z.string().regex(/^\+[1-9]\d{6,14}$/, 'Expected a number such as +61491570156'),
  }),
  returns: phoneNumber,
  status: 201,
  idempotent: true,
})

export const connectNumber = endpoint('POST /api/phone-numbers/:vendor/:id/connect', {
  tag,
  summary: 'Connects a number, so that its calls and messages reach this installation',
  access: 'numbers.write',
  params: numberParams,
  returns: phoneNumber,
})

export const callFromNumber = endpoint('POST /api/phone-numbers/:vendor/:id/call-from', {
  tag,
  summary: 'Chooses the number that calls and messages through a vendor go out from, from the next one on',
  access: 'numbers.write',
  params: numberParams,
  returns: phoneNumber,
})

export const releaseNumber = endpoint('DELETE /api/phone-numbers/:vendor/:id', {
  tag,
  summary: 'Releases a number, 30 days after its last call at the earliest',
  access: 'numbers.write',
  params: numberParams,
  returns: z.object({ released: z.literal(true) }),
})

/** One condition for calls through a vendor. */
export const checkResult = z.object({
  name: z.string(),
  status: z.enum(['ok', 'warning', 'failed', 'skipped']),
  /** The finding, or one sentence with the remedy. */
  detail: z.string(),
})
export type CheckResult = z.infer<typeof checkResult>

export const checkVendor = endpoint('POST /api/vendors/:vendor/check', {
  tag,
  summary: 'Tests the connection to a vendor step by step, without calling anybody',
  access: 'numbers.write',
  params: vendorParams,
  returns: z.object({ vendor: z.enum(vendors), checkedAt: instant, results: z.array(checkResult) }),
})

/** Calls that ended, of which a screener or a person answered. */
const answers = {
  calls: z.number(),
  screened: z.number(),
  reached: z.number(),
  /** Reached over calls, in percent, with its 95% interval (Wilson); null without calls. */
  share: z.object({ rate: z.number(), low: z.number(), high: z.number() }).nullable(),
}

export const answerRateDays = ['30', '90', '365'] as const

export const answerRates = endpoint('GET /api/phone-numbers/answer-rates', {
  tag,
  summary: 'How often people answered calls from each of our numbers, by range of the called number',
  access: 'admin_area.read',
  query: z.object({ days: z.enum(answerRateDays, 'Choose 30, 90 or 365 days').default('90') }),
  returns: z.object({
    /** Days in Sydney, both included. */
    from: z.iso.date(),
    to: z.iso.date(),
    /** Most calls first. */
    numbers: z.array(
      z.object({
        /** E.164; null: calls without a number of their own, such as simulated ones. */
        phoneNumber: z.string().nullable(),
        ...answers,
        /**
         * By the first four digits of the called number as dialled in Australia, such as 0491 or 0255; null: erased. A
         * number may have moved to another carrier, so a range is no certain sign of one.
         */
        ranges: z.array(z.object({ range: z.string().nullable(), ...answers })),
      }),
    ),
  }),
})
