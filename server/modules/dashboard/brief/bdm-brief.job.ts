import { sql } from 'kysely'
import { briefFacts } from '#contract/bookings/brief-words.ts'
import { addDays, type Day, shortDayName } from '#contract/calendar.ts'
import { sydneyMidnight } from '#server/calendar/days.ts'
import { meetingTimeFor } from '#server/calendar/words.ts'
import type { Ctx } from '#server/ctx.ts'
import { lenderFacts, queueMail } from '#server/modules/messages/queue-message.ts'
import { briefOccasion, dueBriefDay } from './bdm-brief.rules.ts'
import { viewBrief } from './bdm-brief.views.ts'

interface Recipient {
  id: number
  email: string
  timezone: string
}

/**
 * Mails each BDM the brief of the day at half past seven by their own clock, on days with meetings. Safe to repeat: the
 * outbox holds one message per occasion.
 */
export async function sendBriefs(ctx: Ctx): Promise<void> {
  const { rows } = await sql<Recipient>`select id, email, timezone from bdms order by id`.execute(ctx.db)
  for (const bdm of rows) {
    const day = dueBriefDay(ctx.now(), bdm.timezone)
    if (day && (await isToSend(ctx, bdm.id, day))) await ctx.tx((tx) => sendBrief(tx, bdm, day))
  }
}

/** There is a meeting ahead, and the mail was not queued yet. */
async function isToSend(ctx: Ctx, bdmId: number, day: Day): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`
    select exists (select from bookings where bdm_id = ${bdmId} and status = 'booked' and not test
        and lower(during) >= ${sydneyMidnight(day)} and lower(during) < ${sydneyMidnight(addDays(day, 1))})
      and not exists (select from messages where occasion = ${briefOccasion(bdmId, day)}) as due`.execute(
    ctx.db,
  )
  return rows[0]?.due ?? false
}

async function sendBrief(tx: Ctx, { id, email, timezone }: Recipient, day: Day): Promise<void> {
  const { bdm, meetings } = await viewBrief(tx, id, day)
  if (meetings.length === 0) return
  const { pages, publicUrl } = tx.providers
  const facts = {
    ...{ name: bdm.name, day: shortDayName(day) },
    meetings: meetings.map((meeting) => ({
      title: [
        meetingTimeFor(new Date(meeting.scheduledDate), new Date(meeting.endsAt), timezone),
        ...[meeting.name, meeting.company].filter((part) => part !== null),
      ].join(', '),
      facts: briefFacts(meeting),
    })),
    url: `${publicUrl}/bookings/brief?bdm=${id}&day=${day}`,
  }
  await queueMail(tx, {
    to: email,
    mail: pages.mail('bdm_brief', await lenderFacts(tx), facts),
    template: 'bdm_brief',
    occasion: briefOccasion(id, day),
    simulated: false,
    notAfter: sydneyMidnight(addDays(day, 1)),
  })
}
