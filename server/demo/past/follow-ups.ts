import type { Insertable } from 'kysely'
import type { CallResponse } from '#contract/calls/calls.ts'
import type { Lender } from '#contract/microsites/pages.ts'
import type { Ctx } from '#server/ctx.ts'
import { resumeLink } from '#server/modules/accreditations/application-links.rules.ts'
import { resumeMail } from '#server/modules/accreditations/drafts.ts'
import { draftOf, linkMessage } from '#server/modules/accreditations/start-application.ts'
import { endText, optionText } from '#server/modules/brokers/call-activities.rules.ts'
import { creditOf } from '#server/modules/brokers/credit.views.ts'
import type { CallingWindow } from '#server/modules/dialling/calling-window.rules.ts'
import { enrolmentAfter } from '#server/modules/dialling/enrolments.rules.ts'
import { changeEnrolments } from '#server/modules/dialling/store.ts'
import { loadWindow } from '#server/modules/dialling/views.ts'
import { takesSms } from '#server/modules/messages/link-channel.rules.ts'
import { channelTo, lenderFacts, mailRow, newCode, smsRow } from '#server/modules/messages/queue-message.ts'
import { LINK_DAYS, offerMail, offerSms } from '#server/modules/messages/requested-link.ts'
import { withCodes } from '#server/modules/messages/verification/first-sms.ts'
import type { Activities, Messages, ShortLinks } from '#server/schema.gen.ts'
import { writeOptOuts } from '../opt-outs.ts'
import type { WrittenCall } from './calls.ts'

const DAY_MS = 86_400_000

/**
 * Writes the consequences of calls except meetings: the effects of chosen options and of ends on brokers, messages,
 * accreditations and dialling, in a few statements for all of them.
 */
export async function writeFollowUps(tx: Ctx, calls: readonly WrittenCall[]): Promise<void> {
  const chosen = calls.flatMap((call) => call.options.map((choice) => ({ ...choice, call })))
  if (calls.length === 0) return
  await tx.db
    .insertInto('callEffects')
    .values(
      chosen.map(({ call, option }) => ({
        callId: call.id,
        kind: option === 'option_2' ? 'option_2:wanted' : option,
      })),
    )
    .execute()
  await tx.db.insertInto('activities').values(calls.flatMap(activitiesOf)).execute()
  const by = (option: CallResponse) => chosen.filter((choice) => choice.option === option)
  const lender = await lenderFacts(tx)
  const offers = by('option_1').map(({ call }) => offerOf(tx, call, lender))
  const drafts = await openDrafts(tx, by('option_3'), lender)
  const links = [...offers, ...drafts]
  await tx.db
    .insertInto('shortLinks')
    .values(links.flatMap(({ link }) => link ?? []))
    .execute()
  await tx.db
    .insertInto('messages')
    .values(await withFirstCodes(tx, links))
    .execute()
  await finishEnrolments(tx, calls)
  await suppress(tx, by('option_4'))
}

function activitiesOf(call: WrittenCall): Insertable<Activities>[] {
  const told = { ...call, campaign: call.campaign.name, test: false, failure: null }
  const words = call.options.flatMap(({ option }) => (option === 'option_2' ? [] : optionText(option, told)))
  return [...words, endText(told)].map((what) => ({
    ...what,
    ...{ callId: call.id, brokerId: call.broker.id, campaignId: call.campaign.id },
    ...{ simulated: true, simulatedAt: call.past.at },
  }))
}

interface Linked {
  at: Date
  /** None where the form's own address is sent by email only. */
  link: Insertable<ShortLinks> | null
  messages: Insertable<Messages>[]
}

/** No microsite is there yet: the link leads to the offer's own page. */
function offerOf(tx: Ctx, { id: callId, broker, campaign, endedAt }: WrittenCall, lender: Lender): Linked {
  const code = newCode()
  const owner = { brokerId: broker.id, callId }
  const facts = { lender, product: campaign.product, url: `${tx.providers.publicUrl}/s/${code}` }
  const message = { ...owner, occasion: `call:${callId}:option_1`, simulated: true }
  const channel = channelTo(tx, broker, message)
  const expiresAt = new Date(tx.now().getTime() + LINK_DAYS * DAY_MS)
  return {
    link: { code, kind: 'offer', ...owner, campaignId: campaign.id, expiresAt },
    at: endedAt,
    messages:
      channel === 'sms'
        ? [smsRow(tx, { ...message, to: broker.phone, body: offerSms(facts) })]
        : [
            mailRow(tx, {
              ...message,
              to: broker.email ?? '',
              ...offerMail(tx, { name: broker.name, brokerId: broker.id }, facts),
            }),
          ],
  }
}

