import type { Vapi } from '@vapi-ai/server-sdk'
import { z } from 'zod'
import type { VendorNumber } from '#contract/calls/telephony.ts'
import type { VendorFault } from '../live/fault.ts'
import { whyUnreachable } from '../live/public-address.ts'
import { type NumberDesk, NumberRefused, type TwilioAccount } from '../ports/numbers.ts'
import { callbackUrl } from './addresses.ts'
import { askVapi } from './ask-vapi.ts'
import type { VapiParts } from './parts.ts'
import { serverOf } from './voice/assistant.ts'

const text = z.string().nullish().catch(undefined)
/** The fields that we read of a number; Vapi's SIP addresses have no `number`. */
const rented = z.object({
  id: z.string(),
  provider: text,
  number: text,
  name: text,
  status: text,
  smsEnabled: z.boolean().nullish().catch(undefined),
  assistantId: text,
  squadId: text,
  workflowId: text,
  server: z.object({ url: text }).nullish().catch(undefined),
})
export type RentedNumber = z.infer<typeof rented>

const AMERICAN =
  "Vapi's own numbers are American. They cannot call Australian phones, an account can have at most five, and each has a daily call limit. To call Australian brokers, rent a number from Twilio and import it here."
const LISTED = 1000

/** The numbers that Vapi can call from. @param twilio the account to import numbers from */
export function createVapiNumbers(
  parts: VapiParts,
  { twilio }: { twilio: TwilioAccount | null },
): NumberDesk {
  const { client, config, publicUrl } = parts
  const shown = (number: unknown): VendorNumber => shownNumber(rented.parse(number), parts)

  async function get(id: string): Promise<RentedNumber> {
    return rented.parse(await request(parts, () => client.phoneNumbers.get({ id })))
  }

  return {
    async list() {
      await parts.refreshNumber()
      return (await listNumbers(parts)).map((number) => shownNumber(number, parts))
    },
    async needs(areaCode) {
      const code = americanCode(areaCode)
      return {
        areaCode: code,
        type: 'us',
        explanation: AMERICAN,
        address: { needed: false, choices: [] },
        bundle: { needed: false, choices: [] },
        examples: [],
      }
    },
    async buy({ areaCode }) {
      const numberDesiredAreaCode = americanCode(areaCode)
      return shown(
        await orderNumber(parts, {
          provider: 'vapi',
          numberDesiredAreaCode,
          name: `Brokerline ${numberDesiredAreaCode}`,
          server: serverOf(parts),
        }),
      )
    },
    async connect(id) {
      const unreachable = config.loopback ? null : whyUnreachable(publicUrl)
      if (unreachable) throw new NumberRefused('refused', unreachable)
      const number = await get(id)
      const provider = number.provider
      if (provider !== 'vapi' && provider !== 'twilio')
        throw new NumberRefused(
          'refused',
          "Numbers of this kind are connected in Vapi's dashboard: set their server URL there.",
        )
      // repeating it is harmless, so an unclear answer needs no look-up
      const body: Vapi.UpdatePhoneNumbersRequestBody = { provider, server: serverOf(parts), ...noAssistant }
      return shown(await request(parts, () => client.phoneNumbers.update({ id, body })))
    },
    async release(id) {
      const answer = await askVapi(parts, () => client.phoneNumbers.delete({ id }))
      if (answer.ok) return
      if (answer.fault.kind !== 'unclear') throw refused(answer.fault)
      const after = await askVapi(parts, () => client.phoneNumbers.get({ id }))
      if (!after.ok && after.fault.status === 404) return
      throw new NumberRefused(
        'unavailable',
        'Vapi did not confirm whether the number was released. Reload the list in a minute.',
      )
    },
    async importFrom(phoneNumber) {
      if (!twilio)
        throw new NumberRefused('refused', 'Set up Twilio first: only its numbers can be imported.')
      const { accountSid, authToken, apiKey } = twilio
      return shown(
        await orderNumber(parts, {
          provider: 'twilio',
          number: phoneNumber,
          name: `Brokerline ${phoneNumber}`,
          twilioAccountSid: accountSid,
          ...(apiKey
            ? { twilioApiKey: apiKey.sid, twilioApiSecret: apiKey.secret }
            : { twilioAuthToken: authToken }),
          // SMS to the number still reach us
          smsEnabled: false,
          server: serverOf(parts),
        }),
      )
    },
  }
}

/** Clears an assistant set in the dashboard, which would answer instead of us. The SDK's types lack null. */
const noAssistant = { assistantId: null, squadId: null, workflowId: null } as unknown as {
  assistantId?: string
}

/** @throws NumberRefused */
export async function listNumbers(parts: VapiParts): Promise<RentedNumber[]> {
  const numbers = await request(parts, () => parts.client.phoneNumbers.list({ limit: LISTED }))
  return Array.isArray(numbers) ? numbers.flatMap((raw) => rented.safeParse(raw).data ?? []) : []
}

function shownNumber(number: RentedNumber, { config, publicUrl }: VapiParts): VendorNumber {
  const { id, number: e164, name, status, server, assistantId, squadId, workflowId } = number
  return {
    id,
    phoneNumber: e164?.startsWith('+') ? e164 : null,
    name: name || e164 || 'SIP address',
    voice: true,
    sms: number.smsEnabled === true,
    state: status || 'active',
    connected: server?.url === callbackUrl(publicUrl) && !assistantId && !squadId && !workflowId,
    inUse: id === config.phoneNumberId,
  }
}

function americanCode(areaCode: string): string {
  const code = areaCode.replace(/^\+?1?(?=\d{3}$)/, '')
  if (/^[2-9]\d\d$/.test(code)) return code
  throw new NumberRefused('refused', `Vapi needs a three-digit American area code, such as 415. ${AMERICAN}`)
}

/** Rents or imports once. An unclear answer leads to a look-up, never to a second order. */
async function orderNumber(parts: VapiParts, request: Vapi.CreatePhoneNumbersRequest): Promise<unknown> {
  const before = new Set((await listNumbers(parts)).map(({ id }) => id))
  const answer = await askVapi(parts, () => parts.client.phoneNumbers.create(request, { maxRetries: 0 }))
  if (answer.ok) return answer.value
  if (answer.fault.kind !== 'unclear') throw refused(answer.fault)
  const found = await listNumbers(parts)
    .then((numbers) => numbers.find(({ id, name }) => !before.has(id) && name === request.name))
    .catch(() => undefined)
  if (found) return found
  throw new NumberRefused(
    'unavailable',
    'Vapi did not confirm the order. Reload the list in a minute before you order again.',
  )
}

async function request<T>(parts: VapiParts, work: () => Promise<T>): Promise<T> {
  const answer = await askVapi(parts, work)
  if (answer.ok) return answer.value
  throw refused(answer.fault)
}

function refused({ kind, status, message }: VendorFault): NumberRefused {
  if (status === 404)
    return new NumberRefused('unknown', 'Your Vapi account no longer has this number. Reload the list.')
  if (kind === 'refused') return new NumberRefused('refused', message)
  return new NumberRefused(
    'unavailable',
    kind === 'unclear' ? 'Vapi did not answer clearly. Try again in a minute.' : message,
  )
}
