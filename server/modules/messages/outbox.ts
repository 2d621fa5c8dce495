import type { Selectable } from 'kysely'
import { type MessageChannel, messageChannels } from '#contract/messages/messages.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { optOutBySms } from '#server/modules/brokers/suppressions/suppressions.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import { inSpan, type SpanEnd, type SpanStart } from '#server/platform/traces/spans.ts'
import type { OutgoingMail, SendResult } from '#server/providers/ports/messaging.ts'
import type { Messages } from '#server/schema.gen.ts'
import { attemptName } from './delivery-report.rules.ts'
import {
  afterAttempt,
  carriesKey,
  HELD_WITHOUT_PROVIDER,
  manualResend,
  TOO_LATE,
  toStoredMessage,
  UNKNOWN,
} from './outbox.rules.ts'
import {
  claimNext,
  failUnclear,
  failUnsent,
  failWaiting,
  holdQueued,
  lockMessage,
  recordAttempt,
  requeueMessage,
  storeTrace,
} from './outbox.store.ts'
import { lenderFacts } from './queue-message.ts'

type Message = Selectable<Messages>

/** Added to the provider's timeout, for differing clocks and a slow database. */
const GRACE_SECONDS = 120

/**
 * Sends the next due message of a channel, if there is one. The claim commits before the one call to the provider, so
 * that no message is sent twice.
 * @param only the id of the one to be sent, before all others
 * @returns false if no message was due or the provider is unavailable
 */
export async function sendNext(ctx: Ctx, channel: MessageChannel, only?: number): Promise<boolean> {
  const { mail, sms } = ctx.providers.messaging
  const sender = channel === 'email' ? mail : sms
  // waiting for an unavailable provider does not count as an attempt
  if (!sender || (await sender.restsUntil?.())) return false
  const now = ctx.now()
  const unclearAt = new Date(now.getTime() + (sender.timeoutSeconds + GRACE_SECONDS) * 1000)
  const message = await claimNext(ctx, { channel, only, provider: sender.name, now, unclearAt })
  if (!message) return false
  if (message.notAfter && message.notAfter <= now) {
    await ctx.tx(async (tx) => {
      await failUnsent(tx, message, TOO_LATE)
      await tellFailed(tx, message)
    })
    return true
  }
  await inSpan(ctx.providers.tracing, spanOf(message), () => sendClaimed(ctx, message), endOf)
  return true
}

const spanOf = ({ id, channel, attempts, provider, traceContext }: Message): SpanStart => ({
  name: `send ${channel}`,
  kind: 'producer',
  parent: traceContext,
  attributes: {
    'brokerline.message.id': id,
    'brokerline.message.attempt': attempts,
    ...(provider !== null && { 'brokerline.vendor': provider }),
  },
})

const endOf = ({ kind }: SendResult): SpanEnd => ({ error: kind === 'accepted' ? null : kind })

async function sendClaimed(ctx: Ctx, message: Message): Promise<SendResult> {
  await storeTrace(ctx, message.id)
  const result = await send(ctx, message)
  await recordResult(ctx, message, result)
  return result
}

async function send(ctx: Ctx, message: Message): Promise<SendResult> {
  const { mail, sms } = ctx.providers.messaging
  try {
    if (message.channel === 'sms') {
      if (!sms) throw new Error('no SMS provider for a claimed message')
      const { recipient: to, body, notAfter } = message
      return await sms.send({ attempt: attemptName(message), to, body, notAfter })
    }
    if (!mail) throw new Error('no mail server for a claimed message')
    const { name } = await lenderFacts(ctx)
    const messageId = messageIdOf(message, ctx.providers.publicUrl)
    return await mail.send({
      ...{ messageId, to: message.recipient, fromName: name, html: message.html, text: message.body },
      subject: message.subject ?? '',
      // only queueMail writes this column
      invitation: message.invitation as OutgoingMail['invitation'],
      unsubscribeUrl: message.unsubscribeUrl,
      replyTo: message.replyTo,
    })
  } catch (error) {
    ctx.log.error({ err: error, messageId: message.id }, 'sending failed')
    return { kind: 'unclear', message: 'Sending was interrupted.' }
  }
}

