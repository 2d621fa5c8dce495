import type { TwilioAccount } from '../ports/numbers.ts'
import { ForgedCallback, type Vendor, type VendorReply, type VendorRequest } from '../ports/vendors.ts'
import { isAuthentic } from './authentic.ts'
import { checkVapi } from './checks.ts'
import {
  callIn,
  e164In,
  ourIdIn,
  readMessage,
  toolCallsIn,
  type VapiCall,
  type VapiMessage,
} from './message.ts'
import { createVapiNumbers } from './numbers.ts'
import type { VapiParts } from './parts.ts'
import { inboundAnswer } from './voice/assistant.ts'
import { receiveCallMessage } from './voice/callbacks.ts'
import { NotYetDeleted } from './voice/delete-call.ts'
import { findByVapiId, isOurs } from './voice/store.ts'
import { answeringCall, answeringInbound, answerTools } from './voice/tool-calls.ts'

/** @param beside.twilio whose numbers Vapi can call from */
export function createVapiVendor(parts: VapiParts, beside: { twilio: TwilioAccount | null }): Vendor {
  const { phoneNumberId, webhookSecret } = parts.config
  return {
    name: 'vapi',
    description: phoneNumberId ? `calls from number ${phoneNumberId.slice(0, 8)}…` : 'no number to call from',
    async receive(request) {
      if (!isAuthentic(request, webhookSecret, parts.now()))
        throw new ForgedCallback('not proven to be from Vapi')
      const message = readMessage(request.body)
      return message ? take(parts, request, message) : nothing
    },
    numbers: createVapiNumbers(parts, beside),
    checks: () => checkVapi(parts),
  }
}

/** What is none of ours, or none that we know, is well received and has no effect. */
const nothing: VendorReply = { status: 200, contentType: 'application/json', body: '{}' }

const json = (body: object): VendorReply => ({ ...nothing, body: JSON.stringify(body) })

async function take(parts: VapiParts, request: VendorRequest, message: VapiMessage): Promise<VendorReply> {
  const call = callIn(message)
  if (!call) return message.type === 'tool-calls' ? unanswered(parts, message) : nothing
  const { type } = message
  if (type === 'assistant-request') return json(await answerCaller(parts, call))
  if (call.type === 'inboundPhoneCall')
    return type === 'tool-calls'
      ? json(await answerTools(parts, toolCallsIn(message), answeringInbound(parts, call)))
      : nothing
  const callId = callNamedBy(request.url) ?? ourIdIn(call) ?? (await findByVapiId(parts.db, call.id))
  if (callId === null || !(await isOurs(parts.db, callId, call.id)))
    return type === 'tool-calls' ? unanswered(parts, message) : nothing
  if (type === 'tool-calls')
    return json(
      await answerTools(parts, toolCallsIn(message), answeringCall(parts, callId, { call, message })),
    )
  try {
    await receiveCallMessage(parts, callId, { call, message })
    return nothing
  } catch (error) {
    // what it told is stored; it is to be told again until that is done
    if (error instanceof NotYetDeleted) return { status: 503, contentType: null, body: '' }
    throw error
  }
}

/** The address that this call's messages come to names it. */
function callNamedBy(url: string): number | null {
  const given = new URL(url, 'http://localhost').searchParams.get('call')
  return given && /^[1-9]\d{0,8}$/.test(given) ? Number(given) : null
}

/** Its voice waits for an answer all the same. */
async function unanswered(parts: VapiParts, message: VapiMessage): Promise<VendorReply> {
  const answer = async () => 'This call is not known here. Apologise and end it.'
  return json(await answerTools(parts, toolCallsIn(message), answer))
}

/** Vapi hangs up on the caller after 7.5 seconds without an answer. */
const ANSWER_MS = 6000
const LONGEST_SECONDS = 300

/** Who answers somebody that calls one of our numbers. */
async function answerCaller(parts: VapiParts, call: VapiCall): Promise<object> {
  const caller = {
    provider: 'vapi',
    providerCallId: call.id,
    from: e164In(call.customer?.number),
    to: e164In(call.phoneNumber?.number),
  } as const
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too late to answer the caller')), ANSWER_MS)
  })
  try {
    const script = await Promise.race([parts.hooks.answerInbound(caller), late])
    return inboundAnswer(script, parts, LONGEST_SECONDS)
  } catch (error) {
    parts.log.error({ err: error }, 'a caller could not be answered')
    // said to the caller
    return { error: 'Sorry, nobody can take your call just now. Please call again later.' }
  } finally {
    clearTimeout(timer)
  }
}
