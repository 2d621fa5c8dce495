import { z } from 'zod'
import { givenDay, givenInstant } from '#contract/dates.ts'
import { emailField } from '#contract/email.ts'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, id, idList, idParams, instant, plainNumber } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { line, optionalText } from '#contract/text-fields.ts'
import { brokerFieldNames, brokerFields, forEachText, textInputs } from './broker-fields.ts'
import { erasureReceipt } from './erasure.ts'
import { numberSource } from './number-source.ts'

const tag = 'Brokers'

export const regions = ['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT'] as const
export type Region = (typeof regions)[number]

export const memberships = ['MFAA', 'FBAA', 'CBA', 'Other'] as const

/** On what basis a broker may be called: express consent, an existing relationship, a number used for business, or none. */
export const callBases = ['express', 'relationship', 'business_number', 'none'] as const
export type CallBasis = (typeof callBases)[number]

export const callBasisLabels: Record<CallBasis, string> = {
  express: 'Express consent',
  relationship: 'Existing relationship',
  business_number: 'Business number',
  none: 'None',
}

export const brokerStatuses = ['Verified', 'Pending'] as const

export const broker = z.object({
  id: z.number(),
  name: z.string(),
  ...forEachText(() => z.string().nullable()),
  /** The Australian state; `location` and `region` are one field. */
  location: z.enum(regions).nullable(),
  region: z.enum(regions).nullable(),
  timezone: z.string().nullable(),
  /** The broker's BDM; null: the region's BDMs. `active`: takes meetings. */
  bdm: z.object({ id: z.number(), name: z.string(), active: z.boolean() }).nullable(),
  status: z.enum(brokerStatuses),
  /** The register row of the broker's ASIC number; null: no loaded register lists it. Days as YYYY-MM-DD. */
  registered: z
    .object({
      holder: z.string(),
      endedOn: z.string().nullable(),
      snapshotDate: z.string(),
      /** False: the holder is neither the broker nor the company. */
      matches: z.boolean(),
    })
    .nullable(),
  callBasis: z.enum(callBases),
  callBasisSource: z.string().nullable(),
  /** Read to a broker who asks: 'We have your number from …'. */
  numberSource: z.string().nullable(),
  callBasisAt: instant.nullable(),
  suspended: z.boolean(),
  suppressed: z.boolean(),
  createdAt: instant,
})
export type Broker = z.infer<typeof broker>

export const brokerBody = z.object({
  name: brokerFields.name.input,
  ...textInputs,
  region: z
    .union([z.enum(regions), z.literal('')], 'Choose a state')
    .nullish()
    .transform((value) => value || null),
  bdmId: bodyId.nullish(),
  callBasis: z.enum(callBases, 'Choose a basis').default('relationship'),
  callBasisSource: optionalText(300),
  numberSource: numberSource.optional(),
  /** Day (YYYY-MM-DD) or instant on which the basis was given; defaults to the time of recording. */
  callBasisAt: z
    .union([givenDay(), givenInstant()], 'Enter the day as YYYY-MM-DD, not before 2000 and not in the future')
    .nullish(),
})
export type BrokerInput = z.input<typeof brokerBody>

export const brokerSorts = [
  'name',
  'company',
  'location',
  'phone',
  'asicNumber',
  'membership',
  'status',
  'createdAt',
] as const
/** `yes`: now or later, where hours and earlier dials allow it. */
export const callableAnswers = ['yes', 'on_hold', 'never'] as const
export type CallableAnswer = (typeof callableAnswers)[number]

export const brokerListQuery = pageQuery.extend({
  region: z.enum(regions).optional(),
  status: z.enum(brokerStatuses).optional(),
  callBasis: z.enum(callBases).optional(),
  suppressed: z.enum(['true', 'false']).optional(),
  /** By the lasting rules of calling; hours and recent dials only delay a call. */
  callable: z.enum(callableAnswers).optional(),
  /** Exactly as it is written; 'none': those without. */
  aggregator: line().max(100).optional(),
  /** Brokers of one BDM; 'none': brokers without one of their own, who are served by their region's BDM. */
  bdmId: z.union([z.literal('none'), id]).optional(),
  createdWithinDays: plainNumber(z.number().int().min(1).max(3650)).optional(),
  /** A column of brokerSorts, with a leading '-' for descending. Newest first by default. */
  sort: z
    .string()
    .regex(new RegExp(`^-?(${brokerSorts.join('|')})$`), `Sort by one of ${brokerSorts.join(', ')}`)
    .default('-createdAt'),
})

