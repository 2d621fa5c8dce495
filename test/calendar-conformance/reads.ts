import { expect, it } from 'vitest'
import type { CalendarChanges, CalendarEntry } from '#server/providers/ports/calendars.ts'
import { at, type Harness, merge, stepsOf, WINDOW } from './harness.ts'

/** Reading a calendar. */
export function readCases(harness: Harness): void {
  const { read, timesOf } = stepsOf(harness)

  // Covers: connected-services-1
  it('reads the times that are taken, and no others', async () => {
    const { add } = harness().hands
    add({ from: at('2026-12-01T01:00:00Z'), to: at('2026-12-01T02:00:00Z') })
    add({ from: at('2026-12-02T01:00:00Z'), to: at('2026-12-02T02:00:00Z'), shows: 'free' })
    add({ from: at('2026-12-03T01:00:00Z'), to: at('2026-12-03T02:00:00Z'), answer: 'declined' })
    add({ from: at('2026-12-04T01:00:00Z'), to: at('2026-12-04T02:00:00Z'), shows: 'tentative' })
    add({ from: at('2026-12-05T01:00:00Z'), to: at('2026-12-05T02:00:00Z'), answer: 'tentative' })
    add({ from: at('2026-12-06T01:00:00Z'), to: at('2026-12-06T02:00:00Z'), answer: 'accepted' })
    add({ from: at('2026-12-07T01:00:00Z'), to: at('2026-12-07T02:00:00Z'), isCancelled: true })
    const days = (changes: CalendarChanges): string[] =>
      timesOf(changes.changed).map(([from = '']) => from.slice(8, 10))
    const all = await read(harness().link())
    expect(all.isWhole).toBe(true)
    expect(days(all)).toEqual(['01', '04', '05', '06'])
    expect(days(await read(harness().link(), null, { tentativeIsBusy: false }))).toEqual(['01', '06'])
  })

  // Covers: connected-services-1
  it('reports what changed since, each change once', async () => {
    const link = harness().link()
    const { hands } = harness()
    const moved = hands.add({ from: at('2026-12-01T01:00:00Z'), to: at('2026-12-01T02:00:00Z') })
    const removed = hands.add({ from: at('2026-12-02T01:00:00Z'), to: at('2026-12-02T02:00:00Z') })
    const beyond = hands.add({ from: at('2026-12-03T01:00:00Z'), to: at('2026-12-03T02:00:00Z') })
    const whole = await read(link)
    hands.move(moved, { from: at('2026-12-08T01:00:00Z'), to: at('2026-12-08T02:00:00Z') })
    hands.remove(removed)
    hands.move(beyond, { from: at('2028-12-03T01:00:00Z'), to: at('2028-12-03T02:00:00Z') })
    hands.add({ from: at('2026-12-09T01:00:00Z'), to: at('2026-12-09T02:00:00Z') })
    const later = await read(link, whole.cursor)
    expect(later.isWhole).toBe(false)
    expect(timesOf(later.changed)).toEqual([
      ['2026-12-08T01:00:00.000Z', '2026-12-08T02:00:00.000Z'],
      ['2026-12-09T01:00:00.000Z', '2026-12-09T02:00:00.000Z'],
    ])
    const gone = whole.changed.filter(({ id }) => later.removed.includes(id))
    expect(timesOf(gone).map(([from = '']) => from.slice(8, 10))).toEqual(['02', '03'])
    expect(await read(link, later.cursor)).toMatchObject({ isWhole: false, changed: [], removed: [] })
    // the same cursor again: an answer may be lost
    expect(timesOf((await read(link, whole.cursor)).changed)).toEqual(timesOf(later.changed))
  })

  it('reads what enters a later window', async () => {
    const link = harness().link()
    harness().hands.add({ from: at('2026-12-01T01:00:00Z'), to: at('2026-12-01T02:00:00Z') })
    const whole = await read(link)
    harness().hands.add({ from: at('2027-02-01T01:00:00Z'), to: at('2027-02-01T02:00:00Z') })
    const later = { from: WINDOW.from, to: at('2027-02-06T13:00:00Z') }
    const moved = merge(whole.changed, await read(link, whole.cursor, { window: later }))
    expect(timesOf(moved).map(([from = '']) => from.slice(0, 10))).toEqual(['2026-12-01', '2027-02-01'])
  })

  // Covers: connected-services-1
  it('expands a series within the window, with its changed and deleted occurrences', async () => {
    const link = harness().link()
    const id = harness().hands.addSeries(
      { from: at('2026-11-02T01:00:00Z'), to: at('2026-11-02T02:00:00Z') },
      { everyDays: 7, count: 1000 },
    )
    harness().hands.moveOccurrence(id, 5, {
      from: at('2026-12-07T05:00:00Z'),
      to: at('2026-12-07T06:00:00Z'),
    })
    harness().hands.moveOccurrence(id, 6, 'gone')
    const whole = await read(link)
    const days = (entries: readonly CalendarEntry[]): string[] =>
      timesOf(entries).map(([from = '']) => from.slice(2, 13))
    expect(days(whole.changed)).toEqual(
      [
        '26-11-30T01',
        '26-12-07T05',
        '26-12-21T01',
        '26-12-28T01',
        '27-01-04T01',
        '27-01-11T01',
        '27-01-18T01',
        '27-01-25T01',
      ].toSorted(),
    )
    harness().hands.moveOccurrence(id, 7, {
      from: at('2026-12-22T01:00:00Z'),
      to: at('2026-12-22T02:00:00Z'),
    })
    harness().hands.moveOccurrence(id, 8, 'gone')
    const kept = merge(whole.changed, await read(link, whole.cursor))
    expect(days(kept)).toEqual(
      [
        '26-11-30T01',
        '26-12-07T05',
        '26-12-22T01',
        '27-01-04T01',
        '27-01-11T01',
        '27-01-18T01',
        '27-01-25T01',
      ].toSorted(),
    )
  })

  it('follows a series that shows as free from now on', async () => {
    const link = harness().link()
    const id = harness().hands.addSeries(
      { from: at('2026-11-02T01:00:00Z'), to: at('2026-11-02T02:00:00Z') },
      { everyDays: 7, count: 400 },
    )
    const whole = await read(link)
    expect(timesOf(whole.changed)).toHaveLength(9)
    harness().hands.edit(id, { shows: 'free' })
    const later = await read(link, whole.cursor)
    expect(timesOf(merge(whole.changed, later))).toEqual([])
    harness().hands.remove(id)
    expect(merge(merge(whole.changed, later), await read(link, later.cursor))).toEqual([])
  })

  it('reads whole days in the zone of the calendar, over a change of the clock', async () => {
    harness().hands.add({ from: at('2026-12-10T00:00:00Z'), to: at('2026-12-12T00:00:00Z'), isAllDay: true })
    harness().hands.add({ from: at('2027-04-04T00:00:00Z'), to: at('2027-04-05T00:00:00Z'), isAllDay: true })
    const window = { from: WINDOW.from, to: at('2027-05-01T00:00:00Z') }
    const { changed } = await read(harness().link(), null, { window })
    expect(timesOf(changed)).toEqual([
      ['2026-12-09T13:00:00.000Z', '2026-12-11T13:00:00.000Z'],
      ['2027-04-03T13:00:00.000Z', '2027-04-04T14:00:00.000Z'],
    ])
  })

  it('cuts times at the window', async () => {
    harness().hands.add({ from: at('2026-11-20T01:00:00Z'), to: at('2026-11-30T02:00:00Z') })
    expect(timesOf((await read(harness().link())).changed)).toEqual([
      [WINDOW.from.toISOString(), '2026-11-30T02:00:00.000Z'],
    ])
  })

  it('reads nothing of ten years but the window', async () => {
    for (let day = 0; day < 3650; day++) {
      const from = +at('2021-12-01T01:00:00Z') + day * 86_400_000
      harness().hands.add({ from: new Date(from), to: new Date(from + 3_600_000) })
    }
    const before = harness().requests()
    expect((await read(harness().link())).changed).toHaveLength(62)
    expect(harness().requests() - before).toBeLessThan(10)
  })
}
