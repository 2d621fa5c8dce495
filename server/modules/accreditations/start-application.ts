import type { Insertable } from 'kysely'
import { applicationMemberships, DRAFT_DAYS } from '#contract/accreditations.ts'
import type { Lender } from '#contract/pages.ts'
import type { Ctx } from '#server/ctx.ts'
import { formatPhone } from '#server/modules/brokers/phone.rules.ts'
import { createLink, lenderFacts, type NewSms, queueSms } from '#server/modules/messages/queue-message.ts'
import type { Applications } from '#server/schema.gen.ts'
import { daysFrom, resumeLink } from './application-links.rules.ts'
import { mailResumeLink } from './drafts.ts'
import { splitName } from './rules.ts'
import { startSms } from './start-sms.rules.ts'
import { type ApplicationRow, insertApplication, insertEvent } from './store.ts'

/**
 * Opens a draft prefilled from the broker's record and sends its link; idempotent per call. A test call gets the link
 * of the empty form, so that it counts in no report.
 */
export async function openDraftOfCall(ctx: Ctx, callId: number): Promise<void> {
  const call = await findCall(ctx, callId)
  if (!call) return
  if (call.test)
    return sendLink(ctx, call, { path: '/accreditation', expiresAt: daysFrom(ctx.now(), DRAFT_DAYS) })
  const row = await insertApplication(ctx, draftOf(call, ctx.now()))
  // already handled: the link was sent then
  if (!row) return
  await insertEvent(ctx, { applicationId: row.id, status: 'draft', actor: 'Call' })
  await sendLink(ctx, call, { ...resumeLink(ctx.providers, row, ctx.now()), row })
  if (row.email) await mailResumeLink(ctx, row)
  ctx.changed('applications')
}

export interface StartingCall {
  id: number
  toNumber: string
  test: boolean
  simulated: boolean
  brokerId: number | null
  name: string | null
  email: string | null
  company: string | null
  asicNumber: string | null
  membership: string | null
}

async function findCall(ctx: Ctx, id: number): Promise<StartingCall | undefined> {
  return ctx.db
    .selectFrom('calls')
    .leftJoin('brokers', 'brokers.id', 'calls.brokerId')
    .select(['calls.id', 'calls.toNumber', 'calls.test', 'calls.simulated', 'calls.brokerId'])
    .select(['brokers.name', 'brokers.email', 'brokers.company', 'brokers.asicNumber', 'brokers.membership'])
    .where('calls.id', '=', id)
    .executeTakeFirst()
}

/** The draft that a call opens, prefilled from the broker's record. */
export function draftOf(call: StartingCall, now: Date): Insertable<Applications> {
  const { brokerId, toNumber, name, ...broker } = call
  const offered: readonly string[] = applicationMemberships
  return {
    ...{ status: 'draft', source: 'call', callId: call.id, simulated: call.simulated },
    expiresAt: daysFrom(now, DRAFT_DAYS),
    brokerId,
    ...splitName(name ?? ''),
    phone: formatPhone(toNumber),
    phoneE164: toNumber,
    email: broker.email ?? '',
    company: broker.company ?? '',
    asicNumber: broker.asicNumber ?? '',
    // the portal offers memberships that this form does not
    membership: broker.membership && offered.includes(broker.membership) ? broker.membership : '',
  }
}

type StartLink = { path: string; expiresAt: Date; row?: ApplicationRow }

async function sendLink(ctx: Ctx, call: StartingCall, link: StartLink): Promise<void> {
  const { path: target, expiresAt } = link
  const url = await createLink(ctx, { target, brokerId: call.brokerId, callId: call.id, expiresAt })
  await queueSms(ctx, linkMessage(call, { ...link, url, lender: await lenderFacts(ctx) }))
}

/** The SMS with the link to the form. */
export function linkMessage(call: StartingCall, link: StartLink & { url: string; lender: Lender }): NewSms {
  const { url, lender, row, expiresAt } = link
  return {
    brokerId: call.brokerId,
    callId: call.id,
    to: call.toNumber,
    body: startSms({
      lender: lender.name,
      url,
      filled: Boolean(row?.firstName),
      phone: lender.contactPhone,
    }),
    applicationId: row?.id ?? null,
    occasion: `call:${call.id}:option_3`,
    simulated: call.simulated,
    notAfter: expiresAt,
  }
}
