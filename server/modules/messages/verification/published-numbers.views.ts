import { sql } from 'kysely'
import type { OwnNumbers } from '#contract/microsites/verify-page.ts'
import type { Ctx } from '#server/ctx.ts'
import { simulates } from '#server/modules/brokers/views.ts'

/** A number is ours for so long after its last call. */
const USED_DAYS = 90
const DAY_MS = 86_400_000

/** The numbers and addresses that calls, SMS and mails come from. E.164. */
export async function viewPublishedNumbers(ctx: Ctx): Promise<OwnNumbers> {
  const { sms, mail } = ctx.providers.messaging
  const since = new Date(ctx.now().getTime() - USED_DAYS * DAY_MS)
  // one step in the index for each number, instead of a scan of all calls
  const { rows } = await sql<{ phone: string }>`
    with recursive used as (
      (select from_number as phone, created_at, simulated from calls
       where from_number is not null order by from_number, id desc limit 1)
      union all
      select next.* from used, lateral (
        select from_number, created_at, simulated from calls
        where from_number > used.phone order by from_number, id desc limit 1) next
    )
    select phone from used where created_at > ${since} and (not simulated or ${simulates(ctx)})
    union
    select phone_number from calling_numbers
    order by phone`.execute(ctx.db)
  return {
    calls: rows.map(({ phone }) => phone),
    sms: sms?.from ? [sms.from] : [],
    email: mail?.from ? [mail.from] : [],
  }
}
