/** The steps of booking a meeting, and how the browser's history keeps them. */
import { type Day, isDay } from '#contract/calendar.ts'

export const steps = ['date', 'time', 'details', 'done'] as const
export type Step = (typeof steps)[number]
export interface ShownStep {
  /** Of the steps that it covers, the last one. */
  last: Step
  name: string
}

const afterTime = [
  { last: 'details', name: 'Details' },
  { last: 'done', name: 'Done' },
] as const
/** A wide screen shows calendar and times together. */
export const shownSteps: Readonly<Record<'narrow' | 'wide', readonly ShownStep[]>> = {
  narrow: [{ last: 'date', name: 'Date' }, { last: 'time', name: 'Time' }, ...afterTime],
  wide: [{ last: 'time', name: 'Date and time' }, ...afterTime],
}

export interface Entry {
  step: Step
  /** Number of this page's earlier history entries, which Cancel skips. */
  depth: number
  /** The chosen day and time; restored after a reload. */
  date: Day | null
  start: string | null
}

export const FIRST: Entry = { step: 'date', depth: 0, date: null, start: null }

/** The entry in a history state; the first one where it has none of ours. */
export function entryOf(state: unknown): Entry {
  const kept = typeof state === 'object' && state !== null && 'booking' in state ? state.booking : null
  if (typeof kept !== 'object' || kept === null) return FIRST
  const { step, depth, date, start } = kept as Partial<Record<keyof Entry, unknown>> // checked below
  const known = steps.find((each) => each === step)
  if (!known) return FIRST
  return {
    step: known,
    depth: typeof depth === 'number' && depth >= 0 ? depth : 0,
    date: typeof date === 'string' && isDay(date) ? date : null,
    start: typeof start === 'string' && !Number.isNaN(Date.parse(start)) ? start : null,
  }
}

/** The step that can be shown: an earlier one where its choice is missing. */
export function shownStep(step: Step, { hasSlot, isBooked }: { hasSlot: boolean; isBooked: boolean }): Step {
  if (step === 'done') return isBooked ? 'done' : 'date'
  if (step === 'details') return hasSlot ? 'details' : 'time'
  return step
}
