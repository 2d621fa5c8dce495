/** Reads the objects of a CalDAV collection: each is one entry with its changed occurrences. */
import { busyTimes } from './busy-times.ts'
import { NotACalendar, readIcs } from './read-ics.ts'

export interface CalendarObject {
  id: string
  ics: string
}

export interface ObjectsRequest {
  objects: readonly CalendarObject[]
  /** Epoch milliseconds, half-open; times are clipped to this range. */
  from: number
  to: number
  /** Of the person, by which an entry names them among the people invited. */
  email: string
  tentativeIsBusy: boolean
}

export interface ReadObject {
  id: string
  uid: string | null
  spans: [from: number, to: number][]
  /** Its times are shown as free. */
  isFree: boolean
}

export interface ReadObjects {
  objects: ReadObject[]
  /** Objects that cannot be read, with the reason. */
  unread: { id: string; reason: string }[]
}

export function readObjects({ objects, ...request }: ObjectsRequest): ReadObjects {
  const result: ReadObjects = { objects: [], unread: [] }
  for (const { id, ics } of objects) {
    try {
      result.objects.push({ id, ...readObject(ics, request) })
    } catch (error) {
      if (!(error instanceof NotACalendar)) throw error
      result.unread.push({ id, reason: error.message })
    }
  }
  return result
}

function readObject(ics: string, request: Omit<ObjectsRequest, 'objects'>): Omit<ReadObject, 'id'> {
  const timesOf = (freeIsBusy: boolean): [number, number][] =>
    busyTimes({ ...request, ics, ownUids: [], freeIsBusy }).spans.map(([from, to]) => [from, to])
  const events = readIcs(ics).components.filter(({ kind }) => kind === 'VEVENT')
  const uid = events[0]?.lines.find(({ name }) => name === 'UID')?.value ?? null
  const busy = timesOf(false)
  if (busy.length > 0) return { uid, spans: busy, isFree: false }
  const all = timesOf(true)
  return { uid, spans: all, isFree: all.length > 0 }
}
