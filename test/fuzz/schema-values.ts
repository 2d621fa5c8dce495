import type { Choices } from './choices.ts'
import {
  hostileDates,
  hostileNumbers,
  hostileNumberTexts,
  hostileTexts,
  hostileTypes,
} from './hostile-values.ts'
import type { KnownIds } from './known-ids.ts'

/** The schema of a value in an API description; JSON Schema as far as it is used there. */
export interface ValueSchema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  format?: string
  minLength?: number
  maxLength?: number
  minimum?: number
  maximum?: number
  minItems?: number
  maxItems?: number
  items?: ValueSchema | false
  prefixItems?: ValueSchema[]
  properties?: Record<string, ValueSchema>
  required?: string[]
  anyOf?: ValueSchema[]
  oneOf?: ValueSchema[]
}

/** `fit`: valid for the schema; `edge`: at its limits and just beyond; `hostile`: anything. */
export type Mode = 'fit' | 'edge' | 'hostile'

export interface ValueMaker {
  choices: Choices
  ids: KnownIds
}

/** Valid values by field name, for checks that the description cannot express. */
const usual: Record<string, readonly unknown[]> = {
  email: ['mei.chen@example.com', 'wei.li@example.com', 'nia.lowe@example.com', 'A.B@EXAMPLE.com'],
  phone: ['0491 570 156', '0491 570 157', '(02) 5550 1234', '+61 3 7010 4321', '0491 570 006'],
  phoneNumber: ['0491 570 156', '(02) 5550 1234', '+61491570158', '0491 570 110'],
  name: ['Mei Chen', "Ngaio O'Brien", 'Wei Li', 'Bằng Trần'],
  month: ['2026-10', '2026-09', '2024-07'],
  licenceNumber: ['384704', '488700'],
  slug: ['spring', 'spring-2', 'a', '-', '0'],
  postcode: ['2000', '0800', '6160', ''],
  callStartTime: ['09:00', '00:00', '12:30'],
  callEndTime: ['17:00', '23:59', '12:30', '09:00'],
  website: ['', null],
  acceptedTerms: ['true', 'true', 'on', 'false'],
  mapping: ['', '{}', '{"name":"name","phone":"phone"}', '{"name":"x"}', '[]', '{'],
  onExisting: ['skip', 'fill', 'overwrite', ''],
  abn: ['', '23990000014', '23 990 000 014'],
  // free times of the grown world, and one that is too far ahead
  scheduledDate: [
    '2026-11-27T09:00:00+11:00',
    '2026-12-01T11:00:00+11:00',
    '2026-12-03T14:00:00+11:00',
    '2030-06-05T16:00:00+10:00',
  ],
  model: ['gpt-5.4'],
  voice: ['en-AU-TinaNeural'],
  language: ['en-AU'],
  areaCode: ['02', '04', '415'],
  rate: ['6.14', 6.14, '', null, '0', 100],
  comparisonRate: ['6.18', 6.18, '', null],
  code: ['000000', '123456', 'abcdefgh'],
  password: ['wrong-Horse-1'],
  currentPassword: ['wrong-Horse-1'],
  sort: ['-createdAt', 'name', '-name', 'createdAt', 'scheduledDate', '-uploadedAt', 'expiresOn'],
}
const ADDRESSES = ['https://lender.example/page', 'http://localhost:3000/booking', '']
const DAYS = ['2030-06-03', '2030-06-03', '2030-06-04', '2030-07-01', '2026-11-24']

/** A value for the field `name` of this schema. */
export function valueFor(maker: ValueMaker, schema: ValueSchema, name: string, mode: Mode): unknown {
  if (mode === 'hostile') return hostile(maker.choices)
  const known = mode === 'fit' ? fitting(maker, name) : undefined
  if (known !== undefined) return known
  const branches = schema.anyOf ?? schema.oneOf
  if (branches) return valueFor(maker, maker.choices.pick(branches), name, mode)
  if (schema.enum) return mode === 'fit' ? maker.choices.pick(schema.enum) : `${schema.enum[0]} `
  if ('const' in schema) return schema.const
  const type = Array.isArray(schema.type) ? maker.choices.pick(schema.type) : schema.type
  switch (type) {
    case 'string':
      return text(maker.choices, schema, mode)
    case 'integer':
    case 'number':
      return number(maker.choices, schema, mode)
    case 'boolean':
      return maker.choices.chance(0.5)
    case 'array':
      return items(maker, schema, name, mode)
    case 'object':
      return object(maker, schema, mode)
    case 'null':
      return null
    default:
      return maker.choices.anything()
  }
}

