// Decides which part of a file a Range header asks for (RFC 9110, section 14).

export type RangeAnswer =
  | { kind: 'whole' }
  /** Both ends inclusive. */
  | { kind: 'part'; start: number; end: number }
  | { kind: 'unsatisfiable' }

/** One range of bytes is served; several at once, and what is no range of bytes, give the whole. */
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
  // an end before the start is no range at all
  if (to !== '' && Number(to) < start) return { kind: 'whole' }
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'part', start, end }
}
