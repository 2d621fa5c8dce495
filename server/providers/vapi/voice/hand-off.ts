// Warm transfers: Vapi requests the next phone, rings it, and runs a transfer assistant that requests an acceptance.

import type { Vapi } from '@vapi-ai/server-sdk'
import type { RingEnd } from '#contract/hand-offs.ts'
import { instantOf, type VapiCall, type VapiMessage } from '../message.ts'
import type { VapiParts } from '../parts.ts'
import { readVoiceSettings } from '../speech/settings.ts'
import { recordEvents } from './callbacks.ts'
import { keyOf } from './event-key.ts'
import { TOOLS } from './tools.ts'

/** One hand-off of a call: each request of the transfer tool continues it. */
const REQUEST = 'transfer'

/** The phone to transfer the call to, or why there is none. */
export async function transferDestination(
  parts: VapiParts,
  callId: number,
  { call, message }: { call: VapiCall; message: VapiMessage },
): Promise<Vapi.ServerMessageResponseTransferDestinationRequest> {
  const requestedAt = instantOf(message.timestamp) ?? parts.now()
  const { handOff } = parts.hooks
  const after = { requestedAt, end: endOfLast(call) }
  const step = await handOff.start({ callId, request: REQUEST, said: lastWords(call), after })
  const sentence = step.kind === 'ring' ? await handOff.introduce({ ...step.ref, callId }) : null
  if (step.kind !== 'ring' || sentence === null) {
    const key = keyOf(call.id, 'exhausted', String(requestedAt.getTime()))
    await recordEvents(parts, callId, call, [{ key, at: requestedAt, kind: 'operator' }])
    return { error: NO_PHONE_LEFT }
  }
  const { model } = await readVoiceSettings(parts.db)
  return { destination: destinationOf(step, { sentence, model }) }
}

const NO_PHONE_LEFT = `Nobody is free to take the call. Call the tool ${TOOLS.person} and say its answer, then offer a meeting where the menu has one.`

const ends: Readonly<Record<string, RingEnd>> = {
  busy: 'engaged',
  voicemail: 'no_key',
  failed: 'unreachable',
  cancelled: 'declined',
}

/** How the transfer before this request ended, as far as Vapi reports it. */
const endOfLast = ({ artifact }: VapiCall): RingEnd =>
  ends[artifact?.transfers?.at(-1)?.status ?? ''] ?? 'no_answer'

function lastWords({ artifact }: VapiCall): string {
  const { message = '' } = artifact?.messages?.findLast(({ role }) => role === 'user') ?? {}
  return /keypad entry/i.test(message) ? '' : message
}

/** An utterance that consists of nothing else: no announcement of a mailbox matches it. */
export const ACCEPTED = String.raw`^\W*(yes\W+)?(i\W+)?accept(\W+(it|this|that|the\W+call|please|thanks|thank\W+you))*\W*$|^\W*user.s keypad entry:\W*1\W*$`

/** Vapi ends the transfer where its owner neither accepts nor declines; the shortest that it allows. */
const SILENCE_SECONDS = 10
/** For the sentence and the answer, after the phone has rung. */
const ANSWER_SECONDS = 15

/** The plan is in Vapi's guide to warm transfers, not yet in the types of its SDK. */
type Plan = Vapi.TransferPlan & { transferAssistant: Vapi.TransferAssistant }

function destinationOf(
  { to, seconds }: { to: string; seconds: number },
  { sentence, model }: { sentence: string; model: string },
): Vapi.ServerMessageResponseTransferDestinationRequestDestination {
  const transferPlan: Plan = {
    mode: 'warm-transfer-experimental',
    transferAssistant: {
      firstMessage: `${sentence} To take the call, say: accept.`,
      firstMessageMode: 'assistant-speaks-first',
      maxDurationSeconds: seconds + ANSWER_SECONDS,
      silenceTimeoutSeconds: SILENCE_SECONDS,
      model: {
        provider: 'openai',
        model,
        messages: [{ role: 'system', content: COLLEAGUE_PROMPT }],
        tools: [acceptTool, { type: 'transferCancel' }],
      },
    },
    fallbackPlan: { message: 'Thank you for waiting.', endCallEnabled: false },
  }
  return {
    type: 'number',
    number: to,
    message: 'I am putting you through. One moment, please.',
    transferPlan,
  }
}

const COLLEAGUE_PROMPT = `You have rung a colleague for a mortgage broker who waits on another line, and have said who it is.
1. When the colleague says "accept", or presses 1, call transferSuccessful.
2. After anything else, such as a refusal, a question, an answering machine, a menu or silence, call transferCancel.
3. Say nothing more about the broker, and leave no message.`

/** Refused by Vapi itself, whatever its model decides, unless the last utterance is an acceptance. */
const acceptTool: Vapi.TransferSuccessfulToolUserEditable = {
  type: 'transferSuccessful',
  rejectionPlan: {
    conditions: [
      { type: 'regex', regex: `(?i)${ACCEPTED}`, target: { role: 'user', position: -1 }, negate: true },
    ],
  },
}
