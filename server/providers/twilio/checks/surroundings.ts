import { GEO_FORBIDDEN } from '#contract/brokers/phone-messages.ts'
import type { CheckResult } from '#contract/calls/telephony.ts'
import { whyUnreachable } from '#server/providers/live/public-address.ts'
import { askTwilio } from '../ask-twilio.ts'
import { ourAddresses } from '../numbers/connection.ts'
import type { TwilioParts } from '../parts.ts'
import type { Finding } from './account.ts'

/** Checks whether the account permits calls to Australia. */
export async function checkCountry(parts: TwilioParts): Promise<Finding> {
  const answer = await askTwilio(
    parts,
    (client) => client.voice.v1.dialingPermissions.countries('AU').fetch(),
    {
      anyway: true,
    },
  )
  if (!answer.ok) {
    const { kind, message } = answer.fault
    // not every region has this service
    return kind === 'refused' || (kind === 'unsent' && parts.config.region)
      ? {
          status: 'skipped',
          detail:
            "This could not be checked with these settings. In Twilio's console, under Voice, Geo permissions, check that Australia is enabled.",
        }
      : { status: 'failed', detail: message }
  }
  return answer.value.lowRiskNumbersEnabled
    ? { status: 'ok', detail: 'The account may call Australian numbers.' }
    : { status: 'failed', detail: GEO_FORBIDDEN }
}

export async function checkMessagingService(parts: TwilioParts): Promise<Finding> {
  const { from, messagingServiceSid: sid } = parts.config
  if (sid === null) return { status: 'skipped', detail: 'None is set: SMS are sent from the calling number.' }
  const answer = await askTwilio(
    parts,
    async (client) => {
      const service = client.messaging.v1.services(sid)
      const [own, numbers] = [await service.fetch(), await service.phoneNumbers.list({ limit: 400 })]
      return { own, numbers: numbers.map(({ phoneNumber }) => phoneNumber) }
    },
    { anyway: true },
  )
  if (!answer.ok)
    return {
      status: 'failed',
      detail:
        answer.fault.status === 404
          ? 'The account has no messaging service with the id in TWILIO_MESSAGING_SERVICE_SID. Correct it, or remove it to send from the calling number.'
          : answer.fault.message,
    }
  const { own, numbers } = answer.value
  if (numbers.length === 0)
    return {
      status: 'failed',
      detail: 'The messaging service has no sender. Add a mobile number to it in Twilio’s console.',
    }
  const plain = (address: string | null) => (address ?? '').replace(/#.*$/, '')
  const reachesUs =
    own.useInboundWebhookOnNumber ||
    plain(own.inboundRequestUrl) === plain(ourAddresses(parts.publicUrl).smsUrl)
  if (!reachesUs)
    return {
      status: 'warning',
      detail: `A STOP reply to the messaging service does not reach this installation. In Twilio's console set its incoming messages to "Defer to sender's webhook", or to ${plain(ourAddresses(parts.publicUrl).smsUrl)}.`,
    }
  if (from !== null && !numbers.includes(from))
    return {
      status: 'warning',
      detail: `SMS come from a different number than calls: ${from} is not among the senders of the messaging service. Add it, so that people recognise the sender.`,
    }
  return {
    status: 'ok',
    detail: 'SMS go out through the messaging service, and replies reach this installation.',
  }
}

export function checkAddress({ publicUrl, config }: TwilioParts): CheckResult {
  const name = 'Public address'
  const why = config.loopback ? null : whyUnreachable(publicUrl)
  return why
    ? { name, status: 'failed', detail: why }
    : { name, status: 'ok', detail: `Twilio reports calls to ${publicUrl}/api/webhooks/twilio.` }
}
