/** Decides the one form of a JSON value that is hashed: RFC 8785, with keys in the order of their UTF-16 units. */

export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  const fields: Readonly<Record<string, unknown>> = { ...value }
  const written = Object.keys(fields)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(fields[key])}`)
  return `{${written.join(',')}}`
}
