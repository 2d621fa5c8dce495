// The calendar of a person, as a played service keeps it: entries with versions, a log of changes, and the hands of the person.

export interface Time {
  from: Date
  to: Date
}

export type Answer = 'none' | 'accepted' | 'declined' | 'tentative'

export interface Repetition {
  everyDays: number
  count: number
  /** At the same time of this zone; none: of UTC. */
  zone?: string
}

/** One entry, or a series of them. */
export interface Item {
  id: string
  /** Raised by each change of the calendar. */
  version: number
  isGone: boolean
  title: string
  /** Of the first occurrence, for a series. */
  time: Time
  /** Whole days of the calendar's zone, from the date of `from` to before that of `to` (UTC dates). */
  isAllDay: boolean
  shows: 'busy' | 'free' | 'tentative'
  answer: Answer
  isCancelled: boolean
  /** What the product wrote with the entry: ids and properties of its own. */
  own: Record<string, string>
  link: string | null
  series: (Repetition & { changes: Map<number, Time | 'gone'> }) | null
  /** Occurrences of a series that it was. */
  former: { count: number; version: number } | null
  /** Occurrences that changed apart from their series, with the version of that. */
  changed: Map<number, number>
}

/** An occurrence of a series, or a single entry. */
export interface Occurrence {
  item: Item
  /** null: a single entry. */
  index: number | null
  time: Time
  isException: boolean
  version: number
}

export type NewItem = Time &
  Partial<Pick<Item, 'title' | 'isAllDay' | 'shows' | 'answer' | 'isCancelled' | 'own'>>

export type PersonCalendar = ReturnType<typeof createPersonCalendar>

/** @param onChange called after each change, e.g. to announce it */
export function createPersonCalendar(onChange: () => void) {
  const items = new Map<string, Item>()
  let version = 0
  let ids = 0

  const touch = (item: Item): void => {
    item.version = ++version
    onChange()
  }
  const find = (id: string): Item => {
    const item = items.get(id)
    if (!item || item.isGone) throw new Error(`the calendar has no entry ${id}`)
    return item
  }

  function insert(id: string, { from, to, ...rest }: NewItem): Item {
    const item: Item = {
      ...{ id, version: 0, isGone: false, title: 'Something private', isAllDay: false, shows: 'busy' },
      ...{
        answer: 'none',
        isCancelled: false,
        own: {},
        link: null,
        series: null,
        former: null,
        changed: new Map(),
      },
      ...rest,
      time: { from, to },
    }
    items.set(id, item)
    touch(item)
    return item
  }

  function occurrencesOf(item: Item): Occurrence[] {
    if (!item.series)
      return [{ item, index: null, time: item.time, isException: false, version: item.version }]
    const { series } = item
    return Array.from({ length: series.count }, (_, index): Occurrence[] => {
      const change = series.changes.get(index)
      if (change === 'gone') return []
      const regular = shifted(item.time, index * series.everyDays, series.zone ?? 'UTC')
      const time = change ?? regular
      return [
        {
          item,
          index,
          time,
          isException: change !== undefined,
          version: Math.max(item.version, item.changed.get(index) ?? 0),
        },
      ]
    }).flat()
  }

  return {
    items,
    version: () => version,
    nextId: () => `entry${String(++ids).padStart(6, '0')}`,
    insert,
    touch,
    /** Makes a single entry of a series. Call `touch` after. */
    single(item: Item): void {
      if (item.series) item.former = { count: item.series.count, version: version + 1 }
      Object.assign(item, { series: null, isAllDay: false })
    },
    occurrencesOf,
    /** Forgets everything, as in a new calendar. */
    wipe(): void {
      items.clear()
      version += 1
    },
    /** All that is there. */
    present: (): Item[] => [...items.values()].filter(({ isGone }) => !isGone),
    /** Tests go by the hands of the person. */
    hands: {
      add: (entry: NewItem): string => insert(`entry${String(++ids).padStart(6, '0')}`, entry).id,
      addSeries(entry: NewItem, series: Repetition): string {
        const id = `series${String(++ids).padStart(6, '0')}`
        insert(id, entry).series = { ...series, changes: new Map() }
        return id
      },
      move(id: string, time: Time): void {
        const item = find(id)
        item.time = time
        touch(item)
        item.own.timesChanged = String(item.version)
      },
      moveOccurrence(id: string, index: number, time: Time | 'gone'): void {
        const item = find(id)
        item.series?.changes.set(index, time)
        item.changed.set(index, ++version)
        onChange()
      },
      edit(id: string, change: Partial<Pick<Item, 'title' | 'shows' | 'answer' | 'isCancelled'>>): void {
        const item = find(id)
        Object.assign(item, change)
        touch(item)
      },
      remove(id: string): void {
        const item = find(id)
        item.isGone = true
        touch(item)
      },
      /** Makes a series of an entry. */
      repeat(id: string, series: Repetition): void {
        const item = find(id)
        item.series = { ...series, changes: new Map() }
        touch(item)
        item.own.timesChanged = String(item.version)
      },
      /** Makes an entry one of whole days. */
      fillDays(id: string, time: Time): void {
        const item = find(id)
        Object.assign(item, { time, isAllDay: true })
        touch(item)
      },
      /** A copy as a calendar application makes it: with its properties, under another id. */
      copy(id: string, time: Time): string {
        const { title, own } = find(id)
        return insert(`copy${String(++ids).padStart(6, '0')}`, {
          ...time,
          title,
          own: { ...own, transactionId: '' },
        }).id
      },
    },
  }
}

/** The length stays, over a change of the clock too. */
function shifted({ from, to }: Time, days: number, zone: string): Time {
  const wall = Temporal.Instant.fromEpochMilliseconds(+from).toZonedDateTimeISO(zone)
  const start = wall.add({ days }).epochMilliseconds
  return { from: new Date(start), to: new Date(start + +to - +from) }
}

export const overlaps = ({ from, to }: Time, window: Time): boolean => from < window.to && to > window.from
