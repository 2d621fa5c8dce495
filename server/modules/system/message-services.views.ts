import { sql } from 'kysely'
import { vendorFacts, vendors } from '#contract/calls/vendors.ts'
import { messageChannels } from '#contract/messages/messages.ts'
import type { Ctx } from '#server/ctx.ts'
import { type ChannelFacts, messageService, type Service } from './message-services.rules.ts'

/** The status of SMS and email. A provider is faulty when its latest message was neither accepted nor refused. */
export async function viewMessageServices(ctx: Ctx): Promise<Service[]> {
  const { rows } = await sql<Omit<ChannelFacts, 'provider' | 'senderMissing'>>`
    select channel,
      (select count(*) from messages where messages.channel = known.channel and status = 'held') as held,
      (select count(*) from messages where messages.channel = known.channel and status = 'queued') as waiting,
      (select case when status = 'queued' then reason end from messages
         where messages.channel = known.channel and last_attempt_at is not null and status <> 'sending'
         order by last_attempt_at desc limit 1) as fault
    from unnest(${[...messageChannels]}::text[]) as known(channel)`.execute(ctx.db)
  const { messaging, vendors: configured } = ctx.providers
  const sendsSms = vendors.some((vendor) => vendorFacts[vendor].sms && configured[vendor])
  const senderMissing = sendsSms && messaging.sms === null
  return rows.map((row) => {
    const sender = row.channel === 'email' ? messaging.mail : messaging.sms
    return messageService({ ...row, senderMissing, provider: sender?.description ?? null })
  })
}
