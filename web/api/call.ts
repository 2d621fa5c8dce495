import type { z } from 'zod'
import type { Endpoint, ParamsOf, QueryOf } from '#contract/endpoint.ts'
import { noteAnswer } from '#web/lib/outage.ts'
import { ApiError, offlineError, readError } from './api-error.ts'
import { authorizationFor, noteRefusal } from './authorization.ts'
import { askIdentity } from './confirm-identity.ts'
import { liveHeader, noteOwnChange } from './live-process.ts'

type ParamsPart<E extends Endpoint> =
  ParamsOf<E> extends undefined ? { params?: undefined } : { params: ParamsOf<E> }
type QueryPart<E extends Endpoint> =
  QueryOf<E> extends undefined ? { query?: undefined } : { query?: Partial<QueryOf<E>> }
type BodyPart<E extends Endpoint> =
  z.input<E['body']> extends undefined
    ? { body?: FormData | undefined }
    : { body: z.input<E['body']> | FormData }

/** Input of one call; parts that the endpoint does not have are type errors. */
export type CallInput<E extends Endpoint> = ParamsPart<E> & QueryPart<E> & BodyPart<E> & CallOptions

export interface CallOptions {
  signal?: AbortSignal | undefined
  /** Sent as Idempotency-Key: the same key and body is carried out once. */
  idempotencyKey?: string | undefined
  /** Sent as If-Match: the version of the record that the form was opened with. */
  version?: string | undefined
}

/** Input where everything may be left out, e.g. a list without filters. */
export type CallArgs<E extends Endpoint> =
  Record<never, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

interface LooseInput extends CallOptions {
  params?: unknown
  query?: unknown
  body?: unknown
}

/** Rows that match: a number, or that there are more than the server counted. */
export type Total = number | { moreThan: number }

/** One page of a list. */
export interface Page<Item> {
  items: Item[]
  total: Total
  /** Cursor of the next page. */
  next: string | null
}

/** Calls an endpoint of the contract. Throws ApiError. */
export async function call<E extends Endpoint>(endpoint: E, ...args: CallArgs<E>): Promise<AnswerOf<E>> {
  const { body } = await answerTo(endpoint, (args[0] ?? {}) as LooseInput) // CallInput is narrower than this parameter
  return body as AnswerOf<E> // the server validates its answers against `returns`
}

/** As `call`, for a list: also reads X-Total-Count and Link. */
export async function callPage<E extends Endpoint>(
  endpoint: E,
  ...args: CallArgs<E>
): Promise<Page<ItemOf<E>>> {
  const { body, headers } = await answerTo(endpoint, (args[0] ?? {}) as LooseInput) // as above
  return {
    items: body as ItemOf<E>[], // as above
    total: readTotal(headers.get('X-Total-Count')),
    next: nextCursor(headers.get('Link')),
  }
}

/** As `call`, for the current user: returns null instead of an error when no user is signed in. */
export async function callOrNull<E extends Endpoint>(
  endpoint: E,
  ...args: CallArgs<E>
): Promise<AnswerOf<E> | null> {
  try {
    return await call(endpoint, ...args)
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null
    throw error
  }
}

/** The response body, after validation by the server. */
export type AnswerOf<E extends Endpoint> = z.output<E['returns']>

export type ItemOf<E extends Endpoint> = AnswerOf<E> extends readonly (infer Item)[] ? Item : never

async function answerTo(endpoint: Endpoint, input: LooseInput): Promise<{ body: unknown; headers: Headers }> {
  const url = urlOf(endpoint, input.params, input.query)
  const response = await send(endpoint, url, input).catch(async (error: unknown) => {
    // nothing was changed: the same request goes out again once the person has proved who they are
    if (error instanceof ApiError && error.code === 'confirm_identity' && (await askIdentity())) {
      return send(endpoint, url, input)
    }
    throw error
  })
  return { body: await readJson(response), headers: response.headers }
}

async function send(endpoint: Endpoint, url: string, input: LooseInput): Promise<Response> {
  const isRead = endpoint.method === 'GET'
  const headers: Record<string, string> = {
    Accept: 'application/json',
    ...authorizationFor(endpoint),
    ...(isRead && liveHeader()),
  }
  if (input.idempotencyKey) headers['Idempotency-Key'] = input.idempotencyKey
  if (input.version) headers['If-Match'] = `"${input.version}"`
  let body: BodyInit | null = null
  if (input.body instanceof FormData) body = input.body
  else if (input.body !== undefined) {
    headers['Content-Type'] = 'application/json'
    body = JSON.stringify(input.body)
  }
  const init = {
    method: endpoint.method,
    headers,
    body,
    credentials: 'include',
    signal: input.signal ?? null,
  }
  // a request started offline has reached no server; one that loses the network on the way may have
  const wasOffline = navigator.onLine === false
  const response = await fetch(url, init as RequestInit).catch((error: unknown) => {
    if (error instanceof Error && error.name === 'AbortError') throw error
    throw offlineError(wasOffline && !isRead)
  })
  if (!isRead) noteOwnChange()
  const error = response.ok ? null : await readError(response)
  noteAnswer(error)
  if (!error) return response
  noteRefusal(endpoint, error)
  throw error
}

async function readJson(response: Response): Promise<unknown> {
  const text = await response.text()
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new ApiError({
      status: response.status,
      code: 'unreadable',
      message: 'The response could not be read. Reload the page and try again.',
    })
  }
}

/** Path of an endpoint with its parameters and query filled in; empty query values are left out. */
export function urlOf(endpoint: Pick<Endpoint, 'path'>, params?: unknown, query?: unknown): string {
  const values = (params ?? {}) as Record<string, unknown> // the contract's params are always an object
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined || value === null) throw new Error(`${endpoint.path} needs ${name}`)
    return encodeURIComponent(String(value))
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    // as above
    if (value === undefined || value === null || value === '') continue
    for (const each of Array.isArray(value) ? value : [value]) search.append(name, String(each))
  }
  const text = search.toString()
  return text ? `${path}?${text}` : path
}

function readTotal(header: string | null): Total {
  const [, count = '0', plus] = /^(\d+)(\+?)$/.exec(header ?? '') ?? []
  return plus === '+' || header === null ? { moreThan: Number(count) } : Number(count)
}

/** The cursor inside `Link: </api/brokers?cursor=abc>; rel="next"`. */
export function nextCursor(header: string | null): string | null {
  for (const part of header?.split(/,(?=\s*<)/) ?? []) {
    const target = /^\s*<([^>]*)>/.exec(part)?.[1]
    if (target && /;\s*rel="?next"?/.test(part)) {
      return new URL(target, 'http://localhost').searchParams.get('cursor')
    }
  }
  return null
}
