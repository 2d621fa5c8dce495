import { sql } from 'kysely'
import { cutText } from '#contract/plain-text.ts'
import { shortTime } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import type { AppEvents } from '#server/events.ts'
import { type CallFacts, findCalls, findMeeting, findRung } from './facts.views.ts'
import { settledReason } from './settled.views.ts'
import { endOpen, moveTasks, openTask } from './store.ts'

/** Whose call it was: the number stays with the task, so that a later call or opt-out settles it. */
const whoOf = ({ brokerId, toNumber, simulatedAt }: CallFacts) => ({ brokerId, phone: toNumber, simulatedAt })
const inCall = ({ campaign }: CallFacts): string => (campaign ? ` in the ${campaign} call` : ' in a call')
/** A test call to a number of staff: its promises concern no broker. */
const isOnlyTest = ({ test, brokerId }: CallFacts): boolean => test && brokerId === null

export async function onPersonAsked(tx: Ctx, { callId }: AppEvents['call.personAsked']): Promise<void> {
  const [call] = await findCalls(tx, [callId])
  if (!call || isOnlyTest(call)) return
  await openTask(tx, {
    ...{ kind: 'call_back', key: call.toNumber, subject: { type: 'call', id: callId } },
    details: [`Asked to speak to a person${inCall(call)}.`, ...(await findRung(tx, callId))].join(' '),
    ...whoOf(call),
  })
}

/** A person took the call: no call back is needed. */
export async function onHandedOff(tx: Ctx, { callId }: AppEvents['call.handedOff']): Promise<void> {
  const [call] = await findCalls(tx, [callId])
  if (call)
    await endOpen(tx, {
      among: sql`o.kind = 'call_back' and o.phone = ${call.toNumber}`,
      reason: settledReason,
    })
}

export async function onCallMissed(tx: Ctx, event: AppEvents['call.missed']): Promise<void> {
  const { phone, brokerId, callId, asked } = event
  await openTask(tx, {
    ...{ kind: 'call_back', key: phone, brokerId, phone },
    subject: callId === null ? null : { type: 'call', id: callId },
    details: asked ? 'Rang us and asked for a person.' : 'Rang us and heard the recorded message only.',
  })
}

export async function onNoneFree(tx: Ctx, { callId }: AppEvents['booking.noneFree']): Promise<void> {
  const [call] = await findCalls(tx, [callId])
  if (!call || isOnlyTest(call)) return
  await openTask(tx, {
    ...{ kind: 'meeting_wanted', key: call.toNumber, subject: { type: 'call', id: callId } },
    details: `Asked for a meeting${inCall(call)}, and no time was free.`,
    ...whoOf(call),
  })
}

export async function onNoTimeAccepted(
  tx: Ctx,
  { callId }: AppEvents['booking.noTimeAccepted'],
): Promise<void> {
  const [call] = await findCalls(tx, [callId])
  if (!call || isOnlyTest(call)) return
  await openTask(tx, {
    ...{ kind: 'meeting_wanted', key: call.toNumber, subject: { type: 'call', id: callId } },
    details: `Asked for a meeting${inCall(call)} and accepted no time.`,
    ...whoOf(call),
  })
}

const unconfirmed = {
  option_1: 'Asked for the link to the offer',
  option_3: 'Asked to start the accreditation',
  callback: 'Asked to be called later',
} as const

/** A wish that was read back and not affirmed: nothing was done, so staff ask the broker again. */
export async function onUnconfirmed(tx: Ctx, { callId, wish }: AppEvents['call.unconfirmed']): Promise<void> {
  const [call] = await findCalls(tx, [callId])
  if (!call || isOnlyTest(call)) return
  await openTask(tx, {
    ...{ kind: 'call_back', key: call.toNumber, subject: { type: 'call', id: callId } },
    details: `${unconfirmed[wish]}${inCall(call)}, and did not confirm it.`,
    ...whoOf(call),
  })
}

/** The time named in the call could not be booked: opens a task to ask whether the booked one suits. */
export async function onDiffersFromCall(
  tx: Ctx,
  { bookingId, callId, said, booked }: AppEvents['booking.differsFromCall'],
): Promise<void> {
  const [call] = await findCalls(tx, [callId])
  if (!call || isOnlyTest(call)) return
  await openTask(tx, {
    ...{ kind: 'meeting_differs', key: String(bookingId), subject: { type: 'booking', id: bookingId } },
    details: `${shortTime(said, tx.now())} was said${inCall(call)}, ${shortTime(booked, tx.now())} was booked.`,
    ...whoOf(call),
  })
}

/** The BDM changed a meeting in their own calendar, and it stays as it was. */
export async function onChangeRefused(
  tx: Ctx,
  { bookingId, reason }: AppEvents['booking.changeRefused'],
): Promise<void> {
  const meeting = await findMeeting(tx, bookingId)
  if (!meeting) return
  await openTask(tx, {
    ...{ kind: 'calendar_change', key: String(bookingId), subject: { type: 'booking', id: bookingId } },
    ...meeting,
    details: reason,
  })
}

const promises = {
  offer_link: 'Asked for the link to the offer',
  accreditation_link: 'Asked for the link to the accreditation form',
} as const

