import { z } from 'zod'
import { type Endpoint, endpoint } from '#contract/endpoint.ts'

/** The public facts of a telephone vendor: its texts on screens, and the endpoint of its callbacks. */
interface VendorFacts {
  label: string
  /** The hint on controls that need it, where it is not configured. */
  notConfigured: string
  /** The variables without which it is not configured. */
  variables: string
  /** The remedy where genuine callbacks fail the check of their signature. */
  signature: string
  /** True where it sends SMS. */
  sms: boolean
  /** The panel of its numbers. */
  numbers: {
    title: string
    help: string
    empty: string
    /** On the button that rents a number. */
    action: string
    pending: string
    /** Title of the failure where the server gives no message. */
    failure: string
    areaCodeHelp: string
    /** The benefit of configuring it. */
    next: string
    /** The remedy, for the server's operator. */
    operator: string
  }
  callback: Endpoint
}

const tag = 'Telephony'

export const twilioTopics = [
  'answer',
  'choice',
  'operator',
  'whisper',
  'whisper-key',
  'status',
  'machine',
  'recording',
  'inbound',
  'inbound-choice',
  'inbound-operator',
  'inbound-whisper',
  'inbound-whisper-key',
  'sms',
  'sms-status',
] as const
export type TwilioTopic = (typeof twilioTopics)[number]

/** Twilio's callbacks are small forms; Vapi's last one carries the transcript. */
const TWILIO_BYTES = 256 * 1024
const VAPI_BYTES = 5 * 1024 * 1024

/** The vendors of telephone calls, in the order of the screens. Their code is registered in `vendors.registry.ts`. */
export const vendorFacts = {
  twilio: {
    label: 'Twilio',
    notConfigured: 'Twilio not configured. Check your API keys.',
    variables: 'TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN',
    signature:
      'Check that PUBLIC_URL is the address that Twilio calls, and TWILIO_AUTH_TOKEN the account’s current one.',
    sms: true,
    numbers: {
      title: 'Twilio numbers',
      help: 'Numbers of the telephony provider, used to call and to send SMS.',
      empty: 'Buy one below. Campaigns call from it, and people who call back hear who called.',
      action: 'Buy Number',
      pending: 'Buying...',
      failure: 'Failed to buy phone number',
      areaCodeHelp: '02, 03, 07 or 08 for a local number, 04 for a mobile number.',
      next: 'Once an account is connected on the server, its numbers show here and more can be rented.',
      operator: 'set TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN from the Twilio console, then restart.',
    },
    callback: endpoint('POST /api/webhooks/twilio/:topic', {
      tag,
      summary: "Twilio's callbacks, signed by it: calls, recordings, messages, calls to our numbers",
      access: 'public',
      params: z.object({ topic: z.enum(twilioTopics) }),
      raw: { bytes: TWILIO_BYTES },
      kind: 'file',
    }),
  },
  vapi: {
    label: 'Vapi',
    notConfigured: 'Vapi not configured. Check your API key.',
    variables: 'VAPI_API_KEY and VAPI_WEBHOOK_SECRET',
    signature: 'Check VAPI_WEBHOOK_SECRET, which has to be the same in every process.',
    sms: false,
    numbers: {
      title: 'Vapi numbers',
      help: 'Numbers of the voice AI provider, used for conversations.',
      empty: 'Import a number from Twilio to call Australian phones.',
      action: 'Create Number',
      pending: 'Creating...',
      failure: 'Failed to create Vapi phone number',
      areaCodeHelp: 'Three digits of an American area, such as 415. For Australia import a Twilio number.',
      next: 'Once an account is connected on the server, the AI agent can lead calls from numbers imported here.',
      operator: 'set VAPI_API_KEY and VAPI_WEBHOOK_SECRET from the Vapi dashboard, then restart.',
    },
    callback: endpoint('POST /api/webhooks/vapi', {
      tag,
      summary: "Vapi's server messages, proven by our secret: status, tool calls, transcript, end of call",
      access: 'public',
      raw: { bytes: VAPI_BYTES },
      kind: 'file',
    }),
  },
} satisfies Record<string, VendorFacts>

export type VendorId = keyof typeof vendorFacts
// the keys of a literal are its type's keys
export const vendors = Object.keys(vendorFacts) as [VendorId, ...VendorId[]]

/** The same for each vendor, by its name. */
export function forEachVendor<T>(make: (vendor: VendorId) => T): Record<VendorId, T> {
  // every vendor gets an entry
  return Object.fromEntries(vendors.map((vendor) => [vendor, make(vendor)])) as Record<VendorId, T>
}
