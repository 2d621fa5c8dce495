/**
 * Forecasts when a campaign finishes. The model: dials start at a steady rate (lines over the mean length of a call,
 * at most the provider's pace), only in open calling windows, once per broker; then the share that was not reached
 * is dialled in a second and a third round, each on a later day. Pauses, edits and other campaigns are ignored.
 */

import { addDays } from '#contract/calendar.ts'
import type { Place } from '#server/calendar/places.ts'
import { localDate } from '#server/calendar/places.ts'
import type { CallingWindow } from './calling-window.rules.ts'

export interface Group {
  place: Place
  brokers: number
}

export interface Pace {
  /** Dials per second of the clock that calling hours are judged by. */
  dialsPerSecond: number
  /** The share of dials that are retried, 0 to 1. */
  retried: number
}

const DAYS_AHEAD = 400

/** When the campaign finishes; null without brokers to call, or without an end within DAYS_AHEAD. */
export function finishesAt(
  groups: readonly Group[],
  window: CallingWindow,
  { dialsPerSecond, retried }: Pace,
  now: Date,
): Date | null {
  let end: Date | null = roundEnd(groups, window, dialsPerSecond, now)
  let share = retried
  for (let round = 2; round <= 3 && end; round++, share *= retried) {
    const retries = groups.map(({ place, brokers }) => ({ place, brokers: Math.round(brokers * share) }))
    if (retries.every(({ brokers }) => brokers === 0)) break
    end = roundEnd(retries, window, dialsPerSecond, retryStart(retries, window, end))
  }
  return end
}

/** The earliest retry of any group after a dial at `last`. */
function retryStart(groups: readonly Group[], window: CallingWindow, last: Date): Date {
  const starts = groups
    .filter(({ brokers }) => brokers > 0)
    .map(({ place }) => window.nextRetry(last, last, place)?.getTime() ?? last.getTime())
  return new Date(Math.min(...starts))
}

/** Simulates one round day by day; groups whose window closes first are dialled first. */
function roundEnd(groups: readonly Group[], window: CallingWindow, rate: number, from: Date): Date | null {
  const left = groups.filter(({ brokers }) => brokers > 0).map((group) => ({ ...group }))
  if (left.length === 0) return null
  let at = from.getTime()
  for (let day = 0; day < DAYS_AHEAD && left.some(({ brokers }) => brokers > 0); day++) {
    const spans = left
      .filter(({ brokers }) => brokers > 0)
      .flatMap((group) =>
        window
          .day(group.place, addDays(localDate(from.getTime(), group.place), day))
          .map((span) => ({ group, span })),
      )
      .sort((a, b) => a.span[1] - b.span[1])
    for (const { group, span } of spans) {
      const start = Math.max(at, span[0])
      const room = Math.floor(((span[1] - start) / 1000) * rate)
      const dialled = Math.min(group.brokers, Math.max(0, room))
      if (dialled === 0) continue
      group.brokers -= dialled
      at = start + (dialled / rate) * 1000
    }
  }
  return left.some(({ brokers }) => brokers > 0) ? null : new Date(Math.round(at))
}
