// Random edits of both sides. One that Brokerline refuses is no edit.

import { bookMeeting } from '#server/modules/bookings/book.ts'
import { changeByStaff } from '#server/modules/bookings/change-booking.ts'
import { manage } from '#server/modules/bookings/manage-booking.ts'
import { manageUrl } from '#server/modules/bookings/manage-link.ts'
import { getMeeting } from '#server/modules/bookings/meeting.views.ts'
import { rescheduleByStaff } from '#server/modules/bookings/reschedule.ts'
import { AppError } from '#server/platform/errors.ts'
import type { SeenEntry } from './proof-calendar.ts'
import { count, DAY_MS, type Edit, type Person, type World } from './world.ts'

type Make = (world: World) => Promise<boolean>

/** Meetings that are ahead, of the proof's people. */
async function ahead({
  app,
  clock,
  people,
}: World): Promise<{ id: number; uid: string; bdmId: number; start: Date }[]> {
  const rows = await app.connection.db
    .selectFrom('bookings')
    .select(['id', 'uid', 'bdmId'])
    .where(
      'bdmId',
      'in',
      people.map(({ id }) => id),
    )
    .where('status', '=', 'booked')
    .orderBy('id')
    .execute()
  const meetings = await Promise.all(
    rows.map(async (row) => ({ ...row, start: (await getMeeting(app.ctx(), row.id)).start })),
  )
  return meetings.filter(({ start }) => start.getTime() > clock.ms)
}

/** The start of a slot on one of the next twenty days. */
function slot({ clock, random }: World): Date {
  const day = new Date(clock.ms + (1 + random.below(20)) * DAY_MS)
  const date = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' }).format(day)
  const hour = String(9 + random.below(8)).padStart(2, '0')
  return new Date(Temporal.ZonedDateTime.from(`${date}T${hour}:00[Australia/Sydney]`).epochMilliseconds)
}

/** A time that a person chooses in their own program: mostly ahead, at any quarter of an hour. */
function anyTime({ clock, random }: World): Date {
  const quarter = 15 * 60_000
  const from = Math.ceil((clock.ms - (random.below(8) === 0 ? 2 * DAY_MS : 0)) / quarter) * quarter
  return new Date(from + quarter * (1 + random.below((20 * DAY_MS) / quarter)))
}

async function accepted(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (error instanceof AppError) return false
    throw error
  }
}

let visitors = 0
const book: Make = async (world) => {
  visitors += 1
  const input = {
    ...{
      meetingType: 'product-discussion' as const,
      attendees: 1,
      agenda: null,
      brokerKey: null,
      scheduledDate: slot(world).toISOString(),
    },
    ...{ name: `Visitor ${visitors}`, email: `visitor${visitors}@example.com`, phone: null },
  }
  const bdmId = world.random.pick(world.people).id
  return accepted(() => bookMeeting(world.staff, input, { bdmId }))
}

/** Notes an edit by the product, and whether both sides were equal before it. */
async function byProduct(
  world: World,
  id: number,
  start: Date | null,
  work: () => Promise<unknown>,
): Promise<boolean> {
  const inStep = await isInStep(world, id)
  const sequenceNow = async () => (await getMeeting(world.app.ctx(), id)).sequence
  const before = await sequenceNow()
  // a move to the present time changes nothing
  if (!(await accepted(work)) || (await sequenceNow()) === before) return false
  noteEdit(world, id, { by: 'product', start, inStep })
  return true
}

export function noteEdit({ edits }: World, id: number, edit: Edit): void {
  edits.set(id, [...(edits.get(id) ?? []), edit])
}

/** Whether the meeting has exactly its entry, in the calendar of its BDM. */
export async function isInStep({ app, people }: World, id: number): Promise<boolean> {
  const { uid, bdmId, start, end } = await getMeeting(app.ctx(), id)
  for (const person of people) {
    const entries = (await person.calendar.hands.entries()).filter((entry) => entry.uid === uid)
    if (entries.length !== (person.id === bdmId ? 1 : 0)) return false
    if (
      entries.some(
        (entry) => entry.start.getTime() !== start.getTime() || entry.end.getTime() !== end.getTime(),
      )
    )
      return false
  }
  return true
}

/** No write of the meeting's entry is without a recorded result. */
async function isRecorded({ app }: World, bookingId: number): Promise<boolean> {
  const row = await app.connection.db
    .selectFrom('bdmCalendarEntries')
    .select('sentSequence')
    .where('bookingId', '=', bookingId)
    .where('sentSequence', 'is not', null)
    .executeTakeFirst()
  return row === undefined
}

const moveByStaff: Make = async (world) => {
  const meetings = await ahead(world)
  if (meetings.length === 0) return false
  const { id, bdmId } = world.random.pick(meetings)
  const to = world.random.below(3) === 0 ? world.random.pick(world.people).id : bdmId
  const start = slot(world)
  return byProduct(world, id, start, () =>
    rescheduleByStaff(world.staff, id, { scheduledDate: start.toISOString(), bdmId: to }),
  )
}

