import { Ajv2020 } from 'ajv/dist/2020.js'
import { z } from 'zod'
import { instant } from '#contract/ids.ts'

/** If true, the value is sent without parse(). If false, the value may still be valid: the schema decides. */
export type IsUnchanged = (value: unknown) => boolean

const ajv = new Ajv2020({
  // JSON Schema of a format includes its pattern, written for a RegExp without flags
  ...{ validateFormats: false, unicodeRegExp: false },
  // the schema itself reports the reason of a refusal
  messages: false,
  strict: false,
})

const known = new WeakMap<z.ZodType, IsUnchanged | null>()

/**
 * Recognises values that a schema's parse() would return unchanged, without undeclared fields. parse() copies each part
 * of a response, a third of the garbage of a list of 50; this check allocates nothing.
 * @returns null for a schema whose parse() may change valid values, or that JSON Schema cannot express fully
 */
export function isUnchangedBy(schema: z.ZodType): IsUnchanged | null {
  const found = known.get(schema)
  if (found !== undefined) return found
  const made = compile(schema)
  known.set(schema, made)
  return made
}

function compile(schema: z.ZodType): IsUnchanged | null {
  let isPlain = true
  try {
    const described = z.toJSONSchema(schema, {
      io: 'output',
      override({ zodSchema, jsonSchema }) {
        isPlain &&= keepsWhatFits(zodSchema)
        foldNull(jsonSchema)
      },
    })
    return isPlain ? ajv.compile(described) : null
  } catch {
    // JSON Schema cannot express it, e.g. a date
    return null
  }
}

/** As one schema, 'this or null' is checked in one step; as two, each non-null value allocates an error first. */
function foldNull(schema: z.core.JSONSchema.BaseSchema): void {
  const [some, none, ...others] = schema.anyOf ?? []
  if (!some || none?.type !== 'null' || others.length > 0 || typeof some.type !== 'string' || 'const' in some)
    return
  delete schema.anyOf
  // every other keyword speaks of its own type alone
  Object.assign(schema, some, { type: [some.type, 'null'] }, some.enum && { enum: [...some.enum, null] })
}

/** Kinds whose parse() returns valid values unchanged, if their parts do. */
const PLAIN = new Set<z.core.$ZodTypeDef['type']>([
  ...(['object', 'array', 'record', 'union', 'nullable', 'optional'] as const),
  ...(['string', 'number', 'boolean', 'null', 'enum', 'literal', 'unknown'] as const),
])
/**
 * Checks that do not transform and match JSON Schema exactly. Text length is excluded: JSON Schema counts it
 * differently.
 */
const LOOKING = new Set(['string_format', 'number_format', 'greater_than', 'less_than'])
/** Formats that their pattern covers fully; for others, e.g. links, zod checks more. */
const PATTERNS = new Set<unknown>(['regex', 'datetime', 'date', 'email', 'uuid'])

function keepsWhatFits(schema: z.core.$ZodTypes): boolean {
  // a text stays the text that it is; a Date is no text, and left to its schema
  if (schema === (instant as unknown)) return true
  const { def } = schema._zod
  if (!PLAIN.has(def.type)) return false
  if (def.type === 'union' && !('discriminator' in def) && !atMostOneObject(def.options)) return false
  // a format like an email's is a check of its own
  const checks: CheckDef[] = (def.checks ?? []).map(({ _zod }) => _zod.def)
  return [...('check' in def ? [def] : []), ...checks].every(onlyLooks)
}

interface CheckDef {
  check: string
  format?: unknown
  pattern?: unknown
}

function onlyLooks({ check, format, pattern }: CheckDef): boolean {
  if (check === 'string_format' && !PATTERNS.has(format)) return false
  return LOOKING.has(check) && !(pattern instanceof RegExp && pattern.flags)
}

/** In a union, parse() uses the first schema that fits and drops fields that it does not declare. */
const atMostOneObject = (options: readonly z.core.$ZodType[]): boolean =>
  options.filter(({ _zod }) => !SIMPLE.has(_zod.def.type)).length <= 1
const SIMPLE = new Set<z.core.$ZodTypeDef['type']>(['string', 'number', 'boolean', 'null', 'enum', 'literal'])
