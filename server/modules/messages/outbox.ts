import type { Selectable } from 'kysely'
import { type MessageChannel, messageChannels } from '#contract/messages.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { optOutBySms } from '#server/modules/brokers/suppressions/suppressions.ts'
import { AppError, notFound } from '#server/platform/errors.ts'
import type { OutgoingMail, SendResult } from '#server/providers/ports/messaging.ts'
import type { Messages } from '#server/schema.gen.ts'
import { attemptName } from './delivery-report.rules.ts'
import {
  afterAttempt,
  HELD_WITHOUT_PROVIDER,
  sendingByHand,
  stored,
  TOO_LATE,
  UNKNOWN,
} from './outbox.rules.ts'
import {
  claimNext,
  endUnclear,
  giveUpUnsent,
  holdQueued,
  lockMessage,
  queueAgain,
  recordAttempt,
} from './outbox.store.ts'
import { lenderFacts } from './queue-message.ts'

type Message = Selectable<Messages>

/** Beyond the provider's own time, for the processes' clocks and a slow database. */
const GRACE_SECONDS = 120

/**
 * Sends the next due message of a channel, if there is one. It is marked as being sent, for all to see, before the
 * provider is asked; the provider is asked once. @returns whether there was one, and its provider could be asked
 */
export async function sendNext(ctx: Ctx, channel: MessageChannel): Promise<boolean> {
  const { mail, sms } = ctx.providers.messaging
  const sender = channel === 'email' ? mail : sms
  // what waits for its provider uses up no attempt
  if (!sender || (await sender.restsUntil?.())) return false
  const now = ctx.now()
  const unclearAt = new Date(now.getTime() + (sender.timeoutSeconds + GRACE_SECONDS) * 1000)
  const message = await claimNext(ctx, { channel, provider: sender.name, now, unclearAt })
  if (!message) return false
  if (message.notAfter && message.notAfter <= now) {
    await write(ctx, async (tx) => {
      await giveUpUnsent(tx, message, TOO_LATE)
      return true
    })
    return true
  }
  await settle(ctx, message, await ask(ctx, message))
  return true
}

async function ask(ctx: Ctx, message: Message): Promise<SendResult> {
  const { mail, sms } = ctx.providers.messaging
  try {
    if (message.channel === 'sms') {
      if (!sms) throw new Error('claimed for a sender that is there')
      const { recipient: to, body, notAfter } = message
      return await sms.send({ attempt: attemptName(message), to, body, notAfter })
    }
    if (!mail) throw new Error('claimed for a sender that is there')
    const { name } = await lenderFacts(ctx)
    const messageId = messageIdOf(message, ctx.providers.publicUrl)
    return await mail.send({
      ...{ messageId, to: message.recipient, fromName: name, html: message.html, text: message.body },
      subject: message.subject ?? '',
      // written by queueMail only
      invitation: message.invitation as OutgoingMail['invitation'],
    })
  } catch (error) {
    ctx.log.error({ err: error, messageId: message.id }, 'a sender broke off')
    return { kind: 'unclear', message: 'Sending was interrupted.' }
  }
}

/** The same at every attempt, and for no other message, also where a database was made anew. */
function messageIdOf({ id, createdAt }: Message, publicUrl: string): string {
  return `${id}.${createdAt.getTime().toString(36)}@${new URL(publicUrl).hostname}`
}

async function settle(ctx: Ctx, message: Message, result: SendResult): Promise<void> {
  const next = afterAttempt(result, {
    attempts: message.attempts,
    now: ctx.now(),
    notAfter: message.notAfter,
  })
  if (next.status === 'failed') {
    ctx.log.warn({ messageId: message.id, reason: next.reason }, 'a message was given up')
  }
  await write(ctx, async (tx) => {
    // whatever became of the message meanwhile, the person wants no more of us
    if (result.kind === 'refused' && result.optedOut)
      await optOutBySms(tx, { phone: message.recipient, at: tx.now() })
    return recordAttempt(tx, message, next)
  })
}

/** Writes a change of a message's state and tells the screens, all or nothing. @param change false: there was none */
async function write(ctx: Ctx, change: (tx: Ctx) => Promise<boolean>): Promise<void> {
  await ctx.tx(async (tx) => {
    if (await change(tx)) tx.changed(...topicsOfMessages)
  })
}

/** Screens that show the state of messages: the outbox, calls, timelines. */
export const topicsOfMessages = ['messages', 'calls', 'brokers']

/** Ends what a killed process left, and holds what no configured provider will send. */
export async function cleanUpOutbox(ctx: Ctx): Promise<void> {
  await write(ctx, async (tx) => (await endUnclear(tx, UNKNOWN)) > 0)
  for (const channel of messageChannels) {
    const { mail, sms } = ctx.providers.messaging
    if (channel === 'email' ? mail : sms) continue
    await write(ctx, async (tx) => (await holdQueued(tx, channel, HELD_WITHOUT_PROVIDER[channel])) > 0)
  }
}

/**
 * Staff send a message that did not go out by itself, e.g. after its address was found to be right, or a provider was
 * set up. @throws AppError not_found, rule_forbids, conflict where it is on its way or gone
 */
export async function retryMessage(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'outbox.write')
  await ctx.tx(async (tx) => {
    const message = await lockMessage(tx, id)
    if (!message) throw notFound('Message')
    const { mail, sms } = tx.providers.messaging
    const configured = (message.channel === 'email' ? mail : sms) !== null
    const sending = sendingByHand(stored(message), { configured, now: tx.now() })
    if (!sending)
      throw new AppError('conflict', `The message is ${message.status}: there is nothing to send.`)
    if (sending.refusal) throw new AppError('rule_forbids', sending.refusal)
    await queueAgain(tx, id)
    await audit(tx, {
      action: 'message.retried',
      subjectType: 'message',
      subjectId: id,
      before: { status: message.status, reason: message.reason, attempts: message.attempts },
      after: { status: 'queued' },
    })
    tx.changed(...topicsOfMessages)
  })
}
