// Decides which archives are kept: all of the last day, the newest of each of the last days, and of each of the last weeks.

import { sydneyDate, weekOf } from '#server/calendar/days.ts'
import { archiveTime } from './archive-format.rules.ts'

/** A person may make several in a day, e.g. before and after an update. */
const KEPT_MS = 24 * 3_600_000

/**
 * @param names archives in the store; others are never removed
 * @param keep numbers of days and weeks that have an archive; the newest archive is always kept
 * @returns the names of archives to remove
 */
export function archivesToRemove(
  names: readonly string[],
  keep: { daily: number; weekly: number },
  now: Date,
): string[] {
  const archives = names
    .flatMap((name) => {
      const at = archiveTime(name)
      return at ? [{ name, at }] : []
    })
    .sort((a, b) => b.at.getTime() - a.at.getTime() || (a.name < b.name ? 1 : -1))
  const newestOf = (period: (at: Date) => string): string[] => [
    ...new Map(archives.toReversed().map(({ name, at }) => [period(at), name])).values(),
  ]
  const kept = new Set([
    ...archives
      .filter(({ at }, index) => index === 0 || now.getTime() - at.getTime() < KEPT_MS)
      .map(({ name }) => name),
    ...newestOf(sydneyDate).reverse().slice(0, keep.daily),
    ...newestOf(weekNamed).reverse().slice(0, keep.weekly),
  ])
  return archives.map(({ name }) => name).filter((name) => !kept.has(name))
}

const weekNamed = (at: Date): string => weekOf(at.getTime()).from.toISOString()
