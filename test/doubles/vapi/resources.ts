// A call as the loopback Vapi keeps and shows it.

import type { Server } from './state.ts'

export interface Tool {
  type: string
  function?: { name: string }
  destinations?: { number: string }[]
}

export interface Assistant {
  firstMessage: string
  model: { messages: { content: string }[]; tools: Tool[] }
  server?: Server
  artifactPlan?: { recordingEnabled?: boolean }
  monitorPlan?: {
    listenEnabled?: boolean
    listenAuthenticationEnabled?: boolean
    controlEnabled?: boolean
    controlAuthenticationEnabled?: boolean
  }
  serverMessages: string[]
}

export interface CallRequest {
  phoneNumberId: string
  assistant: Assistant
  assistantOverrides?: {
    variableValues?: Record<string, string>
    metadata?: Record<string, unknown>
    server?: Server
    'tools:append'?: Tool[]
  }
  customer: { number: string; externalId?: string }
}

export type Line = { role: string; time: number; secondsFromStart: number } & Record<string, unknown>

export interface PlayedCall {
  id: string
  request: CallRequest
  createdAt: Date
  startedAt: Date | null
  endedAt: Date | null
  status: string
  endedReason: string | null
  lines: Line[]
  cost: number
  /** Recording and transcript have been deleted. */
  deleted: boolean
  /** It is called off. */
  over: AbortController
  /** Resolves when it has ended and its end has been reported. */
  played: Promise<void>
}

/** The target of its messages: the call's override precedes the assistant's setting. */
export const serverOf = ({ request }: PlayedCall): Server | undefined =>
  request.assistantOverrides?.server ?? request.assistant.server

/** As GET /call/{id} shows it, and messages carry it in part. */
export function callResource(call: PlayedCall, part: 'whole' | 'in-message' = 'whole') {
  const { id, request, createdAt, startedAt, endedAt, status, endedReason, cost } = call
  const ended = status === 'ended'
  return {
    id,
    orgId: 'org-1',
    type: 'outboundPhoneCall',
    createdAt: createdAt.toISOString(),
    updatedAt: (endedAt ?? startedAt ?? createdAt).toISOString(),
    ...(startedAt && { startedAt: startedAt.toISOString() }),
    ...(endedAt && { endedAt: endedAt.toISOString() }),
    status,
    ...(endedReason && { endedReason }),
    phoneCallProvider: 'twilio',
    phoneNumberId: request.phoneNumberId,
    customer: request.customer,
    assistant: request.assistant,
    assistantOverrides: request.assistantOverrides,
    monitor: monitorOf(call),
    ...(part === 'whole' && ended && { cost, artifact: artifactOf(call), analysis: analysisOf(call) }),
  }
}

/** Both are on by default, and open to all clients with the address. */
function monitorOf({ id, request }: PlayedCall) {
  const { listenEnabled = true, controlEnabled = true } = request.assistant.monitorPlan ?? {}
  return {
    ...(listenEnabled && { listenUrl: `wss://phone-call-websocket.vapi.ai/${id}/listen` }),
    ...(controlEnabled && { controlUrl: `https://phone-call-websocket.vapi.ai/${id}/control` }),
  }
}

export function artifactOf(call: PlayedCall) {
  const spoken = call.lines.filter(({ role }) => role === 'bot' || role === 'user')
  const transcript = spoken
    .map(({ role, message }) => `${role === 'bot' ? 'AI' : 'User'}: ${String(message)}`)
    .join('\n')
  return { transcript, messages: call.lines, ...(isRecorded(call) && recordingOf(call)) }
}

export const analysisOf = (call: PlayedCall) =>
  call.startedAt ? { summary: 'The agent spoke about the offer.' } : {}

export const isRecorded = (call: PlayedCall): boolean =>
  call.startedAt !== null && call.request.assistant.artifactPlan?.recordingEnabled !== false && !call.deleted

const recordingOf = ({ id }: PlayedCall) => ({
  recording: { mono: { combinedUrl: `https://storage.vapi.ai/private/${id}.mp3` } },
  presignedMonoUrl: `https://storage.vapi.ai/recordings/${id}.mp3?signature=short-lived`,
  presignedUrlsExpiresAt: new Date(Date.now() + 3_600_000).toISOString(),
})
