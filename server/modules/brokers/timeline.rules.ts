// Decides the texts of a broker's timeline for decisions, messages and changes by staff.

import { z } from 'zod'
import { brokerFieldNames, brokerFields } from '#contract/brokers/broker-fields.ts'
import type { TimelineKind } from '#contract/brokers/timeline.ts'
import { waitReasonLabels } from '#contract/campaigns/dialling.ts'
import { messageLine } from '#contract/messages/message-words.ts'
import { messageChannels, messageStatuses } from '#contract/messages/messages.ts'

/** Patterns over the entry types that belong to each kind; matched by prefix. */
export const patternOfKind: Record<TimelineKind, string> = {
  calls: '^(call|decision|opted_out|suppress)',
  messages: '^(message|sms|mail|link)',
  visits: '^microsite',
  meetings: '^(meeting|booking)',
  accreditation: '^(accreditation|document|portal)',
  compliance: '^(compliance|contest|complaint)',
  changes: '^(broker|import|merged|note)',
}

const fieldNames: Record<string, string> = {
  ...Object.fromEntries(brokerFieldNames.map((field) => [field, brokerFields[field].phrase])),
  timezone: 'time zone',
  bdmId: brokerFields.bdm.phrase,
  callBasis: 'call basis',
  callBasisSource: 'source of the call basis',
  numberSource: 'source of the number',
  callBasisAt: 'date of the call basis',
  suspendedAt: 'suspension',
}

const verdicts: Record<string, string> = {
  call: 'May be called',
  later: 'Not called yet',
  never: 'Not called',
}

/** 'Not called yet: Premium Home Loan', 'Waits for a better hour: Premium Home Loan' */
export function decisionText(verdict: string, campaign: string | null, reason?: string): string {
  const waits: Record<string, string> = waitReasonLabels
  return `${waits[reason ?? ''] ?? verdicts[verdict] ?? verdict}${campaign ? `: ${campaign}` : ''}`
}

/** 'Changed by jo@brokerline.example: phone, state' @param changed fields of the broker that differ */
export function auditText(action: string, actor: string, changed: readonly string[]): string {
  if (action === 'broker.created') return `Added by ${actor}`
  const names = changed.map((field) => fieldNames[field] ?? field)
  return names.length > 0 ? `Changed by ${actor}: ${names.join(', ')}` : `Changed by ${actor}`
}

const messageState = z.object({
  channel: z.enum(messageChannels),
  status: z.enum(messageStatuses),
  reason: z.string().nullable(),
})

/**
 * 'Email not sent: Your meeting is booked', with the reason.
 * @param subject of an email, or the text of an SMS
 */
export function messageTexts(subject: string, state: unknown): { description: string; reasons: string[] } {
  const { channel, status, reason } = messageState.parse(state)
  return { description: messageLine({ subject, channel, status }), reasons: reason ? [reason] : [] }
}

/** Decision reasons as dialling stores them. */
const reasonList = z.array(z.object({ code: z.string().optional(), text: z.string() }))

/** The texts of a decision's reasons, and the code of the most important one. */
export function decisionReasons(stored: unknown): { first: string | undefined; reasons: string[] } {
  const found = reasonList.safeParse(stored).data ?? []
  return { first: found[0]?.code, reasons: found.map(({ text }) => text) }
}

const callDetail = z.object({
  notes: z.array(z.string()),
  reasons: z.unknown(),
  recordedSeconds: z.number().nullable(),
})

/** The further results of a call, the reasons of its decision, and the duration of its recording. */
export function callParts(detail: unknown): {
  notes: string[]
  reasons: string[]
  recordedSeconds: number | null
} {
  const { notes, reasons, recordedSeconds } = callDetail.parse(detail)
  return { notes, reasons: decisionReasons(reasons).reasons, recordedSeconds }
}
