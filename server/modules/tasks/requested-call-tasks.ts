import { sql } from 'kysely'
import { cutText } from '#contract/plain-text.ts'
import { localTime } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { findCalls, findRequestedCall, type RequestedCallFacts } from './facts.views.ts'
import { settledReason } from './settled.views.ts'
import { endOpen, type NewTask, openTask } from './store.ts'

const said = (words: string): string => (words ? ` They said: “${cutText(words, 300, '…')}”` : '')

/** A planned call is a task until it ends; staff call where it was not dialled, or not answered. */
export async function onRequestedCallChanged(
  tx: Ctx,
  { id, change }: AppEvents['requestedCall.changed'],
): Promise<void> {
  const call = await findRequestedCall(tx, id)
  if (!call) return
  if (change === 'planned' || change === 'moved') return openTask(tx, plannedTask(call, change))
  await endOpen(tx, { among: sql`o.dedupe_key = ${`requested_call:${id}`}`, reason: settledReason })
  if (change === 'missed' || change === 'unanswered') await openTask(tx, callBackTask(call, change))
}

const subjectOf = ({ askedInCallId }: RequestedCallFacts): NewTask['subject'] =>
  askedInCallId === null ? null : { type: 'call', id: askedInCallId }

const timeOf = ({ dueAt, timezone }: RequestedCallFacts): string =>
  localTime(dueAt, { zone: timezone }, dueAt)

function plannedTask(call: RequestedCallFacts, change: 'planned' | 'moved'): NewTask {
  const { id, brokerId, phone, simulatedAt, until, words } = call
  return {
    ...{ kind: 'requested_call', key: String(id), subject: subjectOf(call), brokerId, phone, simulatedAt },
    details: `Is called ${timeOf(call)}${change === 'moved' ? ', to which staff moved the call' : ', as they asked'}.${said(words)}`,
    dueAt: until,
  }
}

function callBackTask(call: RequestedCallFacts, change: 'missed' | 'unanswered'): NewTask {
  const { brokerId, phone, simulatedAt, reason, words } = call
  const what = change === 'missed' ? `they were not: ${reason}` : 'they did not answer then.'
  return {
    ...{ kind: 'call_back', key: phone, subject: subjectOf(call), brokerId, phone, simulatedAt },
    details: `Asked to be called ${timeOf(call)}, and ${what}${said(words)}`,
  }
}

/** Due at the named time, else as any call back. No call is planned: the time was not read back. */
export async function onCallRequestedBySms(
  tx: Ctx,
  { phone, brokerId, text, from, zone }: AppEvents['sms.callRequested'],
): Promise<void> {
  const time = from && localTime(from, { zone }, tx.now())
  await openTask(tx, {
    ...{ kind: 'call_back', key: phone, subject: null, brokerId, phone },
    details: `Asked by SMS to be called${time ? ` ${time}` : ''}: “${cutText(text, 300, '…')}”`,
    ...(from && { dueAt: from }),
  })
}

/** The agent cannot call at the time that was affirmed. */
export async function onRequestedCallRefused(
  tx: Ctx,
  { callId, words, from, reason }: AppEvents['requestedCall.refused'],
): Promise<void> {
  const [call] = await findCalls(tx, [callId])
  if (!call || (call.test && call.brokerId === null)) return
  const { brokerId, toNumber: phone, simulatedAt, timezone } = call
  const time = localTime(from, { zone: timezone }, from)
  await openTask(tx, {
    ...{ kind: 'call_back', key: phone, subject: { type: 'call', id: callId }, brokerId, phone, simulatedAt },
    details: `Asked to be called ${time}, and the agent cannot: ${reason}${said(words)}`,
  })
}
