import type { NumberNeeds } from '#contract/telephony.ts'
import { askTwilio } from '../ask-twilio.ts'
import type { TwilioParts } from '../parts.ts'
import type { Area } from './areas.ts'
import { read, refusedReading } from './read-numbers.ts'

type Choice = NumberNeeds['address']['choices'][number]

export interface Requirements {
  address: { needed: boolean; choices: Choice[] }
  bundle: { needed: boolean; choices: Choice[]; documents: string[] }
  /** Numbers that could be had now. */
  examples: string[]
}

const EXAMPLES = 5
const MOST_CHOICES = 50
const MOST_TEXT = 100

/** What is asked for before a number of this area is rented out: as Twilio says now, not as it was. */
export async function requirementsOf(parts: TwilioParts, area: Area): Promise<Requirements> {
  // first alone: after a rest only one request may try
  const offered = await offeredNow(parts, area)
  const [documents, addresses, bundles] = await Promise.all([
    documentsFor(parts, area),
    read(parts, (client) => client.addresses.list({ isoCountry: 'AU', limit: MOST_CHOICES })),
    approvedBundles(parts, area),
  ])
  const { addressSid, bundleSid } = parts.config
  // by what is known of the type where nothing is offered that would say
  const addressNeeded =
    offered.length === 0 || offered.some(({ addressRequirements }) => addressRequirements !== 'none')
  return {
    address: {
      needed: addressNeeded,
      choices: withDefault(
        addresses.map(({ sid, customerName, street, city, postalCode }) => ({
          id: sid,
          label: short(`${customerName}, ${street}, ${city} ${postalCode}`),
        })),
        addressSid && { id: addressSid, label: 'The address of TWILIO_ADDRESS_SID' },
      ),
    },
    bundle: {
      needed: documents === null ? area.type === 'mobile' : documents.length > 0,
      documents: documents ?? [],
      choices: withDefault(
        bundles,
        bundleSid && area.type === 'mobile'
          ? { id: bundleSid, label: 'The bundle of TWILIO_BUNDLE_SID' }
          : null,
      ),
    },
    examples: offered.map(({ phoneNumber }) => phoneNumber),
  }
}

interface Offered {
  phoneNumber: string
  addressRequirements: string
}

async function offeredNow(parts: TwilioParts, { type, contains }: Area): Promise<Offered[]> {
  const query = { contains, voiceEnabled: true, pageSize: EXAMPLES, limit: EXAMPLES }
  const asked = await askTwilio<Offered[]>(parts, (client) => {
    const { local, mobile } = client.availablePhoneNumbers('AU')
    return type === 'mobile' ? mobile.list({ ...query, smsEnabled: true }) : local.list(query)
  })
  if (asked.ok) return asked.value
  // so Twilio says that it has none of a kind
  if (asked.fault.status === 404) return []
  throw refusedReading(asked.fault)
}

/** Documents that the regulator asks a business for; null: this account's Twilio does not say. */
async function documentsFor(parts: TwilioParts, { type }: Area): Promise<string[] | null> {
  const asked = await askTwilio(parts, (client) =>
    client.numbers.v2.regulatoryCompliance.regulations.list({
      ...{ isoCountry: 'AU', numberType: type, endUserType: 'business', limit: MOST_CHOICES },
    }),
  )
  if (!asked.ok || asked.value.length === 0) return null
  const names = asked.value.flatMap(({ requirements }) => namesOf(requirements))
  return [...new Set(names)]
}

/** `{supporting_document: [[{name}]]}`: alternatives lie in a list of their own. */
function namesOf(requirements: unknown): string[] {
  if (typeof requirements !== 'object' || requirements === null) return []
  const documents: unknown = Reflect.get(requirements, 'supporting_document')
  if (!Array.isArray(documents)) return []
  return documents.flat(2).flatMap((document: unknown) => {
    const name: unknown = typeof document === 'object' && document !== null && Reflect.get(document, 'name')
    return typeof name === 'string' ? [short(name)] : []
  })
}

async function approvedBundles(parts: TwilioParts, { type }: Area): Promise<Choice[]> {
  const asked = await askTwilio(parts, (client) =>
    client.numbers.v2.regulatoryCompliance.bundles.list({
      ...{ isoCountry: 'AU', numberType: type, status: 'twilio-approved', limit: MOST_CHOICES },
    }),
  )
  if (!asked.ok) return []
  return asked.value.map(({ sid, friendlyName }) => ({ id: sid, label: short(friendlyName || sid) }))
}

/** With the one of our settings first. */
function withDefault(choices: Choice[], preset: Choice | null | ''): Choice[] {
  if (!preset) return choices
  const known = choices.find(({ id }) => id === preset.id)
  return [known ?? preset, ...choices.filter(({ id }) => id !== preset.id)]
}

const short = (text: string): string => text.slice(0, MOST_TEXT)

/** What is asked for and why, for a person who has never rented a number. */
export function explained({ code, type, place }: Area, { address, bundle }: Requirements): string {
  const what =
    type === 'mobile'
      ? 'Numbers that begin with 04 are mobile numbers: they make and receive calls and SMS.'
      : `Numbers that begin with ${code} are fixed-line numbers of ${place}: they make and receive calls, but not SMS.`
  const parts = [what]
  if (address.needed)
    parts.push(
      'Twilio asks for the name and an Australian address of your business, because the regulator (ACMA) wants it known who calls from a number.',
    )
  if (bundle.needed) {
    const papers = bundle.documents.length > 0 ? ` (${bundle.documents.join(', ')})` : ''
    parts.push(
      `It also wants proof of who you are${papers}. That goes into a regulatory bundle in Twilio's console, under Phone Numbers, Regulatory Compliance; Twilio looks at it for some days.`,
      bundle.choices.length > 0
        ? 'Choose the approved bundle.'
        : 'There is no approved bundle in your account yet: make one there and come back when it is approved.',
    )
  } else parts.push('No documents are required.')
  return parts.join(' ')
}
