import { randomBytes } from 'node:crypto'
import { isEmail } from '#contract/email.ts'
import type { MessageChannel } from '#contract/messages/messages.ts'
import { plainSigns } from '#contract/messages/sms-length.ts'
import type { Lender, MailDocument } from '#contract/microsites/pages.ts'
import type { Ctx } from '#server/ctx.ts'
import { linkChannel, type Reachable } from './link-channel.rules.ts'
import { type FirstState, firstState, oneLine } from './outbox.rules.ts'
import { displayPhone } from './sms-text.rules.ts'
import { cancelUnsent, insertMessages, type MessageRow, upsertPageLinks } from './store.ts'
import { withCodes } from './verification/first-sms.ts'

const CODE_BYTES = 16

/** An unguessable code for a short link: 128 bits in 22 characters. */
export const newCode = (): string => randomBytes(CODE_BYTES).toString('base64url')

export interface NewMessage {
  to: string
  brokerId?: number | null
  callId?: number | null
  bookingId?: number | null
  applicationId?: number | null
  /** The reason for the message, e.g. 'booking:17:confirmed:0'; one message per occasion is queued. */
  occasion: string
  /** Created by the simulator: its numbers are fictitious, so an SMS is not sent. */
  simulated: boolean
  /** Not sent after this instant, when it would only cause confusion, e.g. a reminder after the meeting. */
  notAfter?: Date
}

export interface NewSms extends NewMessage {
  body: string
}

export interface NewMail extends NewMessage {
  mail: MailDocument
  /** A key of `MailFacts`. */
  template: string
  invitation?: { method: 'REQUEST' | 'CANCEL' | 'PUBLISH'; ics: string }
  /** Address for replies; by default the sender, which is the lender's. */
  replyTo?: string | null
  /** Of a regular mail. */
  unsubscribeUrl?: string
}

/**
 * Queues an SMS in the outbox for its worker; without a provider it is held there. Joins the caller's transaction.
 * Suppression does not prevent it, because only requested messages are queued.
 * @returns null if this occasion already has its message
 */
export async function queueSms(ctx: Ctx, sms: NewSms): Promise<number | null> {
  return (await add(ctx, [smsRow(ctx, sms)])).get(sms.occasion) ?? null
}

/** Queues an email in the outbox, like `queueSms`. An invalid address shows there as a failed message. */
export async function queueMail(ctx: Ctx, mail: NewMail): Promise<number | null> {
  return (await add(ctx, [mailRow(ctx, mail)])).get(mail.occasion) ?? null
}

/** Queues messages of both kinds. @returns the occasions that had no message yet */
export async function queueMessages(
  ctx: Ctx,
  messages: readonly (NewSms | NewMail)[],
): Promise<ReadonlySet<string>> {
  const rows = messages.map((message) => ('mail' in message ? mailRow(ctx, message) : smsRow(ctx, message)))
  return new Set((await add(ctx, rows)).keys())
}

/** How a link reaches somebody; null: there is no way. */
export function channelTo(
  { providers: { messaging } }: Pick<Ctx, 'providers'>,
  person: Reachable,
  { simulated }: { simulated: boolean },
): MessageChannel | null {
  // simulated messages stay in the outbox anyway
  return linkChannel(person, { sms: simulated || messaging.sms !== null, email: messaging.mail !== null })
}

/** The outbox row of a new SMS. */
export function smsRow({ providers, now }: Ctx, sms: NewSms): MessageRow {
  const state = firstState('sms', {
    to: sms.to,
    simulated: sms.simulated,
    configured: providers.messaging.sms !== null,
    now: now(),
  })
  return { ...rowOf(sms, state), channel: 'sms', body: plainSigns(sms.body) }
}

