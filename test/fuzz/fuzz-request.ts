import { bodies } from '../surface/endpoint-bodies.ts'
import { type Choices, choicesOf } from './choices.ts'
import type { DescribedEndpoint } from './description.ts'
import { hostileCursors, hostileTexts, hostileTokens } from './hostile-values.ts'
import { type KnownIds, resourceOf } from './known-ids.ts'
import { hostile, type Mode, type ValueMaker, valueFor } from './schema-values.ts'
import { uploadOf } from './upload-forms.ts'

export const senders = ['visitor', 'broker', 'viewer', 'lender', 'compliance', 'admin'] as const
export type Sender = (typeof senders)[number]

/** A complete request, except for its sender's credentials. */
export interface FuzzRequest {
  number: number
  described: DescribedEndpoint
  sender: Sender
  /** Path and query. */
  url: string
  headers: Record<string, string>
  body: Buffer | null
}

export interface RequestSource {
  described: readonly DescribedEndpoint[]
  ids: KnownIds
  seed: number
}

const MIXED = 2_654_435_761

/** The request of this number: the same seed, number and collected ids give the same one. */
export function makeRequest({ described, ids, seed }: RequestSource, number: number): FuzzRequest {
  const choices = choicesOf((Math.imul(number + 1, MIXED) ^ seed) | 0)
  const one = pickEndpoint(choices, described)
  const maker: ValueMaker = { choices, ids }
  const mode = choices.pick<Mode>(['fit', 'fit', 'fit', 'edge', 'hostile'])
  const { method } = one.endpoint
  const content = method === 'GET' ? null : contentOf(maker, one, mode)
  return {
    number,
    described: one,
    sender: pickSender(choices, one),
    url: pathOf(maker, one) + queryOf(maker, one, mode),
    headers: { ...content?.headers, ...oddHeaders(choices) },
    body: content?.body ?? null,
  }
}

/** Hashing a password takes longer than a hundred other requests. */
const SLOW = /login|password|two-factor|register|\/verify/

function pickEndpoint(choices: Choices, described: readonly DescribedEndpoint[]): DescribedEndpoint {
  const one = choices.pick(described)
  const isSlow = one.endpoint.method !== 'GET' && SLOW.test(one.endpoint.path)
  // one more throw: half as often, and a stream costs a connection
  const again = isSlow ? 0.8 : one.endpoint.kind === 'stream' ? 0.9 : 0
  return choices.chance(again) ? choices.pick(described) : one
}

/** Mostly somebody who may: everything else ends at the gate. */
function pickSender(choices: Choices, { endpoint: { access } }: DescribedEndpoint): Sender {
  if (choices.chance(0.3)) return choices.pick(senders)
  if (access === 'public') return choices.pick(['visitor', 'visitor', 'admin', 'broker'])
  return access === 'broker' ? 'broker' : choices.pick(['admin', 'admin', 'lender', 'compliance'])
}

/** Parts of a path other than ids. */
const usualInPath: Record<string, readonly string[]> = {
  month: ['2026-10', '2026-09', '2024-07', '2026-11'],
  number: ['384704', '488700', '384704'],
}

function pathOf(maker: ValueMaker, { endpoint, params }: DescribedEndpoint): string {
  const { choices, ids } = maker
  const parts = endpoint.path.split('/')
  return parts
    .map((part, at) => {
      if (!part.startsWith(':')) return part
      const name = part.slice(1)
      const schema = params.properties?.[name] ?? {}
      if (choices.chance(0.12)) return odd(choices)
      if (schema.enum) return encodeURIComponent(String(choices.pick(schema.enum)))
      const resource = resourceAt(parts, at)
      const usual = usualInPath[name]
      const known = usual ? choices.pick(usual) : ids.one(resource, choices)
      if (known !== null && choices.chance(0.9)) return encodeURIComponent(String(known).toWellFormed())
      return String(choices.pick([1, 2, 3, 2_000_000_000, 2_147_483_647, 2_147_483_648, 0, -1]))
    })
    .join('/')
}

/**
 * The resource of a part of a path: `:id` after `brokers` is a broker, `:token` after `manage` a link to manage a
 * booking.
 */
export function resourceAt(parts: readonly string[], at: number): string {
  const name = (parts[at] ?? '').slice(1)
  if (name === 'id') return resourceOf(parts.slice(0, at).join('/'))
  if (name !== 'token') return name.replace(/Id$/, '')
  return parts[at - 1] === 'resume'
    ? 'draft'
    : (parts[at - 1] ?? '').replace(/s$/, '').replace(/^statu$/, 'status')
}

function odd(choices: Choices): string {
  const token = choices.pick(hostileTokens)
  if (choices.chance(0.7))
    return [...token]
      .map((letter) => (/[\x21-\x7e]/.test(letter) ? letter : encodeURIComponent(letter)))
      .join('')
  return encodeURIComponent(text(hostile(choices)) || ' ')
}

const text = (value: unknown): string =>
  (typeof value === 'object' ? JSON.stringify(value) : String(value)).slice(0, 3_000).toWellFormed()

/** After the day at which the grown world's clock is stopped. */
const PERIOD = { from: '2026-11-25', to: '2026-12-04' }

