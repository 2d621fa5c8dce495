import { continueTrace } from '#server/platform/traces/spans.ts'
import type { TwilioAccount } from '../ports/numbers.ts'
import { ForgedCallback, type Vendor, type VendorReply, type VendorRequest } from '../ports/vendors.ts'
import { isAuthentic } from './authentic.ts'
import { checkVapi } from './checks.ts'
import {
  callerOf,
  callIn,
  ourIdIn,
  readMessage,
  toolCallsIn,
  type VapiCall,
  type VapiMessage,
} from './message.ts'
import { createVapiNumbers } from './numbers.ts'
import type { VapiParts } from './parts.ts'
import { readVoiceSettings } from './speech/settings.ts'
import { inboundAnswer } from './voice/assistant.ts'
import { receiveCallMessage } from './voice/callbacks.ts'
import { NotYetDeleted } from './voice/delete-call.ts'
import { inboundDestination, transferDestination } from './voice/hand-off.ts'
import { findByVapiId, findOwnCall } from './voice/store.ts'
import { answerTools, callTools, inboundCallTools } from './voice/tool-calls.ts'

export function createVapiVendor(parts: VapiParts, twilio: TwilioAccount | null): Vendor {
  const { webhookSecret } = parts.config
  return {
    name: 'vapi',
    get description() {
      const { phoneNumberId } = parts.config
      return phoneNumberId ? `calls from number ${phoneNumberId.slice(0, 8)}…` : 'no calling number'
    },
    async receive(request) {
      if (!isAuthentic(request, webhookSecret, parts.now()))
        throw new ForgedCallback('not proven to be from Vapi')
      const message = readMessage(request.body)
      return message ? handleMessage(parts, request, message) : emptyReply
    },
    numbers: createVapiNumbers(parts, { twilio }),
    checks: () => checkVapi(parts),
  }
}

/** The reply to messages that we ignore. */
const emptyReply: VendorReply = { status: 200, contentType: 'application/json', body: '{}' }

const json = (body: object): VendorReply => ({ ...emptyReply, body: JSON.stringify(body) })

async function handleMessage(
  parts: VapiParts,
  request: VendorRequest,
  message: VapiMessage,
): Promise<VendorReply> {
  const call = callIn(message)
  if (!call) return message.type === 'tool-calls' ? answerUnknownCall(parts, message) : emptyReply
  const { type } = message
  if (type === 'assistant-request') return json(await answerCaller(parts, call))
  if (call.type === 'inboundPhoneCall') {
    if (type === 'transfer-destination-request') return json(await inboundDestination(parts, call))
    return type === 'tool-calls'
      ? json(await answerTools(parts, toolCallsIn(message), inboundCallTools(parts, call)))
      : emptyReply
  }
  const callId = callIdInUrl(request.url) ?? ourIdIn(call) ?? (await findByVapiId(parts.db, call.id))
  const own = callId === null ? undefined : await findOwnCall(parts.db, callId, call.id)
  if (callId === null || !own) return type === 'tool-calls' ? answerUnknownCall(parts, message) : emptyReply
  continueTrace(own.traceContext)
  if (type === 'tool-calls')
    return json(await answerTools(parts, toolCallsIn(message), callTools(parts, callId, { call, message })))
  if (type === 'transfer-destination-request')
    return json(await transferDestination(parts, callId, { call, message }))
  try {
    await receiveCallMessage(parts, callId, { call, message })
    return emptyReply
  } catch (error) {
    // the events are stored; the 503 makes Vapi repeat the message until the deletion succeeds
    if (error instanceof NotYetDeleted) return { status: 503, contentType: null, body: '' }
    throw error
  }
}

/** Our call's id in the callback address. */
function callIdInUrl(url: string): number | null {
  const id = new URL(url, 'http://localhost').searchParams.get('call')
  return id && /^[1-9]\d{0,8}$/.test(id) ? Number(id) : null
}

/** Answers the tool calls of an unknown call, whose voice would otherwise wait. */
async function answerUnknownCall(parts: VapiParts, message: VapiMessage): Promise<VendorReply> {
  const answer = async () => 'This call is not known here. Apologise and end it.'
  return json(await answerTools(parts, toolCallsIn(message), answer))
}

/** Vapi hangs up on the caller after 7.5 seconds without an answer. */
const ANSWER_MS = 6000
const LONGEST_SECONDS = 300

/** The assistant that answers a call to one of our numbers. */
async function answerCaller(parts: VapiParts, call: VapiCall): Promise<object> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late to answer the caller')), ANSWER_MS)
  })
  try {
    const script = await Promise.race([parts.hooks.answerInbound(callerOf(call)), late])
    const speech = await readVoiceSettings(parts.db)
    return inboundAnswer(script, { ...parts, speech }, LONGEST_SECONDS)
  } catch (error) {
    parts.log.error({ err: error }, 'inbound call not answered')
    // spoken to the caller
    return { error: 'Sorry, nobody can take your call just now. Please call again later.' }
  } finally {
    clearTimeout(timer)
  }
}
