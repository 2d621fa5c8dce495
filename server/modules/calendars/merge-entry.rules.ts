/** Decides what follows from the entry of a meeting in a BDM's calendar: a three-way comparison with the last common state. */
import { shortTime } from '#server/calendar/words.ts'

export interface Time {
  start: Date
  end: Date
}

/** An entry from its first start to its last end; null: there is none. `shape`: one that a meeting cannot have. */
export type EntryTime = (Time & { shape?: 'series' | 'days' }) | null

export interface MeetingFacts extends Time {
  status: string
  /** It is of the BDM whose calendar it is, and shown in this installation. */
  isHere: boolean
  sequence: number
}

export interface EntryFacts {
  now: Date
  meeting: MeetingFacts
  /** As the service has it now. */
  entry: EntryTime
  /** The state of the entry that is dealt with. */
  seen: Time | null
  /** When both sides last agreed; null: never. `sequence` null: only about the time, the entry is to be written once more. */
  wrote: { start: Date; sequence: number | null } | null
  /** A write whose result is not recorded. `time` null: a removal. */
  sent: { time: Time | null; sequence: number } | null
}

/** Why a change of the person is not applied to the meeting. */
export type RefusalReason = 'past' | 'begun' | 'series' | 'days' | 'both' | 'taken' | 'person'

/**
 * `sent`: the entry is as our unrecorded write left it. `agree`: both sides have the same time. `note`: the entry is dealt
 * with; the meeting stays as it is.
 */
export type Decision =
  | { do: 'nothing' | 'sent' | 'agree' | 'note' | 'cancel' }
  | { do: 'move'; start: Date }
  | { do: 'refuse'; reason: RefusalReason }

export function isSame(a: EntryTime, b: EntryTime): boolean {
  if (a === null || b === null) return a === b
  return a.start.getTime() === b.start.getTime() && a.end.getTime() === b.end.getTime()
}

const isAhead = ({ status, isHere }: MeetingFacts): boolean => isHere && status === 'booked'
const OVER = ['held', 'no_show']

export function decide(facts: EntryFacts): Decision {
  const { now, meeting, entry, seen, wrote, sent } = facts
  if (isSame(entry, seen)) return { do: 'nothing' }
  if (sent && isSame(entry, sent.time)) return { do: 'sent' }
  const { start, end } = meeting
  if (isAhead(meeting) && isSame(entry, { start, end })) return { do: 'agree' }
  const isOver = OVER.includes(meeting.status) || (meeting.end <= now && entry === null)
  // an entry that is there after our first write, whose result is not recorded, is what the person made of it
  const agreed = wrote ?? (entry && sent?.time) ?? null
  // one that was found, or imported from a mail, takes the meeting's time
  if (agreed === null || isOver) return { do: 'note' }
  const isMovedHere = !isAhead(meeting) || agreed.start.getTime() !== start.getTime()
  if (entry === null) {
    // the entry of a meeting that has begun is of no use any more
    if (!isAhead(meeting) || start <= now) return { do: 'note' }
    return isMovedHere ? { do: 'refuse', reason: 'both' } : { do: 'cancel' }
  }
  // only the length was changed, which is ours
  if (!entry.shape && isAhead(meeting) && entry.start.getTime() === start.getTime()) return { do: 'note' }
  if (isMovedHere) return { do: 'refuse', reason: 'both' }
  if (entry.shape) return { do: 'refuse', reason: entry.shape }
  if (start <= now) return { do: 'refuse', reason: 'begun' }
  return entry.start <= now ? { do: 'refuse', reason: 'past' } : { do: 'move', start: entry.start }
}

export interface WriteFacts {
  now: Date
  meeting: MeetingFacts
  /** The entry that is there; null: none. */
  seen: Time | null
  wrote: EntryFacts['wrote']
}

/** `forget`: there is no entry, and none is needed. */
export type Write = 'none' | 'put' | 'remove' | 'forget'

/** What the calendar lacks, once the person's own changes are dealt with. */
export function writeOf({ now, meeting, seen, wrote }: WriteFacts): Write {
  const { start, end, sequence } = meeting
  if (isAhead(meeting) && end > now) {
    if (seen === null) return start > now ? 'put' : 'none'
    return wrote?.sequence === sequence && isSame(seen, { start, end }) ? 'none' : 'put'
  }
  const staysAsRecord = meeting.isHere && ['booked', ...OVER].includes(meeting.status)
  if (staysAsRecord) return 'none'
  return seen === null ? 'forget' : 'remove'
}

const DAY_LIKE_MS = 20 * 3_600_000

/** The time of an entry of a meeting. @param spans as the service has it */
export function timeOfEntry(spans: readonly { from: Date; to: Date }[]): EntryTime {
  const [first, second] = spans
  if (!first) return null
  const { from: start, to: end } = first
  if (second) return { start, end: spans.at(-1)?.to ?? end, shape: 'series' }
  return end.getTime() - start.getTime() >= DAY_LIKE_MS ? { start, end, shape: 'days' } : { start, end }
}

/** What the person did, before and after the words 'in their own calendar'. */
const words: Record<RefusalReason, (to: string) => [did: string, how: string]> = {
  past: (to) => ['moved this meeting', ` to ${to}, which has passed`],
  begun: (to) => ['moved this meeting', ` to ${to} after it had begun`],
  series: () => ['made this meeting a repeated entry', ''],
  days: () => ['made this meeting an entry of whole days', ''],
  both: (to) =>
    to === ''
      ? ['deleted this meeting', ' after it was changed in Brokerline']
      : ['moved this meeting', ` to ${to} after it was changed in Brokerline`],
  taken: (to) => [
    'moved this meeting',
    ` to ${to}, when they have another meeting or hold the time for a caller`,
  ],
  person: (to) => ['moved this meeting', ` to ${to}, when the broker has another meeting`],
}

/** The sentences for staff about a change that was not applied. */
export function refusalText(
  reason: RefusalReason,
  { bdmName, entry, meeting, now }: { bdmName: string; entry: EntryTime; meeting: MeetingFacts; now: Date },
): string {
  const [did, how] = words[reason](entry ? shortTime(entry.start, now) : '')
  const stays = isAhead(meeting)
    ? `The meeting stays on ${shortTime(meeting.start, now)}.`
    : 'It stays as it is in Brokerline.'
  return `${bdmName} ${did} in their own calendar${how}. ${stays}`
}
