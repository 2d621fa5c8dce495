import { sql } from 'kysely'
import { addDays, weekdayOf } from '#contract/calendar.ts'
import { sydneyDate } from '#server/calendar/days.ts'
import type { Ctx } from '#server/ctx.ts'
import { bookedText } from '#server/modules/bookings/booking-activities.rules.ts'
import { freeStarts, MEETING_MS } from '#server/modules/bookings/slots.rules.ts'
import { loadCalendars } from '#server/modules/bookings/slots.views.ts'
import { creditOf } from '#server/modules/brokers/credit.views.ts'
import { writeActivities } from '#server/modules/brokers/timeline.store.ts'

const DAY_MS = 24 * 3_600_000
const BUSY_BDM = 'Aisha Rahman'
/** Earlier than the two weeks that the dashboard compares. */
const BOOKED_DAYS_AGO = 16
const MINUTES_BETWEEN = 13
const kinds = ['accreditation-review', 'training-session', 'product-discussion', 'general-inquiry'] as const

/** Fills every free time that one BDM has next week. Only inside `ctx.tx`, after the meetings of calls. */
export async function addFullWeek(tx: Ctx): Promise<void> {
  const now = tx.now()
  const bdm = await tx.db
    .selectFrom('bdms')
    .select(['id', 'name'])
    .where('name', '=', BUSY_BDM)
    .executeTakeFirstOrThrow()
  const monday = nextMonday(sydneyDate(now))
  const days = Array.from({ length: 5 }, (_, index) => addDays(monday, index))
  const calendars = await loadCalendars(tx, {
    ...{ from: now, to: new Date(now.getTime() + 14 * DAY_MS), bdmId: bdm.id },
  })
  const starts = freeStarts(calendars, days, now)
  const brokers = await availableBrokers(tx, starts.length)
  const meetings = brokers.map((broker, index) => ({
    broker,
    start: new Date(starts[index] ?? 0),
    bookedAt: new Date(now.getTime() - BOOKED_DAYS_AGO * DAY_MS - index * MINUTES_BETWEEN * 60_000),
    kind: kinds[index % kinds.length] ?? kinds[0],
  }))
  if (meetings.length === 0) return
  await tx.db
    .insertInto('bookings')
    .values(
      meetings.map(({ broker: { id: brokerId, name, phone }, start, bookedAt, kind }) => ({
        ...{ bdmId: bdm.id, status: 'booked', meetingType: kind, attendees: 1, brokerId, name, phone },
        during: sql<string>`tstzrange(${start}, ${new Date(start.getTime() + MEETING_MS)})`,
        ...{ source: 'staff', simulated: true, uid: `broker-${brokerId}@lumen.example` },
        ...{
          createdAt: bookedAt,
          scheduledAt: bookedAt,
          updatedAt: bookedAt,
          region: creditOf({ brokerId }).region,
        },
      })),
    )
    .execute()
  await writeActivities(
    tx,
    meetings.map(({ broker, start, bookedAt }) => ({
      ...bookedText({
        ...{ bdmName: bdm.name, start, saidStart: null, visitor: null, source: 'staff' },
        ...{ campaign: null, test: false, now: bookedAt },
      }),
      ...{ brokerId: broker.id, simulated: true, createdAt: bookedAt, simulatedAt: bookedAt },
    })),
  )
}

function nextMonday(today: string): string {
  return addDays(today, (8 - weekdayOf(today)) % 7 || 7)
}

/** Brokers without a meeting ahead, those of the BDM's state first. */
async function availableBrokers(
  tx: Ctx,
  count: number,
): Promise<{ id: number; name: string; phone: string }[]> {
  const { rows } = await sql<{ id: number; name: string; phone: string }>`
    select b.id, b.name, b.phone from brokers b
    where b.created_at < ${new Date(tx.now().getTime() - (BOOKED_DAYS_AGO + 1) * DAY_MS)}
      and not exists (select from suppressions s where s.phone = b.phone and s.ended_at is null)
      and not exists (select from bookings k where k.broker_id = b.id and upper(k.during) > ${tx.now()})
    order by b.region is distinct from 'QLD', b.id limit ${count}`.execute(tx.db)
  return rows
}
