import { sql } from 'kysely'
import type { ContactAbout } from '#contract/microsites/verify-page.ts'
import type { Ctx } from '#server/ctx.ts'
import { simulates } from '#server/modules/brokers/views.ts'
import type { ContactName } from './contact-codes.rules.ts'

/** A code is valid for so long. */
const VALID_DAYS = 90
const DAY_MS = 86_400_000
/** Newest calls to a number, and newest SMS, that a code is compared with. The caps allow far fewer. */
const OF_EACH_KIND = 20
export const MAX_CONTACTS = 2 * OF_EACH_KIND

export interface RecentContact {
  name: ContactName
  at: Date
  /** Our number, E.164; null for an SMS, and for a call that shows none. */
  from: string | null
  about: ContactAbout
  /** Of the call's campaign version, or of the call that the SMS follows. */
  product: string | null
  /** Of the broker; null where it is unknown. */
  zone: string | null
}

interface Row extends Omit<RecentContact, 'name'> {
  callId: number | null
  occasion: string
}

/** The newest calls and SMS to a number, at most `MAX_CONTACTS`, in one statement. */
export async function viewRecentContacts(ctx: Ctx, phone: string): Promise<RecentContact[]> {
  const since = new Date(ctx.now().getTime() - VALID_DAYS * DAY_MS)
  const simulated = simulates(ctx)
  const { rows } = await sql<Row>`
    (select c.id as "callId", '' as occasion, coalesce(c.call_start_time, c.created_at) as at, c.from_number as "from",
       'offer' as about, v.product, b.timezone as zone
     from calls c
       left join campaign_versions v on v.id = c.campaign_version_id
       left join brokers b on b.id = c.broker_id
     where c.to_number = ${phone} and c.created_at > ${since} and (not c.simulated or ${simulated})
     order by c.id desc limit ${OF_EACH_KIND})
    union all
    (select null, m.occasion, coalesce(m.sent_at, m.created_at), null,
       case when m.booking_id is not null then 'meeting' when m.application_id is not null then 'application' else 'link' end,
       v.product, b.timezone
     from messages m
       left join calls c on c.id = m.call_id
       left join campaign_versions v on v.id = c.campaign_version_id
       left join brokers b on b.id = m.broker_id
     where lower(m.recipient) = lower(${phone}) and m.channel = 'sms' and m.created_at > ${since}
       and (not m.simulated or ${simulated})
     order by m.created_at desc limit ${OF_EACH_KIND})`.execute(ctx.db)
  return rows.map(({ callId, occasion, ...facts }) => ({
    ...facts,
    name: callId === null ? { kind: 'sms', occasion } : { kind: 'call', id: callId },
  }))
}
