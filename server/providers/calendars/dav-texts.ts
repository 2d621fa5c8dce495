/** An answer of a CalDAV server as tsdav reads it: texts, numbers and elements with or without CDATA. */
export interface DavTexts {
  href?: string | undefined
  props?: Record<string, unknown> | undefined
}

/** The text of a property; null: there is none. */
export function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value
  // a text that looks like a number is read as one
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value !== 'object' || value === null) return null
  if ('_cdata' in value) return textOf(value._cdata)
  return '_text' in value ? textOf(value._text) : null
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

/** The elements of a name within a property, one or many. */
export function elementsOf(value: unknown, name: string): Record<string, unknown>[] {
  const inside = isRecord(value) ? value[name] : undefined
  return (Array.isArray(inside) ? inside : [inside]).filter(isRecord)
}

/** The names of the elements in a property. */
export const namesIn = (value: unknown): string[] => (isRecord(value) ? Object.keys(value) : [])
