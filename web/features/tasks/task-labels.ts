import { taskTerms } from '#contract/tasks/task-kinds.ts'
import type { Task } from '#contract/tasks/tasks.ts'
import { formatPhone } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { settingsPart } from '#web/routes/paths.ts'
import type { Tone } from '#web/ui/tone.ts'

/** The name or number of the person that a task is about. */
export const whoOf = ({ name, phone }: Pick<Task, 'name' | 'phone'>): string =>
  name ?? (phone ? formatPhone(phone) : 'Unknown caller')

/** A person has to be called, and there is a number. */
export const toRing = ({ kind, phone }: Pick<Task, 'kind' | 'phone'>): boolean =>
  taskTerms[kind].ring === true && phone !== null

/** Open, and its time has passed. */
export const isOverdue = ({ state, dueAt }: Pick<Task, 'state' | 'dueAt'>, now: number): boolean =>
  state === 'open' && Date.parse(dueAt) < now

export const isSnoozed = ({ state, snoozedUntil }: Task, now: number): boolean =>
  state === 'open' && snoozedUntil !== null && Date.parse(snoozedUntil) > now

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

function spanText(ms: number): string {
  const [size, unit] = ms < HOUR ? [MINUTE, 'minute'] : ms < DAY ? [HOUR, 'hour'] : [DAY, 'day']
  const count = Math.floor(ms / size)
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** 'in 3 hours', '2 days late'. @param now the reading of the clock that the task is due by */
export function dueText(dueAt: string, now: number): string {
  const ahead = Date.parse(dueAt) - now
  if (ahead <= -MINUTE) return `${spanText(-ahead)} late`
  return ahead < MINUTE ? 'now' : `in ${spanText(ahead)}`
}

/** @param due the reading of the clock that the task is due by, in milliseconds */
export function stateLook(
  task: Task,
  { now, due }: { now: number; due: number },
): { tone: Tone; label: string } {
  if (task.state === 'done') return { tone: 'green', label: 'Done' }
  if (task.state === 'ended') return { tone: 'grey', label: 'Closed automatically' }
  if (isSnoozed(task, now)) return { tone: 'blue', label: 'Snoozed' }
  return isOverdue(task, due) ? { tone: 'amber', label: 'Overdue' } : { tone: 'grey', label: 'Open' }
}

/** Matters without a record of their own. */
const screens: Partial<Record<Task['kind'], { to: string; label: string }>> = {
  register_not_fetched: { to: '/surveillance', label: 'Open the registers' },
  feed_not_read: { to: '/surveillance', label: 'Open the feeds' },
  calendar_not_read: { to: '/bookings?tab=bdms', label: 'Open the BDMs' },
  papers_missing: { to: settingsPart.organisation, label: 'Open the organisation' },
}

/** Where the matter is dealt with, and the words on its link. */
export function matterOf(task: Task): { to: string; label: string } | null {
  const { kind, subject, broker } = task
  if (kind === 'compliance_review' && broker) {
    return { to: `/surveillance?broker=${broker.id}`, label: 'Review what was found' }
  }
  if (kind === 'requested_call' && broker)
    return { to: `${pathTo.broker(broker.id)}?tab=calls`, label: 'Move or cancel the call' }
  if (kind === 'score_appeal' && broker) return { to: `/scoring?show=appeals`, label: 'Answer the appeal' }
  if (kind === 'call_report' && task.phone)
    return { to: `/brokers?q=${encodeURIComponent(task.phone)}`, label: 'Look the number up' }
  const screen = screens[kind]
  if (screen) return screen
  switch (subject?.type) {
    case 'booking':
      return { to: pathTo.booking(subject.id), label: 'Open the meeting' }
    case 'application':
      return { to: pathTo.application(subject.id), label: 'Review the application' }
    case 'document':
      return { to: pathTo.document(subject.id), label: 'Review the document' }
    case 'register':
      return { to: '/surveillance', label: 'Open the registers' }
    case 'import':
      return { to: `/brokers/import?import=${subject.id}`, label: 'Open the import' }
    case 'contest':
      return { to: pathTo.contest(subject.id), label: 'Answer the contest' }
    case 'complaint':
      return { to: pathTo.complaint(subject.id), label: 'Answer the complaint' }
    case 'call':
      return kind === 'meeting_wanted'
        ? { to: broker ? `/booking?broker=${broker.id}` : '/booking', label: 'Book a meeting' }
        : { to: pathTo.call(subject.id), label: 'Open the call' }
    default:
      return null
  }
}