/** The same for every attempt and unique per message, even across recreated databases, which reuse ids. */
function messageIdOf({ id, createdAt }: Message, publicUrl: string): string {
  return `${id}.${createdAt.getTime().toString(36)}@${new URL(publicUrl).hostname}`
}

async function recordResult(ctx: Ctx, message: Message, result: SendResult): Promise<void> {
  const next = afterAttempt(result, {
    attempts: message.attempts,
    now: ctx.now(),
    notAfter: message.notAfter,
  })
  if (next.status === 'failed') {
    ctx.log.warn({ messageId: message.id, reason: next.reason }, 'message failed')
  }
  await ctx.tx(async (tx) => {
    // the opt-out counts even if the message's result was recorded meanwhile
    if (result.kind === 'refused' && result.optedOut)
      await optOutBySms(tx, { phone: message.recipient, at: tx.now(), toldBy: 'provider' })
    const recorded = await recordAttempt(tx, message, next)
    if (recorded && next.status === 'failed') await tellFailed(tx, message)
  })
}

/** Lets other modules use another way to send the information. */
export async function tellFailed(tx: Ctx, message: Message): Promise<void> {
  const { id, channel, occasion, callId, bookingId } = message
  // the table's checks allow no other channels
  await tx.emit('message.failed', { id, channel: channel as MessageChannel, occasion, callId, bookingId })
}

/** Fails the attempts of killed processes and holds the messages of channels without a provider. */
export async function cleanUpOutbox(ctx: Ctx): Promise<void> {
  await ctx.tx(async (tx) => {
    const failed = await failUnclear(tx, UNKNOWN)
    for (const message of failed) await tellFailed(tx, message)
  })
  for (const channel of messageChannels) {
    const { mail, sms } = ctx.providers.messaging
    if (channel === 'email' ? mail : sms) continue
    await ctx.tx((tx) => holdQueued(tx, channel, HELD_WITHOUT_PROVIDER[channel]))
  }
}

/**
 * Resends a failed or held message on behalf of staff, e.g. after a provider was set up.
 * @throws AppError not_found, rule_forbids, conflict if it is being sent or was sent
 */
export async function retryMessage(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'outbox.write')
  await ctx.tx(async (tx) => {
    const message = await lockMessage(tx, id)
    if (!message) throw notFound('Message')
    const refusal = whyNotResent(tx, message)
    if (refusal) throw refusal
    await requeueMessage(tx, id)
    await audit(tx, {
      action: 'message.retried',
      subjectType: 'message',
      subjectId: id,
      before: { status: message.status, reason: message.reason, attempts: message.attempts },
      after: { status: 'queued' },
    })
  })
}

/** Why staff cannot resend a message now; null: they can. */
export function whyNotResent(ctx: Ctx, message: Message): AppError | null {
  const { mail, sms } = ctx.providers.messaging
  const configured = (message.channel === 'email' ? mail : sms) !== null
  const resend = manualResend(toStoredMessage(message), { configured, now: ctx.now() })
  if (!resend) return new AppError('conflict', `This message is ${message.status}: there is nothing to send.`)
  return resend.refusal ? new AppError('rule_forbids', resend.refusal) : null
}

/** After a restore: messages that waited in the archive may have been sent since. @returns how many */
export const doubtWaiting = (ctx: Ctx): Promise<number> =>
  failWaiting(ctx, `${UNKNOWN} It waited when the backup was made that was restored.`)

/** Records who opened a mail whose link opens an account, where the outbox shows it. */
export async function recordOpened(ctx: Ctx, id: number): Promise<void> {
  const row = await ctx.db.selectFrom('messages').select('template').where('id', '=', id).executeTakeFirst()
  if (!carriesKey(row?.template ?? null) || ctx.providers.messaging.mail !== null) return
  await audit(ctx, { action: 'message.opened', subjectType: 'message', subjectId: id })
}
