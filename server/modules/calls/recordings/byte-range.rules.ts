// Decides which part of a file a Range header requests (RFC 9110, section 14).

export type RangeAnswer =
  | { kind: 'whole' }
  /** Both ends inclusive. */
  | { kind: 'part'; start: number; end: number }
  | { kind: 'unsatisfiable' }

/** Serves a single byte range; several ranges, or anything else, get the whole file. */
export function rangeOf(header: string | undefined, size: number): RangeAnswer {
  const match = /^bytes=\s*(\d*)-(\d*)$/.exec(header?.trim() ?? '')
  const [, from = '', to = ''] = match ?? []
  if (!match || (from === '' && to === '')) return { kind: 'whole' }
  if (from === '') {
    const length = Math.min(Number(to), size)
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', start: size - length, end: size - 1 }
  }
  const start = Number(from)
  const end = to === '' ? size - 1 : Math.min(Number(to), size - 1)
  // an end before the start makes the range invalid
  if (to !== '' && Number(to) < start) return { kind: 'whole' }
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'part', start, end }
}