/** The outbox row of a new email. */
export function mailRow({ providers, now }: Ctx, mail: NewMail): MessageRow {
  const state = firstState('email', {
    to: mail.to,
    simulated: mail.simulated,
    configured: providers.messaging.mail !== null,
    now: now(),
  })
  const { subject, text, html } = mail.mail
  return {
    ...rowOf(mail, state),
    channel: 'email',
    subject: oneLine(subject),
    body: text,
    html,
    template: mail.template,
    invitation: mail.invitation ? JSON.stringify(mail.invitation) : null,
    unsubscribeUrl: mail.unsubscribeUrl ?? null,
    // a mail server refuses a mail with a malformed header
    replyTo: mail.replyTo && isEmail(mail.replyTo) ? mail.replyTo : null,
  }
}

function rowOf(message: NewMessage, state: FirstState) {
  return {
    ...state,
    recipient: message.to,
    brokerId: message.brokerId ?? null,
    callId: message.callId ?? null,
    bookingId: message.bookingId ?? null,
    applicationId: message.applicationId ?? null,
    occasion: message.occasion,
    simulated: message.simulated,
    notAfter: message.notAfter ?? null,
  }
}

async function add(ctx: Ctx, rows: readonly MessageRow[]): Promise<ReadonlyMap<string, number>> {
  return ctx.tx(async (tx) => {
    const added = await insertMessages(tx, await withCodes(tx, rows))
    return added
  })
}

/** Cancels unsent messages, e.g. reminders of a cancelled meeting. @returns how many */
export async function cancelMessages(
  ctx: Ctx,
  { occasionPrefix }: { occasionPrefix: string },
): Promise<number> {
  if (occasionPrefix === '') throw new Error('an empty prefix would cancel every message')
  return ctx.tx(async (tx) => {
    const cancelled = await cancelUnsent(tx, occasionPrefix)
    return cancelled
  })
}

export interface NewLink {
  /** Path and query inside this installation. */
  target: string
  brokerId: number | null
  callId: number | null
  expiresAt: Date
}

/**
 * Creates a short link to a page, for an SMS. The same page for the same broker and call reuses its link, which then
 * expires at the latest instant requested.
 * @returns '{publicUrl}/s/{code}'
 */
export async function createLink(ctx: Ctx, link: NewLink): Promise<string> {
  const [url] = await createLinks(ctx, [link])
  if (url === undefined) throw new Error('a link was asked for and none was made')
  return url
}

/** As `createLink`, for links that are each to another page or for another broker or call. @returns in their order */
export async function createLinks(ctx: Ctx, links: readonly NewLink[]): Promise<string[]> {
  const { publicUrl } = ctx.providers
  const home = new URL(publicUrl)
  for (const { target } of links) {
    if (!target.startsWith('/') || URL.parse(target, home)?.origin !== home.origin)
      throw new Error(`short link target must be a path of this installation, not ${target}`)
  }
  const given = links.map((link) => ({ ...link, code: newCode() }))
  const codes = await upsertPageLinks(ctx, given)
  return given.map(({ code }) => `${publicUrl}/s/${codes.get(code)}`)
}

/** The lender as shown on public pages and in messages. */
export async function lenderFacts(ctx: Ctx): Promise<Lender> {
  const row = await ctx.db
    .selectFrom('organisation')
    .leftJoin('brandLogos', 'brandLogos.hash', 'organisation.brandLogo')
    .selectAll('organisation')
    .select(['brandLogos.width', 'brandLogos.height'])
    .executeTakeFirstOrThrow()
  return {
    name: row.tradingName || row.legalName || 'Brokerline',
    legalName: row.legalName,
    abn: row.abn,
    contactPhone: row.contactPhone && displayPhone(row.contactPhone),
    address: row.address,
    privacyUrl: row.privacyUrl,
    termsUrl: row.termsUrl,
    brand: { colour: row.brandColour, logo: logoOf(ctx, row) },
  }
}

function logoOf(
  { providers }: Ctx,
  { brandLogo, width, height }: { brandLogo: string | null; width: number | null; height: number | null },
): Lender['brand']['logo'] {
  if (brandLogo === null || width === null || height === null) return null
  const path = `/api/brand/logo/${brandLogo}`
  return { path, url: `${providers.publicUrl}${path}`, width, height }
}
