// What holds once both sides are at rest.

import { sql } from 'kysely'
import { getMeeting } from '#server/modules/bookings/meeting.views.ts'
import type { SeenEntry } from './proof-calendar.ts'
import { DAY_MS, type Person, type World } from './world.ts'

const shown = (at: Date | null): string => at?.toISOString() ?? 'none'

/** Differences between the calendars and the meetings, and times that are taken twice. */
export async function differences(world: World): Promise<string[]> {
  const found = await Promise.all(world.people.map((person) => differencesOf(world, person)))
  const { rows: doubled } = await sql<{ ids: string }>`
    select a.id || ' and ' || b.id as ids from bookings a join bookings b on b.bdm_id = a.bdm_id and b.id > a.id
      and a.during && b.during and a.status <> 'cancelled' and b.status <> 'cancelled'`.execute(
    world.app.connection.db,
  )
  return [...found.flat(), ...doubled.map(({ ids }) => `bookings ${ids} overlap`)]
}

async function differencesOf({ app, clock }: World, { id, calendar }: Person): Promise<string[]> {
  const ctx = app.ctx()
  const entries = await calendar.hands.entries()
  const { rows } = await sql<{ id: number; uid: string; wanted: boolean }>`
    select b.id, b.uid, b.status = 'booked' and b.bdm_id = ${id} as wanted from bookings b
      where upper(b.during) > ${new Date(clock.ms)}`.execute(ctx.db)
  const faults: string[] = []
  for (const row of rows) {
    const own = entries.filter(({ uid }) => uid === row.uid)
    const { start, end } = await getMeeting(ctx, row.id)
    if (own.length !== (row.wanted ? 1 : 0))
      faults.push(`booking ${row.id}: ${own.length} entries, wanted ${row.wanted}`)
    for (const entry of row.wanted ? own : []) {
      if (entry.start.getTime() !== start.getTime() || entry.end.getTime() !== end.getTime())
        faults.push(
          `booking ${row.id}: ${shown(start)}, its entry ${shown(entry.start)} to ${shown(entry.end)}`,
        )
    }
  }
  const busy = await ctx.db
    .selectFrom('bdmAbsences')
    .select([sql<Date>`lower(during)`.as('start'), sql<Date>`upper(during)`.as('end')])
    .where('bdmId', '=', id)
    .where('kind', '=', 'feed')
    .execute()
  return [...faults, ...busyFaults(entries, busy, clock.ms)]
}

/** Own entries of the next twenty days against the stored busy times, at each start, middle and end. */
function busyFaults(
  entries: readonly SeenEntry[],
  busy: readonly { start: Date; end: Date }[],
  now: number,
): string[] {
  const own = entries.filter(
    ({ uid, end, start }) => uid === null && end.getTime() > now && start.getTime() < now + 20 * DAY_MS,
  )
  const isIn = (spans: readonly { start: Date; end: Date }[], at: number): boolean =>
    spans.some(({ start, end }) => start.getTime() <= at && at < end.getTime())
  const times = [...own, ...busy]
    .flatMap(({ start, end }) => [start.getTime(), (start.getTime() + end.getTime()) / 2, end.getTime()])
    .filter((at) => at >= now && at < now + 20 * DAY_MS)
  return times
    .filter((at) => isIn(own, at) !== isIn(busy, at))
    .slice(0, 3)
    .map(
      (at) =>
        `busy at ${new Date(at).toISOString()}: ${isIn(own, at)} in the calendar, ${isIn(busy, at)} stored`,
    )
}

interface Trail {
  movedByProduct: number
  movedByPerson: number
  cancelledByPerson: number
  cancelled: number
  refused: number
}

/** Whether each meeting is as its last edit wants it, each change has its edit, and each mail its change. */
export async function unexplained(world: World): Promise<string[]> {
  const { rows } = await sql<{
    id: number
  }>`select id from bookings where bdm_id = any(${world.people.map(({ id }) => id)})
    order by id`.execute(world.app.connection.db)
  const faults: string[] = []
  for (const { id } of rows) {
    const trail = await trailOf(world, id)
    world.figures.applied += trail.movedByPerson + trail.cancelledByPerson
    world.figures.refused += trail.refused
    faults.push(...(await editFaults(world, id, trail)), ...(await mailFaults(world, id, trail)))
  }
  return faults
}

