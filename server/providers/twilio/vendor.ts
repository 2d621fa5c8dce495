import { type TwilioTopic, twilioTopics } from '#contract/calls/vendors.ts'
import type { Vendor, VendorReply, VendorRequest } from '../ports/vendors.ts'
import { checkTwilio } from './checks/checks.ts'
import { receiveInbound } from './inbound-callbacks.ts'
import { answerOfDesk, whisperToDesk } from './inbound-transfer.ts'
import { createTwilioNumbers } from './numbers/numbers.ts'
import type { TwilioParts } from './parts.ts'
import { signedParams } from './signature.ts'
import { receiveSmsCallback } from './sms-callbacks.ts'
import { receiveCallCallback } from './voice/callbacks.ts'

export function createTwilioVendor(parts: TwilioParts): Vendor {
  const { accountSid, authToken } = parts.config
  const account = `account ${accountSid.slice(0, 4)}…${accountSid.slice(-2)}`
  return {
    name: 'twilio',
    get description() {
      const { from } = parts.config
      return `${account}, ${from ? `calls from ${from}` : 'no calling number'}`
    },
    async receive(request) {
      const params = signedParams(request, { authToken, publicUrl: parts.publicUrl })
      const { topic, query } = topicOf(request)
      switch (topic) {
        case 'sms':
        case 'sms-status':
          return receiveSmsCallback(parts, topic, query, params)
        case 'inbound':
        case 'inbound-choice':
        case 'inbound-operator':
          return receiveInbound(parts, topic, query, params)
        case 'inbound-whisper':
          return whisperToDesk(parts, query)
        case 'inbound-whisper-key':
          return answerOfDesk(params)
        case null:
          return noContent
        default:
          return receiveCallCallback(parts, topic, query, params)
      }
    },
    numbers: createTwilioNumbers(parts),
    checks: () => checkTwilio(parts),
  }
}

const noContent: VendorReply = { status: 204, contentType: null, body: '' }

/** The callback's topic and query. */
function topicOf({ url }: VendorRequest): { topic: TwilioTopic | null; query: URLSearchParams } {
  const [, path = '', query = ''] = /^([^?]*)\??(.*)$/s.exec(url) ?? []
  const last = path.slice(path.lastIndexOf('/') + 1)
  return { topic: twilioTopics.find((topic) => topic === last) ?? null, query: new URLSearchParams(query) }
}
