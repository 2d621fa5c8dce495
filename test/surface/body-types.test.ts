import { expect, it } from 'vitest'
import { z } from 'zod'
import { endpoints } from '#server/endpoints.ts'
import { nameOf } from './every-endpoint.ts'

/** The places where a schema accepts a value of another type, with their paths. */
function coercions(schema: z.core.$ZodType, path: string): string[] {
  const { def } = schema._zod
  if ('coerce' in def && def.coerce) return [`${path} coerces`]
  const inner = (value: unknown, name: string): string[] => {
    if (value instanceof z.core.$ZodType) return coercions(value, name)
    if (Array.isArray(value)) return value.flatMap((each, at) => inner(each, `${name}.${at}`))
    return []
  }
  // z.preprocess changes a value before its type is checked
  if (schema instanceof z.ZodPipe && schema.in instanceof z.ZodTransform)
    return [`${path} changes what comes`]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, value]) => inner(value, `${path}.${name}`))
  return Object.values(def).flatMap((value) => inner(value, path))
}

// Covers: http-conventions-15
it('JSON bodies have types of their own: nothing in them is taken for a value of another type', () => {
  expect(endpoints.flatMap((endpoint) => coercions(endpoint.body, nameOf(endpoint)))).toEqual([])
})

it('what would take one for another is found', () => {
  const body = z.object({
    id: z.preprocess(Number, z.number()),
    list: z.array(z.object({ count: z.coerce.number() })).optional(),
    rate: z.union([z.string(), z.number().transform(String)]),
  })
  expect(coercions(body, 'body')).toEqual(['body.id changes what comes', 'body.list.count coerces'])
})
