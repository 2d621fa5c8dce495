import type { Ctx } from '#server/ctx.ts'
import { lenderFacts, queueMail } from '#server/modules/messages/queue-message.ts'
import { changeCalendar, lockCalendar } from './calendars.store.ts'
import { remindersDue } from './state.rules.ts'

/** Mails BDMs whose calendar is disconnected, 1, 3 and 7 days after. */
export async function remindBdms(ctx: Ctx): Promise<void> {
  const rows = await ctx.db
    .selectFrom('bdmCalendars')
    .innerJoin('bdms', 'bdms.id', 'bdmCalendars.bdmId')
    .select(['bdmCalendars.id', 'bdms.email'])
    .where('bdmCalendars.state', '<>', 'connected')
    .where('bdmCalendars.remindersSent', '<', 3)
    .where('bdms.active', '=', true)
    .execute()
  for (const { id, email } of rows) await ctx.tx((tx) => remind(tx, id, email))
}

async function remind(tx: Ctx, id: number, email: string): Promise<void> {
  const row = await lockCalendar(tx, id)
  if (!row?.disconnectedAt) return
  const due = remindersDue(row.disconnectedAt, tx.now())
  if (due <= row.remindersSent) return
  const { pages, publicUrl } = tx.providers
  await queueMail(tx, {
    to: email,
    template: 'staff_report',
    occasion: `calendar:${id}:${row.disconnectedAt.toISOString()}:reminder:${due}`,
    simulated: false,
    mail: pages.mail('staff_report', await lenderFacts(tx), {
      title: 'Your calendar is disconnected',
      details:
        `${row.lastError ?? ''} New meetings are not written into your calendar (${row.label}), and times that became busy in it may be booked. Connect it again.`.trim(),
      ...{
        lines: [],
        more: 0,
        url: `${publicUrl}/bookings?tab=bdms&manager=${row.bdmId}`,
        label: 'Connect your calendar',
      },
    }),
  })
  await changeCalendar(tx, id, { remindersSent: due })
}
