// Parses Vapi's messages leniently: its docs show several shapes of the same thing, and most fields may be missing.

import { z } from 'zod'
import {
  JsonRefused,
  REQUEST_LIMITS,
  readJson,
  readJsonOrNull,
  VENDOR_LIMITS,
} from '#server/platform/read-json.ts'
import type { InboundCall } from '../ports/vendors.ts'

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
    transfers: z
      .array(z.object({ status: text }).catch({}))
      .optional()
      .catch(undefined),
  })
  .optional()
  .catch(undefined)

const analysis = z.object({ summary: text, structuredData: anything }).optional().catch(undefined)
const customer = z.object({ number: text, externalId: text }).optional().catch(undefined)
const phoneNumber = z.object({ number: text }).optional().catch(undefined)

/** A call as returned by `GET /call/{id}` and carried in messages. */
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

// made once: its validator is compiled at the first use
const envelope = z.object({ message })

/** @returns null where the body is not a Vapi message. @throws JsonRefused where it is nested too deep or holds too much */
export function readMessage(body: Buffer): VapiMessage | null {
  try {
    return envelope.parse(readJson(body.toString('utf8'), VENDOR_LIMITS)).message
  } catch (error) {
    if (error instanceof JsonRefused) throw error
    return null
  }
}

/** The call in a message; the message's own fields override those of its call. */
export function callIn(received: VapiMessage): VapiCall | null {
  const { call } = received
  if (!call) return null
  return {
    ...call,
    endedReason: received.endedReason ?? call.endedReason,
    startedAt: received.startedAt ?? call.startedAt,
    endedAt: received.endedAt ?? call.endedAt,
    cost: received.cost ?? call.cost,
    customer: { ...call.customer, ...received.customer },
    phoneNumber: received.phoneNumber ?? call.phoneNumber,
    artifact: {
      ...call.artifact,
      ...received.artifact,
      recording: received.artifact?.recording ?? call.artifact?.recording,
      recordingUrl: received.artifact?.recordingUrl ?? received.recordingUrl ?? call.artifact?.recordingUrl,
    },
    analysis: {
      summary: received.analysis?.summary ?? received.summary ?? call.analysis?.summary,
      structuredData: received.analysis?.structuredData ?? call.analysis?.structuredData,
    },
  }
}

/** Our call's id, which we set in the metadata and the customer. */
export function ourIdIn(call: VapiCall): number | null {
  const value = call.assistantOverrides?.metadata?.callId ?? call.customer?.externalId
  const id = typeof value === 'number' ? value : /^\d{1,9}$/.test(String(value)) ? Number(value) : Number.NaN
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

/** The tool calls of a message in any of Vapi's shapes, without duplicates. */
export function toolCallsIn(received: VapiMessage): ToolCall[] {
  const wrapped = received.toolWithToolCallList?.map((entry) => field(entry, 'toolCall', entry) ?? null)
  const lists = [received.toolCallList, received.toolCalls, wrapped]
  const found = lists.find((list) => list !== undefined && list.length > 0) ?? []
  return [...new Map(found.flatMap(readToolCall).map((call) => [call.id, call])).values()]
}

export function readToolCall(raw: unknown): ToolCall[] {
  const parsed = rawToolCall.safeParse(raw)
  if (!parsed.success) return []
  const { id, function: called, name, arguments: value, parameters } = parsed.data
  return [
    {
      id,
      name: called?.name ?? name ?? '',
      arguments: argumentsIn(called?.arguments ?? value ?? parameters),
    },
  ]
}

function field(from: unknown, name: string, beside: unknown): unknown {
  if (typeof from !== 'object' || from === null) return undefined
  const value: unknown = Reflect.get(from, name)
  // a call without a name takes the name next to it
  const called = typeof beside === 'object' && beside !== null ? Reflect.get(beside, 'name') : undefined
  return typeof value === 'object' && value !== null ? { name: called, ...value } : value
}

function argumentsIn(value: unknown): Record<string, unknown> {
  const read = typeof value === 'string' ? readJsonOrNull(value, REQUEST_LIMITS) : value
  // anything but an object has no arguments
  return typeof read === 'object' && read !== null && !Array.isArray(read)
    ? (read as Record<string, unknown>)
    : {}
}

/** Parses Vapi's timestamps; null where invalid. */
export function instantOf(value: string | number | undefined): Date | null {
  if (value === undefined || value === '') return null
  const at = new Date(typeof value === 'number' && value < 1e11 ? value * 1000 : value)
  return Number.isNaN(at.getTime()) ? null : at
}

/** E.164; null for a withheld number. */
const e164In = (value: string | undefined): string | null =>
  value && /^\+[1-9]\d{6,14}$/.test(value) ? value : null

/** A call to one of our numbers. */
export const callerOf = ({ id, customer, phoneNumber }: VapiCall): InboundCall => ({
  ...{
    provider: 'vapi',
    providerCallId: id,
    from: e164In(customer?.number),
    to: e164In(phoneNumber?.number),
  },
})