/** The first SMS to a number carries its code. */
const withFirstCodes = (tx: Ctx, links: readonly Linked[]): Promise<readonly Insertable<Messages>[]> =>
  withCodes(
    tx,
    links.toSorted((a, b) => a.at.getTime() - b.at.getTime()).flatMap(({ messages }) => messages),
  )

type Choice = WrittenCall['options'][number] & { call: WrittenCall }

async function openDrafts(tx: Ctx, choices: readonly Choice[], lender: Lender): Promise<Linked[]> {
  if (choices.length === 0) return []
  const now = tx.now()
  const starting = choices.map(({ call: { id, broker } }) => ({
    ...broker,
    ...{ id, brokerId: broker.id, toNumber: broker.phone, test: false, simulated: true },
  }))
  const rows = await tx.db
    .insertInto('applications')
    .values(
      starting.map((call) => ({
        ...{ ...draftOf(call, now), createdAt: now, updatedAt: now },
        ...creditOf({ callId: call.id, brokerId: call.brokerId }),
      })),
    )
    .returningAll()
    .execute()
  await tx.db
    .insertInto('applicationEvents')
    .values(rows.map(({ id }) => ({ applicationId: id, status: 'draft', actor: 'Call', at: now })))
    .execute()
  return rows.map((row, index) => {
    const call = starting[index]
    const at = choices[index]?.call.endedAt
    if (!call || !at) throw new Error('a draft without its call')
    const code = newCode()
    const { path: target, expiresAt } = resumeLink(tx.providers, row, now, 'phone')
    const url = `${tx.providers.publicUrl}/s/${code}`
    const mails = row.email ? [mailRow(tx, resumeMail(tx, row, lender))] : []
    if (!takesSms(call.phone)) return { at, link: null, messages: mails }
    const sms = smsRow(tx, linkMessage(call, { path: target, expiresAt, row, url, lender }))
    return {
      at,
      link: { code, kind: 'page', target, brokerId: call.brokerId, callId: call.id, expiresAt },
      messages: [sms, ...mails],
    }
  })
}

async function finishEnrolments(tx: Ctx, calls: readonly WrittenCall[]): Promise<void> {
  const windows = new Map<number, CallingWindow>()
  for (const campaign of new Set(calls.map((call) => call.campaign))) {
    windows.set(campaign.id, await loadWindow(tx, campaign))
  }
  await changeEnrolments(
    tx,
    calls.map(({ enrolmentId: id, past: { at }, outcome, broker, campaign }) => {
      const window = windows.get(campaign.id)
      if (!window) throw new Error('a campaign without its hours')
      const place = { region: broker.region, zone: broker.timezone }
      const after = enrolmentAfter([{ attempt: 1, outcome, at, withdrawn: false }], {
        window,
        place,
        now: at,
      })
      const stages = { reached: outcome === 'human', screened: outcome === 'screened' }
      return after.state === 'waiting'
        ? { id, state: 'waiting', dueAt: after.dueAt, attempts: 1, endedReason: null, ...stages }
        : { id, state: 'done', dueAt: null, attempts: 1, endedReason: after.endedReason, ...stages }
    }),
  )
}

/** None of these brokers was called again, so enrolments that wait for their numbers were planned before. */
async function suppress(tx: Ctx, choices: readonly Choice[]): Promise<void> {
  await writeOptOuts(
    tx,
    choices.map(({ source, call: { id, broker, endedAt } }) => ({
      ...{ callId: id, phone: broker.phone, source, at: endedAt },
    })),
  )
  for (const { call } of choices)
    await tx.emit('number.suppressed', { phone: call.broker.phone, simulated: true })
}
