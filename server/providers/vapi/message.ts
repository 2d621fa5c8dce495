// What Vapi sends, read with patience: its documents show several shapes of one thing, and most fields may be missing.

import { z } from 'zod'

const text = z.string().optional().catch(undefined)
const number = z.coerce.number().optional().catch(undefined)
const anything = z.record(z.string(), z.unknown()).optional().catch(undefined)

const line = z.object({
  role: text,
  message: text,
  time: number,
  secondsFromStart: number,
  toolCalls: z.array(z.unknown()).optional().catch(undefined),
  toolCallId: text,
  result: text,
})

const artifact = z
  .object({
    messages: z.array(line.catch({})).optional().catch(undefined),
    transcript: text,
    recording: z.unknown().optional(),
    recordingUrl: text,
    stereoRecordingUrl: text,
    presignedMonoUrl: text,
    presignedStereoUrl: text,
  })
  .optional()
  .catch(undefined)

const analysis = z.object({ summary: text }).optional().catch(undefined)
const customer = z.object({ number: text, externalId: text }).optional().catch(undefined)
const phoneNumber = z.object({ number: text }).optional().catch(undefined)

/** A call as `GET /call/{id}` answers it and messages carry it. */
export const vapiCall = z.object({
  id: z.string().min(1).max(100),
  type: text,
  status: text,
  endedReason: text,
  createdAt: text,
  startedAt: text,
  endedAt: text,
  updatedAt: text,
  cost: number,
  customer,
  phoneNumber,
  phoneNumberId: text,
  assistantOverrides: z.object({ metadata: anything }).optional().catch(undefined),
  artifact,
  analysis,
  monitor: z.object({ controlUrl: text }).optional().catch(undefined),
})
export type VapiCall = z.infer<typeof vapiCall>
export type VapiLine = z.infer<typeof line>

const message = z.object({
  type: z.string(),
  timestamp: number,
  status: text,
  endedReason: text,
  startedAt: text,
  endedAt: text,
  cost: number,
  role: text,
  transcriptType: text,
  transcript: text,
  summary: text,
  recordingUrl: text,
  customer,
  phoneNumber,
  artifact,
  analysis,
  call: vapiCall.optional().catch(undefined),
  toolCallList: z.array(z.unknown()).optional().catch(undefined),
  toolCalls: z.array(z.unknown()).optional().catch(undefined),
  toolWithToolCallList: z.array(z.unknown()).optional().catch(undefined),
})
export type VapiMessage = z.infer<typeof message>

/** @returns null for what is no message of Vapi's */
export function readMessage(body: Buffer): VapiMessage | null {
  try {
    return z.object({ message }).parse(JSON.parse(body.toString('utf8'))).message
  } catch {
    return null
  }
}

/** The call as the message tells it: what stands beside it counts for more than what it carries. */
export function callIn(told: VapiMessage): VapiCall | null {
  const { call } = told
  if (!call) return null
  return {
    ...call,
    endedReason: told.endedReason ?? call.endedReason,
    startedAt: told.startedAt ?? call.startedAt,
    endedAt: told.endedAt ?? call.endedAt,
    cost: told.cost ?? call.cost,
    customer: { ...call.customer, ...told.customer },
    phoneNumber: told.phoneNumber ?? call.phoneNumber,
    artifact: {
      ...call.artifact,
      ...told.artifact,
      recording: told.artifact?.recording ?? call.artifact?.recording,
      recordingUrl: told.artifact?.recordingUrl ?? told.recordingUrl ?? call.artifact?.recordingUrl,
    },
    analysis: { summary: told.analysis?.summary ?? told.summary ?? call.analysis?.summary },
  }
}

/** Our call's id, as we put it into metadata and into the customer. */
export function ourIdIn(call: VapiCall): number | null {
  const given = call.assistantOverrides?.metadata?.callId ?? call.customer?.externalId
  const id = typeof given === 'number' ? given : /^\d{1,9}$/.test(String(given)) ? Number(given) : Number.NaN
  return Number.isSafeInteger(id) && id > 0 ? id : null
}

export interface ToolCall {
  id: string
  name: string
  arguments: Record<string, unknown>
}

const rawToolCall = z.object({
  id: z.string().min(1).max(200),
  name: text,
  arguments: z.unknown().optional(),
  parameters: z.unknown().optional(),
  function: z.object({ name: text, arguments: z.unknown() }).optional().catch(undefined),
})

/** The tool calls of a message, in whichever of Vapi's shapes, each once. */
export function toolCallsIn(told: VapiMessage): ToolCall[] {
  const wrapped = told.toolWithToolCallList?.map((entry) => field(entry, 'toolCall', entry) ?? null)
  const lists = [told.toolCallList, told.toolCalls, wrapped]
  const found = lists.find((list) => list !== undefined && list.length > 0) ?? []
  return [...new Map(found.flatMap(readToolCall).map((call) => [call.id, call])).values()]
}

export function readToolCall(raw: unknown): ToolCall[] {
  const parsed = rawToolCall.safeParse(raw)
  if (!parsed.success) return []
  const { id, function: called, name, arguments: given, parameters } = parsed.data
  return [
    {
      id,
      name: called?.name ?? name ?? '',
      arguments: argumentsIn(called?.arguments ?? given ?? parameters),
    },
  ]
}

function field(from: unknown, name: string, beside: unknown): unknown {
  if (typeof from !== 'object' || from === null) return undefined
  const value: unknown = Reflect.get(from, name)
  // the tool's own name stands beside the call where the call has none
  const called = typeof beside === 'object' && beside !== null ? Reflect.get(beside, 'name') : undefined
  return typeof value === 'object' && value !== null ? { name: called, ...value } : value
}

function argumentsIn(given: unknown): Record<string, unknown> {
  const read = typeof given === 'string' ? parsed(given) : given
  // what is no object has no arguments
  return typeof read === 'object' && read !== null && !Array.isArray(read)
    ? (read as Record<string, unknown>)
    : {}
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null
  }
}

/** An instant of Vapi's; null where it is none. */
export function instantOf(given: string | number | undefined): Date | null {
  if (given === undefined || given === '') return null
  const at = new Date(typeof given === 'number' && given < 1e11 ? given * 1000 : given)
  return Number.isNaN(at.getTime()) ? null : at
}

/** E.164; null for a number that is withheld. */
export const e164In = (given: string | undefined): string | null =>
  given && /^\+[1-9]\d{6,14}$/.test(given) ? given : null
