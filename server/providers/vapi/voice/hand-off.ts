// Warm transfers: Vapi requests the next phone, rings it, and runs a transfer assistant that requests an acceptance.

import type { Vapi } from '@vapi-ai/server-sdk'
import type { RingEnd } from '#contract/calls/hand-offs.ts'
import { isMachineAnswer } from '#server/conversation/who-answered.ts'
import { callerOf, instantOf, type VapiCall, type VapiMessage } from '../message.ts'
import type { VapiParts } from '../parts.ts'
import { readVoiceSettings } from '../speech/settings.ts'
import { recordEvents } from './callbacks.ts'
import { keyOf } from './event-key.ts'
import { findLive } from './store.ts'
import { refusalOf } from './tool-guard.ts'
import { TOOLS } from './tools.ts'
import { transcriptLines } from './transcript.ts'
import { asksForPerson, NOT_ASKED } from './transfer-guard.ts'

/** One hand-off of a call: each request of the transfer tool continues it. */
const REQUEST = 'transfer'

/** The phone to transfer the call to, or why there is none. */
export async function transferDestination(
  parts: VapiParts,
  callId: number,
  { call, message }: { call: VapiCall; message: VapiMessage },
): Promise<Vapi.ServerMessageResponseTransferDestinationRequest> {
  const requestedAt = instantOf(message.timestamp) ?? parts.now()
  const refusal = await whyNoTransfer(parts, callId, { call, at: requestedAt })
  if (refusal) return { error: refusal }
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

/** Why the call is not transferred, as words for the language model; null: it may be. */
async function whyNoTransfer(
  parts: VapiParts,
  callId: number,
  { call, at }: { call: VapiCall; at: Date },
): Promise<string | null> {
  const live = await findLive(parts.db, callId)
  if (isMachineAnswer(live?.answerer ?? null) && !live?.hasPerson) return MACHINE
  const lines = transcriptLines(call, call.artifact?.messages ?? [])
  const tool = { id: '', name: 'transferCall', arguments: {} }
  const refusal = await refusalOf(parts, callId, { call, lines, at, tool, live })
  return refusal ?? (asksForPerson(lines) ? null : NOT_ASKED)
}

const MACHINE = 'A machine is on the line: it is not transferred. Wait in silence for a person.'

const NO_PHONE_LEFT = `Nobody is free to take the call. Call the tool ${TOOLS.person} and say its answer, then offer a meeting where the menu has one.`

/** The desk for a caller of one of our numbers, or why the call is not transferred. */
export async function inboundDestination(
  parts: VapiParts,
  call: VapiCall,
): Promise<Vapi.ServerMessageResponseTransferDestinationRequest> {
  const lines = transcriptLines(call, call.artifact?.messages ?? [])
  if (!asksForPerson(lines)) return { error: NOT_ASKED }
  const { transferTo, introduction } = await parts.hooks.answerInbound(callerOf(call))
  if (transferTo === null) return { error: NO_DESK }
  const { model } = await readVoiceSettings(parts.db)
  const desk = { to: transferTo, seconds: DESK_SECONDS }
  return { destination: destinationOf(desk, { sentence: introduction, model }) }
}

/** How long the desk's phone rings. */
const DESK_SECONDS = 20
const NO_DESK = `Nobody is free to take the call. Call the tool ${TOOLS.callBack} and say its answer.`

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

/** A phone to ring, whose owner hears the sentence and takes the call by saying so. */
export function destinationOf(
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