function queryOf(maker: ValueMaker, { query }: DescribedEndpoint, mode: Mode): string {
  const { choices } = maker
  const asked = query.properties ?? {}
  const search: string[] = []
  // two random days hardly ever make a valid period
  if ('from' in asked && 'to' in asked && choices.chance(0.3)) return `?from=${PERIOD.from}&to=${PERIOD.to}`
  for (const [name, schema] of Object.entries(asked)) {
    if (choices.chance(0.6)) continue
    const value = oddQuery(choices, name) ?? valueFor(maker, schema, name, choices.chance(0.7) ? 'fit' : mode)
    search.push(`${name}=${encodeURIComponent(text(value))}`)
    if (choices.chance(0.03)) search.push(`${name}=${encodeURIComponent(text(hostile(choices)))}`)
  }
  if (choices.chance(0.05))
    search.push(choices.pick(['=', '&&', '%', 'a=%zz', '__proto__=1', 'limit[]=1', `x=${'y'.repeat(5_000)}`]))
  return search.length > 0 ? `?${search.join('&')}` : ''
}

/** Searches and pages take any text: they get every kind of it. */
function oddQuery(choices: Choices, name: string): string | undefined {
  if (name === 'q' && choices.chance(0.8)) return choices.pick(hostileTexts)
  if (name === 'limit' && choices.chance(0.7)) return choices.pick(['1', '2', '5', '5', '1000', '1001', '0'])
  if (name !== 'cursor' || choices.chance(0.1)) return undefined
  return Buffer.from(JSON.stringify(choices.pick(hostileCursors))).toString('base64url')
}

interface Content {
  headers: Record<string, string>
  body: Buffer | null
}

function contentOf(maker: ValueMaker, one: DescribedEndpoint, mode: Mode): Content | null {
  const { choices } = maker
  if (one.endpoint.multipart && choices.chance(0.9)) return uploadOf(maker, one.form ?? {}, mode)
  if (!one.body && choices.chance(0.8)) return null
  const body = json(maker, one, mode)
  if (choices.chance(0.05)) {
    const broken = choices.pick([
      '{',
      '{"a":',
      '[1,',
      '{"a":1}}',
      '\u0000',
      '"\ud800"',
      '{"__proto__":{"a":1}}',
      '',
      'null',
      '[]',
      '0',
    ])
    return typed('application/json', broken)
  }
  if (choices.chance(0.04)) {
    const types = [
      'text/plain',
      'application/xml',
      'application/x-www-form-urlencoded',
      'a',
      'application/json; charset=utf-16',
      'multipart/form-data',
    ]
    return typed(choices.pick(types), body)
  }
  return typed(
    'application/json',
    choices.chance(0.002) ? `${body.slice(0, -1)},"x":"${'x'.repeat(1_100_000)}"}` : body,
  )
}

const typed = (type: string, body: string): Content => ({
  headers: { 'content-type': type },
  body: Buffer.from(body),
})

function json(maker: ValueMaker, { endpoint, body: schema }: DescribedEndpoint, mode: Mode): string {
  const { choices, ids } = maker
  const branch = schema?.anyOf ?? schema?.oneOf
  const shape = (branch ? choices.pick(branch) : schema) ?? {}
  const known = Object.entries(bodies.get(endpoint) ?? {})
  const made = (valueFor(maker, { type: 'object', ...shape }, '', 'fit') ?? {}) as Record<string, unknown> // of type object
  // valid values reach the deepest code
  if (!branch && choices.chance(0.6)) {
    for (const [name, value] of known)
      made[name] = name.endsWith('Id') ? (ids.one(name.slice(0, -2), choices) ?? value) : value
    if (endpoint.path === '/api/microsites' || 'email' in made) spread(choices, made)
  }
  const names = Object.keys(shape.properties ?? {})
  const changed = mode === 'fit' || names.length === 0 ? 0 : 1 + choices.below(2)
  for (let count = 0; count < changed; count++) {
    const name = choices.pick(names)
    made[name] = valueFor(maker, shape.properties?.[name] ?? {}, name, mode)
  }
  if (choices.chance(0.05)) delete made[choices.pick([...names, 'none'])]
  if (choices.chance(0.05))
    made[choices.pick(['extra', 'id', '__proto__', 'constructor', 'createdAt', 'role'])] = hostile(choices)
  return JSON.stringify(choices.chance(0.02) ? hostile(choices) : made) ?? ''
}

/** Values that must differ from row to row. */
function spread(choices: Choices, made: Record<string, unknown>): void {
  const one = choices.below(10_000)
  if (typeof made.slug === 'string') made.slug = `site-${one}`
  if (typeof made.email === 'string') made.email = `person.${one}@example.com`
}

function oddHeaders(choices: Choices): Record<string, string> {
  if (choices.chance(0.9)) return {}
  return choices.pick<Record<string, string>>([
    { 'idempotency-key': choices.pick(['a', 'b', 'c', 'k'.repeat(255), 'k'.repeat(256), '\u00e9', ' ']) },
    { accept: 'text/html' },
    { 'accept-encoding': choices.pick(['br', 'gzip', 'identity;q=0', 'zstd', '*;q=0']) },
    { range: choices.pick(['bytes=0-0', 'bytes=5-1', 'bytes=-1', 'bytes=99999999-', 'bytes=a', 'lines=1']) },
    { 'if-none-match': '*' },
    { origin: choices.pick(['http://evil.example', 'null', 'http://localhost:3000']) },
    { 'x-forwarded-for': '\u00e9, 1.2.3.4' },
    { authorization: choices.pick(['Bearer', 'Bearer x', 'Basic eDp5', 'Bearer \u00ff']) },
    { cookie: choices.pick(['brokerline.session_token=%', 'a=b; ;;=', 'brokerline.session_token=x.y']) },
    { 'user-agent': choices.pick(['', '\u00ff', 'a'.repeat(2_000)]) },
    { referer: 'not a url' },
  ])
}