const BY_PERSON = '%, in their own calendar'

async function trailOf({ app }: World, id: number): Promise<Trail> {
  const { rows } = await sql<Trail>`
    select count(*) filter (where action = 'booking.moved' and actor not like ${BY_PERSON})::int as moved_by_product,
      count(*) filter (where action = 'booking.moved' and actor like ${BY_PERSON})::int as moved_by_person,
      count(*) filter (where action = 'booking.cancelled' and actor like ${BY_PERSON})::int as cancelled_by_person,
      count(*) filter (where action = 'booking.cancelled' or after->>'status' = 'cancelled')::int as cancelled,
      count(*) filter (where action = 'booking.calendar_change_refused')::int as refused
    from audit_log where subject_type = 'booking' and subject_id = ${String(id)}`.execute(app.connection.db)
  const [trail] = rows
  if (!trail) throw new Error('no counts')
  return trail
}

async function editFaults({ app, edits }: World, id: number, trail: Trail): Promise<string[]> {
  const own = edits.get(id) ?? []
  const byPerson = own.filter(({ by }) => by === 'person').length
  const meeting = await getMeeting(app.ctx(), id)
  const start = meeting.status === 'cancelled' ? null : meeting.start
  const faults: string[] = []
  if (trail.movedByPerson + trail.cancelledByPerson + trail.refused > byPerson)
    faults.push(`booking ${id}: ${JSON.stringify(trail)} after ${byPerson} edits of the person`)
  const last = own.at(-1)
  const stands = last?.start?.getTime() === start?.getTime()
  if (last?.by === 'product' && !stands)
    faults.push(`booking ${id}: ${shown(start)}, the last edit was by the product to ${shown(last.start)}`)
  // where the product's change was not written yet, a move is refused with a task, and a deletion may be what it wants anyway
  const counts = last?.inStep || last?.start !== null
  if (last?.by === 'person' && counts && !stands && trail.refused === 0)
    faults.push(`booking ${id}: ${shown(start)}, the person chose ${shown(last.start)}, and no task says why`)
  return faults
}

async function mailFaults({ app, adapter, figures }: World, id: number, trail: Trail): Promise<string[]> {
  const rows = await app.connection.db
    .selectFrom('messages')
    .select(['occasion', 'invitation'])
    .where('bookingId', '=', id)
    .execute()
  figures.mails += rows.length
  const of = (kind: string): number =>
    rows.filter(({ occasion }) => occasion.startsWith(`booking:${id}:${kind}`)).length
  const { uid } = await getMeeting(app.ctx(), id)
  const { movedByProduct, movedByPerson, cancelled, cancelledByPerson } = trail
  const [confirmed, moved, ended] = [of('confirmed'), of('moved'), of('cancelled')]
  // a link of the service is sent with the news that wait, or in a mail of its own
  const forLinks = confirmed - 1 + (moved - movedByProduct - movedByPerson) + of('updated')
  // another BDM's calendar makes the link again
  const made = adapter.links.get(uid)?.size ?? 0
  const links = made > 0 ? made + movedByProduct : 0
  const noticed = of('notice:moved') + of('notice:booked') - 1
  const problems = [
    confirmed === 0 && 'not confirmed',
    (forLinks < 0 || forLinks > links) && `${forLinks} mails more than changes, for ${links} links`,
    ended !== Math.min(1, cancelled) && `${ended} mails about ${cancelled} cancellations`,
    noticed !== movedByProduct && `${noticed} notices about ${movedByProduct} moves by the product`,
    of('notice:cancelled') > movedByProduct + cancelled - cancelledByPerson &&
      'a notice to the person about their own deletion',
    of('notice:updated') > 0 && 'a notice about a link',
    rows.some(({ occasion, invitation }) => occasion.includes(':notice:') && invitation !== null) &&
      'a notice with a second entry',
  ]
  return problems.filter((each) => each !== false).map((problem) => `booking ${id}: ${problem}`)
}
