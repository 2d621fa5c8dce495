import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, idParams } from '#contract/ids.ts'
import { type BrokerFieldName, brokerFieldNames, brokerFields } from './broker-fields.ts'
import { broker } from './brokers.ts'

/** The parts of a broker record that a merge takes over together. */
export type MergePart = Exclude<BrokerFieldName, 'region' | 'postcode' | 'bdm'> | 'place' | 'callBasis'

const placeOrNone: Partial<Record<BrokerFieldName, MergePart[]>> = {
  region: ['place'],
  postcode: [],
  bdm: [],
}
export const mergeParts: MergePart[] = [
  // the fields that are no part are all above
  ...brokerFieldNames.flatMap((field) => placeOrNone[field] ?? [field as MergePart]),
  'callBasis',
]

export const mergePartLabels = {
  ...Object.fromEntries(brokerFieldNames.map((field) => [field, brokerFields[field].label])),
  place: 'State and postcode',
  callBasis: 'Basis for calls',
} as Record<MergePart, string> // each part is a field or one of these two

export const MERGE_WITH_ITSELF = 'Choose another record: this is the same one'

/** A record that may be the same broker, and why. */
export const brokerAlike = z.object({
  id: z.number(),
  name: z.string(),
  company: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  asicNumber: z.string().nullable(),
  /** `name`: spelled alike but for case, accents, apostrophes and dashes, and the companies do not differ. */
  same: z.array(z.enum(['email', 'phone', 'asicNumber', 'name'])),
})

export const listAlike = endpoint('GET /api/brokers/:id/alike', {
  tag: 'Brokers',
  summary: 'Other records with the same e-mail, phone, ASIC number or name, who has most in common first',
  access: 'admin_area.read',
  params: idParams,
  returns: z.array(brokerAlike),
})

export const findAlike = endpoint('GET /api/brokers/alike', {
  tag: 'Brokers',
  summary: 'Who has this e-mail, phone, ASIC number or name already: asked before a broker is added',
  access: 'brokers.write',
  query: z.object({
    email: z.string().max(320).optional(),
    phone: z.string().max(60).optional(),
    asicNumber: z.string().max(40).optional(),
    name: z.string().max(200).optional(),
    company: z.string().max(200).optional(),
  }),
  returns: z.array(brokerAlike),
})

export const mergeBrokers = endpoint('POST /api/brokers/:id/merge', {
  tag: 'Brokers',
  summary:
    'Two records are one broker: everything of `brokerId` moves to this record, blanks are filled from it, and it goes',
  access: 'brokers.merge',
  params: idParams,
  body: z.object({
    /** The record to remove. */
    brokerId: bodyId,
    /** Parts to take from the removed record although this one has its own. */
    take: z.array(z.enum(mergeParts)).max(mergeParts.length).default([]),
  }),
  returns: broker,
  idempotent: true,
})