/** Opens a task to contact a person, because no message reaches them. */
export async function onUndelivered(
  tx: Ctx,
  { about, id, what }: AppEvents['followUp.undelivered'],
): Promise<void> {
  const task = { kind: 'not_delivered', key: `${what}:${id}`, subject: { type: about, id } } as const
  if (what === 'meeting') {
    const meeting = await findMeeting(tx, id)
    if (meeting)
      await openTask(tx, { ...task, ...meeting, details: 'No message about their meeting reached them.' })
    return
  }
  const [call] = await findCalls(tx, [id])
  if (!call || isOnlyTest(call)) return
  await openTask(tx, {
    ...task,
    details: `${promises[what]}${inCall(call)}, and it could be sent neither by SMS nor by email.`,
    ...whoOf(call),
  })
}

/** Opens tasks for calls with an unknown outcome, and ends tasks that these calls have settled. */
export async function onCallsFinished(tx: Ctx, { calls }: AppEvents['calls.finished']): Promise<void> {
  const ids = calls.map(({ callId }) => callId)
  const unknown = calls.filter(({ outcome }) => outcome === 'unknown').map(({ callId }) => callId)
  if (unknown.length > 0) {
    for (const call of await findCalls(tx, unknown)) {
      if (isOnlyTest(call)) continue
      await openTask(tx, {
        ...{ kind: 'call_unknown', key: String(call.id), subject: { type: 'call', id: call.id } },
        details: `Nobody knows whether the broker was reached${inCall(call)}.`,
        ...whoOf(call),
      })
    }
  }
  await endOpen(tx, {
    among: sql`(o.phone in (select to_number from calls where id = any(${ids}))
      or (o.subject_type = 'call' and o.subject_id = any(${ids})))`,
    reason: settledReason,
  })
}

export async function onNumberSuppressed(tx: Ctx, { phone }: AppEvents['number.suppressed']): Promise<void> {
  await endOpen(tx, { among: sql`o.phone = ${phone}`, reason: settledReason })
}

/** The task keeps the words, so that a person can decide without a search. */
export async function onNumberHeld(
  tx: Ctx,
  { phone, brokerId, callId, text }: AppEvents['number.held'],
): Promise<void> {
  const [call] = callId === null ? [] : await findCalls(tx, [callId])
  await openTask(tx, {
    ...{ kind: 'opt_out_unclear', key: phone, brokerId, phone },
    subject: callId === null ? null : { type: 'call', id: callId },
    details: `${callId === null ? 'Wrote' : 'Said in a call'}: “${cutText(text, 300, '…')}”`,
    simulatedAt: call?.simulatedAt ?? null,
  })
}

export async function onNumberReleased(tx: Ctx, { phone }: AppEvents['number.released']): Promise<void> {
  await endOpen(tx, {
    among: sql`o.kind = 'opt_out_unclear' and o.phone = ${phone}`,
    reason: settledReason,
  })
}

export async function onBookingMade(tx: Ctx, { bookingId }: AppEvents['booking.made']): Promise<void> {
  const among = sql<boolean>`o.kind = 'meeting_wanted' and exists (select from bookings made
    where made.id = ${bookingId} and (made.broker_id = o.broker_id or made.phone = o.phone))`
  await endOpen(tx, { among, reason: settledReason })
}

export async function onBookingChanged(tx: Ctx, { bookingId }: AppEvents['booking.changed']): Promise<void> {
  await endAbout(tx, 'booking', bookingId)
}

export async function onApplicationDecided(
  tx: Ctx,
  { applicationId }: AppEvents['application.decided'],
): Promise<void> {
  await endAbout(tx, 'application', applicationId)
}

export async function onDocumentChanged(tx: Ctx, { brokerId }: AppEvents['document.changed']): Promise<void> {
  // a newer version settles tasks about the previous one
  await endOpen(tx, {
    among: sql`o.subject_type = 'document' and o.broker_id = ${brokerId}`,
    reason: settledReason,
  })
}

async function endAbout(tx: Ctx, type: 'booking' | 'application', id: number): Promise<void> {
  await endOpen(tx, { among: sql`o.subject_type = ${type} and o.subject_id = ${id}`, reason: settledReason })
}

/** Tasks about a merged record become the kept one's. */
export const onBrokerMerging = (tx: Ctx, { fromId, intoId }: AppEvents['broker.merging']): Promise<void> =>
  moveTasks(tx, fromId, intoId)

/** More are reviewed in the table of flagged brokers. */
const MOST_ALERTS = 100

/** The highest risks first. */
export async function onComplianceAlerted(
  tx: Ctx,
  { alerts }: AppEvents['compliance.alerted'],
): Promise<void> {
  for (const { brokerId, title } of alerts.slice(0, MOST_ALERTS)) {
    await openTask(tx, {
      kind: 'compliance_review',
      key: String(brokerId),
      details: `${title}.`,
      subject: null,
      brokerId,
    })
  }
}

export async function onMatterReported(
  tx: Ctx,
  { kind, key, subject, name, phone = null, details }: AppEvents['matter.reported'],
): Promise<void> {
  await openTask(tx, { kind, key, subject, name, phone, details, brokerId: null })
}

export async function onMatterSettled(tx: Ctx, { kind }: AppEvents['matter.settled']): Promise<void> {
  await endOpen(tx, { among: sql`o.kind = ${kind}`, reason: settledReason })
}

export async function onComplianceReviewed(
  tx: Ctx,
  { brokerId }: AppEvents['compliance.reviewed'],
): Promise<void> {
  await endOpen(tx, {
    among: sql`o.kind = 'compliance_review' and o.broker_id = ${brokerId}`,
    reason: settledReason,
  })
}