export function hostile(choices: Choices): unknown {
  const lists = [hostileTexts, hostileTypes, hostileNumbers, hostileNumberTexts, hostileDates]
  const kind = choices.below(lists.length + 2)
  if (kind === lists.length) return choices.text()
  return kind > lists.length ? choices.anything() : choices.pick(lists[kind] ?? hostileTexts)
}

/** A collected id, or a usual value for such a field. */
function fitting({ choices, ids }: ValueMaker, name: string): unknown {
  if (name.endsWith('Id')) return ids.one(name.slice(0, -2), choices) ?? undefined
  if (name === 'broker') return ids.one('broker', choices) ?? undefined
  if (name === 'draft') return choices.chance(0.3) ? (ids.one('draft', choices) ?? undefined) : null
  const values = name.endsWith('Url') || name === 'videoLink' ? ADDRESSES : usual[name]
  return values && choices.chance(0.8) ? choices.pick(values) : undefined
}

function text(choices: Choices, { format, minLength = 0, maxLength }: ValueSchema, mode: Mode): string {
  const isDay = format === 'date'
  if (isDay || format === 'date-time') {
    if (mode === 'edge') return choices.pick(hostileDates)
    const day = choices.pick(DAYS)
    return isDay ? day : `${day}T09:00:00+10:00`
  }
  if (mode === 'fit') {
    const length = Math.min(maxLength ?? 40, Math.max(minLength, 1 + choices.below(40)))
    return 'Broker loans with 6.14 % and a good name'.repeat(1 + length / 40).slice(0, length)
  }
  const around = [
    minLength - 1,
    minLength,
    minLength + 1,
    ...(maxLength ? [maxLength - 1, maxLength, maxLength + 1] : []),
  ]
  const length = Math.max(0, choices.pick(around))
  const filling = choices.pick(['a', 'é', '👍', ' ', '\u200b', '1'])
  return filling.repeat(length).slice(0, length)
}

function number(choices: Choices, { minimum = 0, maximum = 1000, type }: ValueSchema, mode: Mode): unknown {
  if (mode === 'fit') {
    const whole = minimum + choices.below(Math.max(1, Math.min(maximum - minimum + 1, 1_000_000)))
    return type === 'number' && choices.chance(0.3) ? whole + 0.5 : whole
  }
  return choices.pick([
    minimum - 1,
    minimum,
    minimum + 0.5,
    maximum,
    maximum + 1,
    String(minimum),
    `${maximum}`,
  ])
}

function items(maker: ValueMaker, schema: ValueSchema, name: string, mode: Mode): unknown[] {
  if (schema.prefixItems) {
    const pair = schema.prefixItems.map((part) => valueFor(maker, part, name, mode))
    return mode === 'fit' ? pair : maker.choices.pick([pair, pair.slice(1), [...pair, ...pair]])
  }
  const { minItems = 0, maxItems } = schema
  const counts =
    mode === 'fit' ? [minItems, minItems + 1, minItems + 2] : [minItems - 1, minItems, (maxItems ?? 60) + 1]
  const count = Math.max(0, maker.choices.pick(counts))
  return Array.from({ length: count }, () =>
    valueFor(maker, schema.items || {}, name.replace(/s$/, ''), mode),
  )
}

function object(maker: ValueMaker, schema: ValueSchema, mode: Mode): Record<string, unknown> {
  const { choices } = maker
  const made: Record<string, unknown> = {}
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    if (!schema.required?.includes(name) && choices.chance(0.4)) continue
    made[name] = valueFor(maker, inner, name, choices.chance(0.85) ? 'fit' : mode)
  }
  return made
}
