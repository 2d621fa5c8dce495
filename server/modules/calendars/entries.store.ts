import { type Selectable, sql, type Updateable } from 'kysely'
import { z } from 'zod'
import type { Ctx } from '#server/ctx.ts'
import type { CalendarEntry, CalendarSpan } from '#server/providers/ports/calendars.ts'
import type { BdmCalendarEntries } from '#server/schema.gen.ts'
import type { EntryFacts, Time } from './merge-entry.rules.ts'

type Row = Selectable<BdmCalendarEntries>

/** The entry of a meeting. */
export interface MeetingEntry {
  id: number
  bookingId: number
  entryId: string | null
  etag: string | null
  spans: CalendarSpan[]
  seen: Time | null
  wrote: EntryFacts['wrote']
  sent: EntryFacts['sent']
}

const storedSpans = z.array(z.object({ from: z.coerce.date(), to: z.coerce.date() }))

function toEntry(row: Row & { bookingId: number }): MeetingEntry {
  const { id, bookingId, entryId, etag } = row
  const timeOf = (start: Date | null, end: Date | null): Time | null => (start && end ? { start, end } : null)
  return {
    ...{ id, bookingId, entryId, etag, spans: storedSpans.parse(row.spans) },
    seen: timeOf(row.seenStart, row.seenEnd),
    wrote: row.wroteStart && { start: row.wroteStart, sequence: row.wroteSequence },
    sent:
      row.sentSequence === null
        ? null
        : { time: timeOf(row.sentStart, row.sentEnd), sequence: row.sentSequence },
  }
}

const isOfMeeting = (row: Row): row is Row & { bookingId: number } => row.bookingId !== null

export async function findMeetingEntries(ctx: Ctx, calendarId: number): Promise<MeetingEntry[]> {
  const rows = await ctx.db
    .selectFrom('bdmCalendarEntries')
    .selectAll()
    .where('calendarId', '=', calendarId)
    .where('bookingId', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.filter(isOfMeeting).map(toEntry)
}

export async function findMeetingEntry(
  ctx: Ctx,
  { calendarId, bookingId }: { calendarId: number; bookingId: number },
): Promise<MeetingEntry | undefined> {
  const row = await ctx.db
    .selectFrom('bdmCalendarEntries')
    .selectAll()
    .where('calendarId', '=', calendarId)
    .where('bookingId', '=', bookingId)
    .executeTakeFirst()
  return row && isOfMeeting(row) ? toEntry(row) : undefined
}

/** Locks the entry of a meeting. */
export async function lockMeetingEntry(tx: Ctx, id: number): Promise<MeetingEntry | undefined> {
  const row = await tx.db
    .selectFrom('bdmCalendarEntries')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  return row && isOfMeeting(row) ? toEntry(row) : undefined
}

/** The row of a meeting in a calendar; it is added where there is none. */
export async function ensureMeetingEntry(tx: Ctx, calendarId: number, bookingId: number): Promise<number> {
  const { id } = await tx.db
    .insertInto('bdmCalendarEntries')
    .values({ calendarId, bookingId })
    .onConflict((conflict) => conflict.columns(['calendarId', 'bookingId']).doUpdateSet({ bookingId }))
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export interface EntryChanges {
  listed?: boolean
  entryId?: string | null
  etag?: string | null
  spans?: readonly CalendarSpan[]
  seen?: Time | null
  wrote?: { start: Date; sequence: number | null }
  sent?: EntryFacts['sent']
}

export async function changeMeetingEntry(tx: Ctx, id: number, changes: EntryChanges): Promise<void> {
  const { spans, seen, wrote, sent, ...rest } = changes
  const values: Updateable<BdmCalendarEntries> = {
    ...rest,
    ...(spans && { spans: JSON.stringify(spans) }),
    ...(seen !== undefined && { seenStart: seen?.start ?? null, seenEnd: seen?.end ?? null }),
    ...(wrote && { wroteStart: wrote.start, wroteSequence: wrote.sequence }),
    ...(sent !== undefined && {
      sentSequence: sent?.sequence ?? null,
      sentStart: sent?.time?.start ?? null,
      sentEnd: sent?.time?.end ?? null,
    }),
  }
  await tx.db.updateTable('bdmCalendarEntries').set(values).where('id', '=', id).execute()
}

export async function deleteMeetingEntry(tx: Ctx, id: number): Promise<void> {
  await tx.db.deleteFrom('bdmCalendarEntries').where('id', '=', id).execute()
}

/** Stores entries of the person. One that was of a meeting stays with it. */
export async function upsertOwnEntries(
  tx: Ctx,
  calendarId: number,
  entries: readonly CalendarEntry[],
): Promise<void> {
  if (entries.length === 0) return
  const busy = entries.map(({ id, etag, spans, isFree }) => ({ id, etag, spans: isFree ? [] : spans }))
  await sql`insert into bdm_calendar_entries (calendar_id, entry_id, etag, spans)
    select ${calendarId}, given.id, given.etag, given.spans
    from jsonb_to_recordset(${JSON.stringify(busy)}::jsonb) as given(id text, etag text, spans jsonb)
    on conflict (calendar_id, entry_id) do update set etag = excluded.etag, spans = excluded.spans
      where bdm_calendar_entries.booking_id is null`.execute(tx.db)
}

/**
 * Deletes entries of the person, and marks those of meetings for a check. @param which entries that remain, or those removed */
export async function removeEntries(
  tx: Ctx,
  calendarId: number,
  which: { except: readonly string[] } | { ids: readonly string[] },
): Promise<void> {
  const among =
    'ids' in which ? sql`entry_id = any(${which.ids}::text[])` : sql`entry_id <> all(${which.except}::text[])`
  await sql`delete from bdm_calendar_entries
    where calendar_id = ${calendarId} and booking_id is null and ${among}`.execute(tx.db)
  // its own write may have been undone before any read named it
  await sql`update bdm_calendar_entries set spans = '[]'
    where calendar_id = ${calendarId} and booking_id is not null and entry_id is not null
      and (${among} or not listed)`.execute(tx.db)
}

/** The times that entries of the person take. */
export async function findOwnSpans(ctx: Ctx, calendarId: number): Promise<CalendarSpan[]> {
  const { rows } = await sql<{ from: Date; to: Date }>`
    select span."from", span."to" from bdm_calendar_entries e
      cross join jsonb_to_recordset(e.spans) as span("from" timestamptz, "to" timestamptz)
    where e.calendar_id = ${calendarId} and e.booking_id is null order by 1, 2`.execute(ctx.db)
  return rows
}

/**
 * Stores the entry of a meeting as the service has it.
 * @returns false where the meeting has another entry in this calendar
 */
export async function adoptEntry(
  tx: Ctx,
  { calendarId, bookingId, entry }: { calendarId: number; bookingId: number; entry: CalendarEntry },
): Promise<boolean> {
  await tx.db
    .deleteFrom('bdmCalendarEntries')
    .where('calendarId', '=', calendarId)
    .where('entryId', '=', entry.id)
    .where('bookingId', 'is', null)
    .execute()
  const id = await ensureMeetingEntry(tx, calendarId, bookingId)
  const { numUpdatedRows } = await tx.db
    .updateTable('bdmCalendarEntries')
    .set({ entryId: entry.id, etag: entry.etag, spans: JSON.stringify(entry.spans), listed: true })
    .where('id', '=', id)
    .where((eb) => eb.or([eb('entryId', 'is', null), eb('entryId', '=', entry.id)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
