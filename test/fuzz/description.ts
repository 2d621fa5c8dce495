import { z } from 'zod'
import type { Endpoint } from '#contract/endpoint.ts'
import type { ValueSchema } from './schema-values.ts'

interface Operation {
  parameters?: { name: string; in: string; schema: ValueSchema }[]
  requestBody?: { content: Record<string, { schema: ValueSchema }> }
  responses: Record<string, { content?: Record<string, { schema: Parameters<typeof z.fromJSONSchema>[0] }> }>
}

/** The installation's own API description, at /api/openapi.json. */
export interface ApiDescription {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

/** One endpoint as its description has it. */
export interface DescribedEndpoint {
  endpoint: Endpoint
  query: ValueSchema
  params: ValueSchema
  /** Of JSON. */
  body: ValueSchema | null
  /** Of an upload's fields. */
  form: ValueSchema | null
  statuses: readonly number[]
  /** The schema of a JSON response with this status; null where the description has none. */
  answer(status: number): z.ZodType | null
}

const LOOKS = 20

export function describedEndpoint(description: ApiDescription, endpoint: Endpoint): DescribedEndpoint {
  const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
  const operation = description.paths[path]?.[endpoint.method.toLowerCase()]
  if (!operation) throw new Error(`not described: ${endpoint.method} ${endpoint.path}`)
  const { parameters = [], requestBody, responses } = operation
  const place = (where: string): ValueSchema => {
    const here = parameters.filter((parameter) => parameter.in === where)
    return { type: 'object', properties: Object.fromEntries(here.map(({ name, schema }) => [name, schema])) }
  }
  const read = new Map<number, z.ZodType | null>()
  const asked = new Map<number, number>()
  return {
    endpoint,
    query: place('query'),
    params: place('path'),
    body: requestBody?.content['application/json']?.schema ?? null,
    form: requestBody?.content['multipart/form-data']?.schema ?? null,
    statuses: Object.keys(responses).map(Number),
    answer(status) {
      // the contract is checked for every response, the description only a few times
      const times = (asked.get(status) ?? 0) + 1
      asked.set(status, times)
      if (times > LOOKS) return null
      const known = read.get(status)
      if (known !== undefined) return known
      const schema = responses[status]?.content?.['application/json']?.schema
      // a reference is resolved within its description
      const whole = schema && inlined(schema, description.components.schemas)
      const made = whole ? z.fromJSONSchema(whole) : null
      read.set(status, made)
      return made
    },
  }
}

type JsonSchema = Parameters<typeof z.fromJSONSchema>[0]

function inlined(schema: JsonSchema, components: Record<string, unknown>): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    const name = /^#\/components\/schemas\/(.+)$/.exec(value?.$ref ?? '')?.[1]
    return name ? components[name] : value
  })
}
