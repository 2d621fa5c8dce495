import type { Endpoint } from '#contract/endpoint.ts'
import { endpoints } from '#server/endpoints.ts'
import { bodies } from '../surface/endpoint-bodies.ts'

const MEGABYTE = 1024 * 1024
/** Below the size limit of a body. */
const LONGEST = MEGABYTE - 1024

export const nested = (depth: number, open = '[', close = ']'): string =>
  open.repeat(depth) + close.repeat(depth)

/** A JSON text of almost 1 MB. @param part by its number, which makes it unlike the others */
function filled(open: string, part: (n: number) => string, close: string): string {
  const parts: string[] = []
  for (let length = 0, n = 0; length < LONGEST - 100; n++) {
    const next = part(n)
    parts.push(next)
    length += next.length + 1
  }
  return open + parts.join(',') + close
}

export interface HostileJson {
  name: string
  text: string
}

const WIDE: readonly HostileJson[] = [
  { name: '100,000 elements', text: `[${'0,'.repeat(99_999)}0]` },
  { name: '100,000 empty objects', text: `[${'{},'.repeat(99_999)}{}]` },
  { name: '1 MB of keys', text: filled('{', (n) => `"k${n}":0`, '}') },
  { name: '1 MB of keys for the prototype', text: filled('{', () => '"__proto__":{}', '}') },
  { name: '1 MB of brackets', text: nested(LONGEST / 2) },
  { name: '1 MB without an end', text: '[{"a":'.repeat(LONGEST / 6) },
]

const DEEP: readonly HostileJson[] = [65, 200, 1000, 10_000, 100_000].flatMap((depth) => [
  { name: `arrays ${depth} deep`, text: nested(depth) },
  { name: `objects ${depth} deep`, text: `${'{"a":'.repeat(depth)}0${'}'.repeat(depth)}` },
])

/** JSON that no endpoint takes, as a body of its own. */
export const HOSTILE_JSON: readonly HostileJson[] = [...DEEP, ...WIDE].filter(
  ({ text }) => text.length <= LONGEST,
)

/** Endpoints whose body is parsed as JSON. */
export const jsonEndpoints: readonly Endpoint[] = endpoints.filter(
  ({ method, multipart, raw, body }) =>
    method !== 'GET' && !multipart && !raw && body.def.type !== 'undefined',
)

/** A valid body of the endpoint in which each field in turn has the value. */
export function inEachField(endpoint: Endpoint, value: string): string[] {
  const valid = bodies.get(endpoint) ?? {}
  return Object.keys(valid).map((field) => {
    const others = Object.entries(valid).filter(([key]) => key !== field)
    return `{${[...others.map(([key, known]) => `${JSON.stringify(key)}:${JSON.stringify(known)}`), `${JSON.stringify(field)}:${value}`].join(',')}}`
  })
}
