import { ABSENT } from '#web/lib/format.ts'

/** 'callBasis' reads 'Call basis', 'e164' stays a word. */
function labelOf(path: readonly string[]): string {
  const words = path
    .join(' ')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll('_', ' ')
    .toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

function textOf(value: unknown): string {
  if (value === null || value === undefined || value === '') return ABSENT
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(textOf).join('; ')
  if (typeof value === 'object') {
    return Object.entries(value)
      .map(([name, each]) => `${labelOf([name]).toLowerCase()} ${textOf(each)}`)
      .join(', ')
  }
  return String(value)
}

/** The facts behind a decision as labels and values; nested objects become rows of their own. */
export function factRows(facts: Readonly<Record<string, unknown>>): { label: string; value: string }[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (value === null || typeof value !== 'object' || Array.isArray(value)) {
      return [{ label: labelOf([name]), value: textOf(value) }]
    }
    return Object.entries(value).map(([part, each]) => ({
      label: labelOf([name, part]),
      value: textOf(each),
    }))
  })
}
