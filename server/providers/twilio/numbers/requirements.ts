import type { NumberNeeds } from '#contract/calls/telephony.ts'
import { cutText, singleLine } from '#contract/plain-text.ts'
import { askTwilio } from '../ask-twilio.ts'
import type { TwilioParts } from '../parts.ts'
import type { Area } from './areas.ts'
import { read, refusedReading } from './read-numbers.ts'

type Choice = NumberNeeds['address']['choices'][number]

export interface Requirements {
  address: { needed: boolean; choices: Choice[] }
  bundle: { needed: boolean; choices: Choice[]; documents: string[] }
  /** Numbers available now. */
  examples: string[]
}

const EXAMPLES = 5
const MOST_CHOICES = 50
const MOST_TEXT = 100

/** The current requirements for renting a number of this area, always read fresh from Twilio. */
export async function requirementsOf(parts: TwilioParts, area: Area): Promise<Requirements> {
  // alone first: after a pause the breaker lets only one request through
  const offered = await offeredNow(parts, area)
  const [documents, addresses, bundles] = await Promise.all([
    documentsFor(parts, area),
    read(parts, (client) => client.addresses.list({ isoCountry: 'AU', limit: MOST_CHOICES })),
    approvedBundles(parts, area),
  ])
  const { addressSid, bundleSid } = parts.config
  // assumed where no offered number shows it
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
        addressSid && { id: addressSid, label: 'The address in TWILIO_ADDRESS_SID' },
      ),
    },
    bundle: {
      needed: documents === null ? area.type === 'mobile' : documents.length > 0,
      documents: documents ?? [],
      choices: withDefault(
        bundles,
        bundleSid && area.type === 'mobile'
          ? { id: bundleSid, label: 'The bundle in TWILIO_BUNDLE_SID' }
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
  const answer = await askTwilio<Offered[]>(parts, (client) => {
    const { local, mobile } = client.availablePhoneNumbers('AU')
    return type === 'mobile' ? mobile.list({ ...query, smsEnabled: true }) : local.list(query)
  })
  if (answer.ok) return answer.value
  // Twilio's answer where it has no numbers of this type
  if (answer.fault.status === 404) return []
  throw refusedReading(answer.fault)
}

/** Documents that the regulator requires of a business; null: not available for this account. */
async function documentsFor(parts: TwilioParts, { type }: Area): Promise<string[] | null> {
  const answer = await askTwilio(parts, (client) =>
    client.numbers.v2.regulatoryCompliance.regulations.list({
      ...{ isoCountry: 'AU', numberType: type, endUserType: 'business', limit: MOST_CHOICES },
    }),
  )
  if (!answer.ok || answer.value.length === 0) return null
  const names = answer.value.flatMap(({ requirements }) => namesOf(requirements))
  return [...new Set(names)]
}

/** `{supporting_document: [[{name}]]}`: the inner lists hold alternatives. */
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
  const answer = await askTwilio(parts, (client) =>
    client.numbers.v2.regulatoryCompliance.bundles.list({
      ...{ isoCountry: 'AU', numberType: type, status: 'twilio-approved', limit: MOST_CHOICES },
    }),
  )
  if (!answer.ok) return []
  return answer.value.map(({ sid, friendlyName }) => ({ id: sid, label: short(friendlyName || sid) }))
}

/** The choices, with the configured one first. */
function withDefault(choices: Choice[], preset: Choice | null | ''): Choice[] {
  if (!preset) return choices
  const known = choices.find(({ id }) => id === preset.id)
  return [known ?? preset, ...choices.filter(({ id }) => id !== preset.id)]
}

const short = (text: string): string => cutText(singleLine(text), MOST_TEXT)

/** Explains the requirements to a person who has never rented a number. */
export function explainNeeds({ code, type, place }: Area, { address, bundle }: Requirements): string {
  const kind =
    type === 'mobile'
      ? 'Numbers that begin with 04 are mobile numbers: they make and receive calls and SMS.'
      : `Numbers that begin with ${code} are fixed-line numbers of ${place}: they make and receive calls, but not SMS.`
  const parts = [kind]
  if (address.needed)
    parts.push(
      'Twilio asks for the name and an Australian address of your business, because the regulator (ACMA) requires every number to have an identified owner.',
    )
  if (bundle.needed) {
    const papers = bundle.documents.length > 0 ? ` (${bundle.documents.join(', ')})` : ''
    parts.push(
      `It also requires proof of identity${papers}. Submit it in a regulatory bundle in Twilio's console, under Phone Numbers, Regulatory Compliance; Twilio's review takes a few days.`,
      bundle.choices.length > 0
        ? 'Choose the approved bundle.'
        : 'There is no approved bundle in your account yet: create one there and come back once it is approved.',
    )
  } else parts.push('No documents are required.')
  return parts.join(' ')
}
