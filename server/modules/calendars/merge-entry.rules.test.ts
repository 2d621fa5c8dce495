import { describe, expect, it } from 'vitest'
import { decide, type EntryFacts, timeOfEntry, type WriteFacts, writeOf } from './merge-entry.rules.ts'

const at = (hour: number): Date => new Date(Date.UTC(2026, 10, 24, hour))
const hourFrom = (hour: number) => ({ start: at(hour), end: at(hour + 1) })
const now = at(0)
const meeting = { ...hourFrom(5), status: 'booked', isHere: true, sequence: 3 }
const wrote = { start: at(5), sequence: 3 }
const decided = (changes: Partial<EntryFacts>) =>
  decide({ now, meeting, entry: hourFrom(5), seen: hourFrom(5), wrote, sent: null, ...changes })

describe('what follows from an entry', () => {
  it.each<[what: string, changes: Partial<EntryFacts>, decision: object]>([
    ['nothing has changed', {}, { do: 'nothing' }],
    ['it was moved', { entry: hourFrom(8) }, { do: 'move', start: at(8) }],
    ['it was deleted', { entry: null }, { do: 'cancel' }],
    ['only its length was changed', { entry: { start: at(5), end: at(9) } }, { do: 'note' }],
    ['it was moved into the past', { entry: hourFrom(-3) }, { do: 'refuse', reason: 'past' }],
    [
      'it was moved after the meeting began',
      { now: at(6), entry: hourFrom(8) },
      { do: 'refuse', reason: 'begun' },
    ],
    ['it was deleted after the meeting began', { now: at(6), entry: null }, { do: 'note' }],
    [
      'it was made a series',
      { entry: { start: at(5), end: at(30), shape: 'series' } },
      { do: 'refuse', reason: 'series' },
    ],
    [
      'both moved it',
      { meeting: { ...meeting, ...hourFrom(7), sequence: 4 }, entry: hourFrom(8) },
      { do: 'refuse', reason: 'both' },
    ],
    [
      'both moved it to the same time',
      { meeting: { ...meeting, ...hourFrom(7), sequence: 4 }, entry: hourFrom(7) },
      { do: 'agree' },
    ],
    [
      'it was moved while only the link of the meeting changed',
      { meeting: { ...meeting, sequence: 4 }, entry: hourFrom(8) },
      { do: 'move', start: at(8) },
    ],
    [
      'it was moved while the meeting was cancelled',
      { meeting: { ...meeting, status: 'cancelled', sequence: 4 }, entry: hourFrom(8) },
      { do: 'refuse', reason: 'both' },
    ],
    ['both deleted it', { meeting: { ...meeting, status: 'cancelled' }, entry: null }, { do: 'note' }],
    ['the meeting is over', { meeting: { ...meeting, status: 'held' }, entry: hourFrom(8) }, { do: 'note' }],
    [
      'it is as our unrecorded write left it',
      {
        meeting: { ...meeting, ...hourFrom(9), sequence: 5 },
        entry: hourFrom(7),
        sent: { time: hourFrom(7), sequence: 4 },
      },
      { do: 'sent' },
    ],
    [
      'our unrecorded write removed it',
      { meeting: { ...meeting, sequence: 5 }, entry: null, sent: { time: null, sequence: 4 } },
      { do: 'sent' },
    ],
    ['it was imported with another time', { wrote: null, seen: null, entry: hourFrom(8) }, { do: 'note' }],
    [
      'it was moved after a first write that is not recorded',
      { wrote: null, seen: null, entry: hourFrom(8), sent: { time: hourFrom(5), sequence: 3 } },
      { do: 'move', start: at(8) },
    ],
  ])('where %s', (_what, changes, decision) => {
    expect(decided(changes)).toEqual(decision)
  })

  it('takes several times as a series, and a day as whole days', () => {
    const span = (from: number, to: number) => ({ from: at(from), to: at(to) })
    expect(timeOfEntry([])).toBeNull()
    expect(timeOfEntry([span(1, 2), span(3, 4)])).toEqual({ start: at(1), end: at(4), shape: 'series' })
    expect(timeOfEntry([span(0, 24)])).toMatchObject({ shape: 'days' })
    expect(timeOfEntry([span(1, 2)])).toEqual(hourFrom(1))
  })
})

describe('what is written', () => {
  const facts: WriteFacts = { now, meeting, seen: hourFrom(5), wrote }
  it.each<[what: string, changes: Partial<WriteFacts>, write: string]>([
    ['nothing where both sides are equal', {}, 'none'],
    ['a new meeting', { seen: null, wrote: null }, 'put'],
    ['a meeting whose time differs', { seen: hourFrom(8) }, 'put'],
    ['a new version of the same time', { meeting: { ...meeting, sequence: 4 } }, 'put'],
    ['no entry of a meeting that has begun', { now: at(5), seen: null }, 'none'],
    ['the time of a meeting that has begun', { now: at(5), seen: hourFrom(8) }, 'put'],
    ['no change of a meeting that is over', { now: at(7), seen: hourFrom(8) }, 'none'],
    ['the removal of a cancelled one', { meeting: { ...meeting, status: 'cancelled' } }, 'remove'],
    ['the removal of one of another BDM', { meeting: { ...meeting, isHere: false } }, 'remove'],
    [
      'nothing of a cancelled one without an entry',
      { meeting: { ...meeting, status: 'cancelled' }, seen: null },
      'forget',
    ],
  ])('%s', (_what, changes, write) => {
    expect(writeOf({ ...facts, ...changes })).toBe(write)
  })
})
