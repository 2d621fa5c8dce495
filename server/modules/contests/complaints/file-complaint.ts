import { addDays } from '#contract/calendar.ts'
import {
  ACKNOWLEDGE_HOURS,
  COMPLAINT_DAYS,
  type ComplaintChannel,
  complaintChannelLabels,
} from '#contract/contests/complaints.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import { dateText } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { parsePhone } from '#server/modules/brokers/phone.rules.ts'
import { addActivity } from '#server/modules/brokers/timeline.ts'
import { invalid } from '#server/platform/errors.ts'
import { type Limit, tryLimit } from '#server/platform/limits/limits.ts'
import { findContact } from '../contact.views.ts'
import { mailPerson } from '../notify-person.ts'
import { insertComplaint } from './complaints.store.ts'
import { findBrokerOfCall, findBrokerOfNumber } from './complaints.views.ts'

const HOUR_MS = 3_600_000

/** A stranger chooses the address. */
const MAILS: Limit = { name: 'complaints.mails', max: 5, minutes: 24 * 60 }

export interface FiledComplaint {
  channel: ComplaintChannel
  /** In the person's words. */
  words: string
  /** Of a signed-in broker, or chosen by staff; without it the number, or the call, may show whose record it is. */
  brokerId?: number | null
  callId?: number | null
  name?: string | null
  email?: string | null
  /** As people write it. */
  phone?: string | null
  /** Now by default. */
  receivedAt?: Date
  /** Why a program may have sent the form: it is kept for a person, and no mail is sent. */
  suspicion?: string | null
}

/**
 * Records a complaint about a call: a task for staff, due first for its acknowledgement and then for its answer. A
 * person with an email address gets the acknowledgement immediately. The caller checks who may file it.
 * @returns its number, the last day for its answer, and whether it was acknowledged by mail
 * Not inside `ctx.tx`. @throws AppError invalid for a call that is none of the broker's
 */
export async function fileComplaint(
  ctx: Ctx,
  filed: FiledComplaint,
): Promise<{ id: number; dueOn: string; acknowledged: boolean }> {
  const { channel, words, callId = null, name = null, email = null, suspicion = null } = filed
  const mayMail = channel !== 'verify' || !email || (await tryLimit(ctx, [MAILS, email.toLowerCase()])) === 0
  return ctx.tx(async (tx) => {
    const phone = filed.phone ? e164Of(filed.phone) : null
    const receivedAt = filed.receivedAt ?? tx.now()
    const brokerId = await brokerOf(tx, { brokerId: filed.brokerId ?? null, callId, phone })
    const contact = await contactOf(tx, { channel, brokerId, name, email })
    const acknowledged = contact.email !== null && suspicion === null && mayMail
    const dueOn = addDays(sydneyDate(receivedAt), COMPLAINT_DAYS)
    const id = await insertComplaint(tx, {
      ...{ channel, brokerId, callId, name, email, phone, words, receivedAt, dueOn, suspicion },
      acknowledgeBy: new Date(receivedAt.getTime() + ACKNOWLEDGE_HOURS * HOUR_MS),
      acknowledgedAt: acknowledged ? tx.now() : null,
    })
    await audit(tx, {
      ...{ action: 'complaint.filed', subjectType: 'complaint', subjectId: id },
      after: { channel, brokerId, callId, receivedAt, dueOn, acknowledged },
    })
    if (brokerId !== null) {
      await addActivity(tx, {
        ...{ type: 'complaint_filed', brokerId, simulated: false },
        description: `Complained about a call (${complaintChannelLabels[channel].toLowerCase()})`,
      })
    }
    if (acknowledged) {
      await mailPerson(tx, {
        ...{ kind: 'complaint_received', contact, occasion: `complaint:${id}:received` },
        facts: { name: contact.name, number: id, by: dateText(dueOn) },
      })
    }
    await tx.emit('case.opened', { what: 'complaint', id })
    return { id, dueOn, acknowledged }
  })
}

/** As typed where it is no phone number: a person reads it. */
function e164Of(typed: string): string {
  const parsed = parsePhone(typed)
  return parsed.ok ? parsed.e164 : typed
}

async function brokerOf(
  tx: Ctx,
  { brokerId, callId, phone }: { brokerId: number | null; callId: number | null; phone: string | null },
): Promise<number | null> {
  if (callId === null) return brokerId ?? (phone === null ? null : findBrokerOfNumber(tx, phone))
  const call = await findBrokerOfCall(tx, callId)
  if (!call || (brokerId !== null && call.brokerId !== brokerId))
    throw invalid({ callId: 'Choose a call to this broker' })
  return call.brokerId
}

/** The input of a stranger names no person of our records: their mail goes only to the address that they gave. */
export async function contactOf(
  tx: Ctx,
  {
    channel,
    brokerId,
    name,
    email,
  }: { channel: ComplaintChannel; brokerId: number | null; name: string | null; email: string | null },
) {
  if (brokerId === null || channel === 'verify')
    return { name: name ?? '', email, brokerId, applicationId: null }
  const contact = await findContact(tx, { brokerId })
  return { ...contact, email: email ?? contact.email }
}
