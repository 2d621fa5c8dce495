import type { Fault } from './faults.ts'

export interface Planted extends Fault {
  /** Of all faults of a run. */
  id: number
}

interface Place {
  start: number
  end: number
  faults: Planted[]
  inner: Place[]
}

/**
 * Each place checks whether its fault is active; the function is on the first line, so that lines keep their numbers.
 */
const ASK = 'const __fault = (id) => globalThis.__faults?.(id) ?? false; '

/** A file with all its faults in it, each behind a question, so that it is transformed once for all of them. */
export function plant(source: string, faults: readonly Planted[]): string {
  const root: Place = { start: 0, end: source.length, faults: [], inner: [] }
  const places = [...Map.groupBy(faults, ({ start, end }) => `${start} ${end}`).values()]
    .map((same): Place => ({ start: same[0]?.start ?? 0, end: same[0]?.end ?? 0, faults: same, inner: [] }))
    .sort((a, b) => a.start - b.start || b.end - a.end)
  for (const place of places) innermost(root, place).inner.push(place)
  return ASK + written(source, root)
}

function innermost(outer: Place, place: Place): Place {
  const next = outer.inner.find(({ start, end }) => start <= place.start && place.end <= end)
  return next ? innermost(next, place) : outer
}

function written(source: string, place: Place, outer: Place | null = null): string {
  let text = ''
  let at = place.start
  for (const inner of place.inner) {
    text += source.slice(at, inner.start) + written(source, inner, place)
    at = inner.end
  }
  text += source.slice(at, place.end)
  const [first] = place.faults
  if (!first) return text
  const choices = place.faults.map((fault) => `__fault(${fault.id}) ? (${fault.text}) : `).join('')
  // without semicolons a line that begins with a bracket would belong to the one before
  const begins = first.startsStatement && !(outer?.faults.length && outer.start === place.start)
  return `${begins ? ';' : ''}(${choices}(${text}))`
}
