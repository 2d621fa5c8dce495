import { sql } from 'kysely'
import type { Ctx } from '#server/ctx.ts'
import { bookedText } from '#server/modules/bookings/booking-activities.rules.ts'
import { MEETING_MS } from '#server/modules/bookings/slots.rules.ts'
import { loadCalendars } from '#server/modules/bookings/slots.views.ts'
import { creditOf } from '#server/modules/brokers/credit.views.ts'
import { detailsOf, statusOf, takeTimes } from '../meetings.ts'
import type { WrittenCall } from './calls.ts'

/** Writes the meetings booked in these calls, before all others, with their outcomes. */
export async function writeMeetings(tx: Ctx, calls: readonly WrittenCall[]): Promise<void> {
  const booking = calls.filter(({ response }) => response === 'option_2')
  if (booking.length === 0) return
  const meetings = booking.map(({ id: callId, broker, past: { at } }) => ({
    ...{ callId, brokerId: broker.id, toNumber: broker.phone, region: broker.region, at },
  }))
  const now = tx.now()
  // the calendars are still empty, whatever the requested time
  const calendars = await loadCalendars(tx, { from: now, to: now })
  const bdms = await tx.db.selectFrom('bdms').select(['id', 'name']).execute()
  const times = takeTimes(calendars, meetings)
  const rows = booking.map((call, index) => {
    const [meeting, time] = [meetings[index], times[index]]
    const bdm = bdms.find(({ id }) => id === time?.bdmId)
    if (!meeting || !time || !bdm) throw new Error('a meeting of the demo world lacks a part')
    return { call, meeting, bdm, start: time.start }
  })
  await tx.db
    .insertInto('bookings')
    .values(
      rows.map(({ call, meeting, bdm, start }) => ({
        bdmId: bdm.id,
        during: sql<string>`tstzrange(${start}, ${new Date(start.getTime() + MEETING_MS)})`,
        status: statusOf(meeting, start, now),
        ...detailsOf(meeting, call.broker.name),
        ...creditOf({ callId: call.id, brokerId: call.broker.id }),
      })),
    )
    .execute()
  await tx.db
    .insertInto('activities')
    .values(
      rows.map(({ call, bdm, start }) => ({
        ...bookedText({
          ...{ bdmName: bdm.name, start, saidStart: null, visitor: null, source: 'call' },
          ...{ campaign: call.campaign.name, test: false, now: start },
        }),
        ...{ callId: call.id, brokerId: call.broker.id, campaignId: call.campaign.id },
        ...{ simulated: true, simulatedAt: call.past.at },
      })),
    )
    .execute()
}
