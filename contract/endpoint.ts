import { z } from 'zod'
import './texts.ts'
import type { Edits } from './edits.ts'
import type { Action } from './policy.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * `public`: no sign-in. `broker`: the bearer token of a broker's session, for that broker's own data. Anything else is
 * an action of the policy table, checked for the signed-in member of staff.
 */
export type Access = 'public' | 'broker' | Action

/** How the response is sent: `json` (validated by `returns`), or a body that the handler streams itself. */
export type ReturnKind = 'json' | 'file' | 'stream' | 'empty'

export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
> {
  method: Method
  path: string
  summary: string
  tag: string
  access: Access
  params: P
  query: Q
  body: B
  returns: R
  kind: ReturnKind
  /** Status on success, 200 by default. */
  status: number
  /** Multipart upload: the handler reads the form itself. */
  multipart: UploadForm | null
  /** Size limit in bytes of a body passed on unparsed: for callbacks whose signature covers it. */
  raw: { bytes: number } | null
  /** Honours Idempotency-Key. */
  idempotent: boolean
  /** Rate limit per network, counted over all processes; null for the general limit only. */
  limit: RequestLimit | null
  /** Statuses of other answers than the one on success and the errors, e.g. 302 where it may lead elsewhere. */
  otherStatuses: readonly number[]
  /** Changes a record that a form shows: If-Match takes the version that it was opened with. */
  edits: Edits | null
}

/** The fields of an upload, as its description lists them. */
export interface UploadForm {
  /** Fields that take a file; `true` where one is required. */
  files: Readonly<Record<string, boolean>>
  /** The text fields of the same form. */
  fields?: z.ZodObject
}

export interface RequestLimit {
  requests: number
  minutes: number
}

export type Nothing = z.ZodUndefined
const nothing: Nothing = z.undefined()

interface Definition<P, Q, B, R> {
  summary: string
  tag: string
  access: Access
  params?: P
  query?: Q
  body?: B
  returns?: R
  kind?: ReturnKind
  status?: number
  multipart?: UploadForm
  raw?: { bytes: number }
  idempotent?: boolean
  limit?: RequestLimit
  otherStatuses?: readonly number[]
  edits?: Edits
}

/**
 * Declares one endpoint: the table of these drives handlers, typed client, forms and OpenAPI.
 * @param route e.g. 'POST /api/campaigns/:id/start-calls'
 */
export function endpoint<
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  R extends z.ZodType = Nothing,
>(route: `${Method} /${string}`, definition: Definition<P, Q, B, R>): Endpoint<P, Q, B, R> {
  const [method, path] = route.split(' ') as [Method, string] // the template type guarantees both parts
  const absent = nothing as z.ZodType
  return {
    method,
    path,
    summary: definition.summary,
    tag: definition.tag,
    access: definition.access,
    // an absent part has the default type parameter, the type of `nothing`
    params: definition.params ?? (absent as P),
    query: definition.query ?? (absent as Q),
    body: definition.body ?? (absent as B),
    returns: definition.returns ?? (absent as R),
    kind: definition.kind ?? (definition.returns ? 'json' : 'empty'),
    status: definition.status ?? 200,
    multipart: definition.multipart ?? null,
    raw: definition.raw ?? null,
    idempotent: definition.idempotent ?? false,
    limit: definition.limit ?? null,
    otherStatuses: definition.otherStatuses ?? [],
    edits: definition.edits ?? null,
  }
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>
export type QueryOf<E extends Endpoint> = z.output<E['query']>
export type BodyOf<E extends Endpoint> = z.output<E['body']>
export type ReturnsOf<E extends Endpoint> = z.input<E['returns']>