export const listBrokers = endpoint('GET /api/brokers', {
  tag,
  summary: 'Brokers, searched, filtered, sorted and paged by the server',
  access: 'admin_area.read',
  query: brokerListQuery,
  returns: z.array(broker),
})

export const listAggregators = endpoint('GET /api/brokers/aggregators', {
  tag,
  summary: 'The aggregators that brokers work under, each with its brokers, the most first',
  access: 'admin_area.read',
  returns: z.array(z.object({ name: z.string(), brokers: z.number() })),
})

export const exportBrokers = endpoint('GET /api/brokers/export', {
  tag,
  summary: 'The brokers of the list as CSV, with the same filters',
  access: 'admin_area.read',
  query: brokerListQuery.omit({ limit: true, cursor: true }).extend({
    /** Only these of them, e.g. '3,17'. */
    ids: idList.optional(),
    /** All of them but these. */
    except: idList.optional(),
  }),
  kind: 'file',
})

export const brokerSummary = endpoint('GET /api/brokers/summary', {
  tag,
  summary: 'Figures of the cards above the directory',
  access: 'admin_area.read',
  returns: z.object({ total: z.number(), activeThisWeek: z.number(), accredited: z.number() }),
})

export const getBroker = endpoint('GET /api/brokers/:id', {
  tag,
  summary: 'One broker with consent, wash, suppression and the newest compliance checks',
  access: 'admin_area.read',
  params: idParams,
  returns: broker.extend({
    wash: z.object({ listed: z.boolean(), washedOn: z.string() }).nullable(),
    /** A compliance finding without a decision; the broker is not called until a person has reviewed it. */
    hold: z.object({ since: instant, reason: z.string() }).nullable(),
    suppression: z.object({ id: z.number(), source: z.string(), reason: z.string(), at: instant }).nullable(),
    /** The newest compliance check of each kind. */
    checks: z.array(
      z.object({
        id: z.number(),
        checkType: z.enum(['asic_banned', 'external_mentions']),
        result: z.enum(['flagged', 'clean', 'error']),
        riskScore: z.number(),
        completedAt: instant,
      }),
    ),
  }),
})

export const brokerLinkKey = endpoint('GET /api/brokers/:id/link-key', {
  tag,
  summary: 'The key that a link to a public page needs so that it counts for this broker; it lasts 90 days',
  access: 'admin_area.read',
  params: idParams,
  returns: z.object({ key: z.string() }),
})

export const brokerRecap = endpoint('GET /api/brokers/:id/recap', {
  tag,
  summary: 'What has come of one broker so far: calls, the newest score, accreditation',
  access: 'admin_area.read',
  params: idParams,
  returns: z.object({
    /** Without test calls. */
    calls: z.number(),
    /** Of these, answered by a person. */
    reached: z.number(),
    lastCall: z
      .object({
        id: z.number(),
        at: instant,
        outcome: z.string().nullable(),
        response: z.string().nullable(),
      })
      .nullable(),
    score: z.object({ month: z.string(), overall: z.number(), tier: z.string() }).nullable(),
    accreditation: z.string().nullable(),
    /** Status of the application that is being decided on. */
    application: z.string().nullable(),
  }),
})

export const createBroker = endpoint('POST /api/brokers', {
  tag,
  summary: 'Adds a broker',
  access: 'brokers.write',
  body: brokerBody,
  returns: broker,
  status: 201,
})

export const updateBroker = endpoint('PATCH /api/brokers/:id', {
  tag,
  summary: 'Changes a broker',
  access: 'brokers.write',
  params: idParams,
  body: brokerBody.partial().extend({
    // .partial() would keep the default, and an unrelated change would then reset the basis
    callBasis: z.enum(callBases, 'Choose a basis').optional(),
    email: z.literal('').or(emailField()).optional(),
  }),
  returns: broker,
  edits: {
    subject: 'broker',
    fields: [...brokerFieldNames, ...['callBasis', 'callBasisSource', 'callBasisAt', 'numberSource']],
  },
})

export const deleteBroker = endpoint('DELETE /api/brokers/:id', {
  tag,
  summary:
    'Deletes a broker and erases the person everywhere; suppressions, decisions and the audit log stay, without a name. Answers with a receipt',
  access: 'brokers.write',
  params: idParams,
  returns: z.object({ deleted: z.literal(true), receipt: erasureReceipt }),
})

export const exportPerson = endpoint('GET /api/brokers/:id/export', {
  tag,
  summary: 'Everything about one person as a ZIP: JSON, recordings, documents. Written to the audit log',
  access: 'people.export',
  params: idParams,
  kind: 'file',
})
