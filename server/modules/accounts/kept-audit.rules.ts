// Decides how a row of the audit log reads after its period: action, time and record, no names.
import { IDENTIFYING } from './erase-from-audit.rules.ts'

export interface DetailedRow {
  id: number
  actor: string
  actorId: number | null
  subjectType: string
  before: unknown
  after: unknown
}

export const REMOVED_NAME = 'Name removed'
const REMOVED = '[removed]'

/** Subjects whose names are names of people. */
const PEOPLE = new Set([
  ...['user', 'broker', 'application', 'booking', 'bdm', 'call', 'message', 'document', 'registration'],
  ...['suppression', 'accreditation'],
])

const ADDRESS = /[^\s@<>"',;]+@[^\s@<>"',;]+/g
/** +61 491 570 156, (02) 5550 1234, 0491570156. Times and ids have no such beginning. */
const NUMBER = /(?<![\w.:-])(?:\+\d|\(?0\d\)?)[\d ]{7,13}\d(?![\w:-])/g

/** A row without names, addresses and numbers; jobs and visitors have none, and stay. */
export function withoutDetails({ id, actor, actorId, subjectType, before, after }: DetailedRow) {
  const person = actorId !== null || actor.includes('@')
  const about = PEOPLE.has(subjectType)
  return {
    id,
    actor: person ? REMOVED_NAME : actor,
    before: cleaned(before, about),
    after: cleaned(after, about),
  }
}

function cleaned(value: unknown, about: boolean): unknown {
  if (typeof value === 'string') return value.replaceAll(ADDRESS, REMOVED).replaceAll(NUMBER, REMOVED)
  if (Array.isArray(value)) return value.map((part) => cleaned(part, about))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !(about && IDENTIFYING.has(key)))
      .map(([key, part]) => [key, cleaned(part, about)]),
  )
}
