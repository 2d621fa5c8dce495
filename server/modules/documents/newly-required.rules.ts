// Decides from which day a document type counts, and when brokers are notified of one that will count.

import { addDays, daysBetween } from '#contract/calendar.ts'

/**
 * Days before it counts at which accredited brokers without it are notified, once each; the first mail is sent
 * immediately.
 */
export const NOTICE_DAYS = [30, 14, 3] as const
/** Default notice for brokers. */
export const DEFAULT_NOTICE_DAYS = 30

export const PAST_DAY = 'Choose today or a later day'

export interface Requirable {
  required: boolean
  retiredAt: Date | null
  /** YYYY-MM-DD; null: immediately. */
  requiredFrom: string | null
}

/** Whether no broker is accredited without it on this day in Sydney. */
export function isRequiredOn({ required, retiredAt, requiredFrom }: Requirable, today: string): boolean {
  return required && retiredAt === null && (requiredFrom === null || requiredFrom <= today)
}

/** Whether brokers need it, now or from a later day on. */
const isWanted = ({ required, retiredAt }: Requirable): boolean => required && retiredAt === null

export interface Wish {
  /** null: a new type. */
  before: Requirable | null
  after: Omit<Requirable, 'requiredFrom'>
  /** undefined: not given. */
  given: string | null | undefined
  /** Accredited brokers who lack it. */
  concerned: number
  today: string
}

/** The day from which a type counts. By default, no broker loses an accreditation without notice. */
export function requiredFromOf(
  wish: Wish,
): { ok: true; day: string | null } | { ok: false; message: string } {
  const { before, after, given, concerned, today } = wish
  if (!after.required) return { ok: true, day: null }
  const kept = before?.requiredFrom ?? null
  if (given !== undefined && given !== null && given < today && given !== kept)
    return { ok: false, message: PAST_DAY }
  if (given !== undefined) return { ok: true, day: given }
  const isNew = isWanted({ ...after, requiredFrom: null }) && !(before && isWanted(before))
  return { ok: true, day: isNew ? (concerned > 0 ? addDays(today, DEFAULT_NOTICE_DAYS) : null) : kept }
}

/** Which of the notices before that day is due on this one; the latest where several were missed. */
export function dueRequirementNotice(requiredFrom: string, today: string): number | null {
  const daysLeft = daysBetween(today, requiredFrom)
  if (daysLeft <= 0) return null
  return NOTICE_DAYS.toReversed().find((days) => daysLeft <= days) ?? null
}