const tokenOf = async (world: World, id: number): Promise<string> => {
  const ctx = world.app.ctx()
  return (
    manageUrl(ctx, await getMeeting(ctx, id))
      .split('/')
      .at(-1) ?? ''
  )
}

const changeByVisitor =
  (action: 'reschedule' | 'cancel'): Make =>
  async (world) => {
    const meetings = await ahead(world)
    if (meetings.length === 0) return false
    const { id } = world.random.pick(meetings)
    const visitor = world.app.ctx({ kind: 'visitor', ip: null })
    const token = await tokenOf(world, id)
    const start = slot(world)
    if (action === 'cancel')
      return byProduct(world, id, null, () => manage(visitor, token, { action: 'cancel' }))
    return byProduct(world, id, start, () =>
      manage(visitor, token, { action: 'reschedule', scheduledDate: start.toISOString() }),
    )
  }

const cancelByStaff: Make = async (world) => {
  const meetings = await ahead(world)
  if (meetings.length === 0) return false
  const { id } = world.random.pick(meetings)
  return byProduct(world, id, null, () => changeByStaff(world.staff, id, { status: 'cancelled' }))
}

/** Entries that one person has of meetings that were made. */
async function meetingEntries(world: World): Promise<{ person: Person; entry: SeenEntry; id: number }[]> {
  const found: { person: Person; entry: SeenEntry; id: number }[] = []
  for (const person of world.people) {
    for (const entry of await person.calendar.hands.entries()) {
      if (entry.uid === null) continue
      const row = await world.app.connection.db
        .selectFrom('bookings')
        .select('id')
        .where('uid', '=', entry.uid)
        .executeTakeFirst()
      if (row) found.push({ person, entry, id: row.id })
    }
  }
  return found
}

const changeEntry =
  (change: 'move' | 'resize' | 'remove'): Make =>
  async (world) => {
    const entries = await meetingEntries(world)
    if (entries.length === 0) return false
    const { person, entry, id } = world.random.pick(entries)
    const { hands } = person.calendar
    const inStep = await isInStep(world, id)
    if (change === 'remove') {
      const isKnown = await isRecorded(world, id)
      await hands.remove(entry.ref)
      // an entry that is gone before the process that wrote it could record that is written once more
      noteEdit(world, id, { by: 'person', start: null, inStep: inStep && isKnown })
      return true
    }
    const start = change === 'move' ? anyTime(world) : entry.start
    const minutes = change === 'move' ? world.random.pick([60, 60, 30, 90]) : world.random.pick([15, 45, 120])
    await hands.move(entry.ref, start, new Date(start.getTime() + minutes * 60_000))
    noteEdit(world, id, { by: 'person', start, inStep })
    return true
  }

const changeOwn =
  (change: 'add' | 'add weekly' | 'move' | 'remove'): Make =>
  async (world) => {
    const { hands } = world.random.pick(world.people).calendar
    const start = anyTime(world)
    const end = new Date(start.getTime() + (1 + world.random.below(8)) * 30 * 60_000)
    if (change === 'add' || change === 'add weekly') {
      await hands.add({ start, end, weekly: change === 'add weekly' })
      return true
    }
    const entries = (await hands.entries()).filter(({ uid }) => uid === null)
    // a series has several
    const own = entries.filter(
      ({ ref }) => change === 'remove' || entries.filter((each) => each.ref === ref).length === 1,
    )
    if (own.length === 0) return false
    const { ref } = world.random.pick(own)
    if (change === 'remove') await hands.remove(ref)
    else await hands.move(ref, start, end)
    return true
  }

const makes: readonly (readonly [name: string, weight: number, make: Make])[] = [
  ['books', 6, book],
  ['staff moves', 4, moveByStaff],
  ['visitor moves', 3, changeByVisitor('reschedule')],
  ['staff cancels', 1, cancelByStaff],
  ['visitor cancels', 1, changeByVisitor('cancel')],
  ['person moves', 5, changeEntry('move')],
  ['person resizes', 1, changeEntry('resize')],
  ['person deletes', 2, changeEntry('remove')],
  ['person adds', 2, changeOwn('add')],
  ['person adds a series', 1, changeOwn('add weekly')],
  ['person moves own', 1, changeOwn('move')],
  ['person deletes own', 1, changeOwn('remove')],
]

/** One edit of either side. */
export async function makeEdit(world: World): Promise<void> {
  const [name, make] = world.random.weighted(
    makes.map(([what, weight, work]) => [[what, work] as const, weight]),
  )
  if (await make(world)) count(world.figures.edits, name)
}

export const bookFirst = book
