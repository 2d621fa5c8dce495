import type { Endpoint, ParamsOf } from '#contract/endpoint.ts'
import { offlineError, readError } from './api-error.ts'
import { authorizationFor, noteRefusal } from './authorization.ts'
import { type AnswerOf, urlOf } from './call.ts'

interface UploadInput<E extends Endpoint> {
  params?: ParamsOf<E>
  body: FormData
  idempotencyKey?: string
  /** As If-Match: the version of the record that the form was opened with. */
  version?: string | undefined
  /** From 0 to 1: how much of the body has left. */
  onProgress?: (share: number) => void
  /** Aborts the upload; it then fails with an AbortError. */
  signal?: AbortSignal
}

/** As `call`, for a form with files: reports progress, which fetch cannot. Throws ApiError. */
export function upload<E extends Endpoint>(endpoint: E, input: UploadInput<E>): Promise<AnswerOf<E>> {
  return new Promise((resolve, reject) => {
    const headers = { Accept: 'application/json', ...authorizationFor(endpoint) }
    const request = new XMLHttpRequest()
    request.open(endpoint.method, urlOf(endpoint, input.params))
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    if (input.idempotencyKey) request.setRequestHeader('Idempotency-Key', input.idempotencyKey)
    if (input.version) request.setRequestHeader('If-Match', `"${input.version}"`)
    request.upload.onprogress = ({ loaded, total }) => input.onProgress?.(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(offlineError())
    request.onabort = () => reject(new DOMException('The upload was interrupted', 'AbortError'))
    input.signal?.addEventListener('abort', () => request.abort())
    request.onload = () => {
      void answerOf(endpoint, request).then(resolve, reject)
    }
    request.send(input.body)
  })
}

async function answerOf<E extends Endpoint>(endpoint: E, request: XMLHttpRequest): Promise<AnswerOf<E>> {
  const headers = new Headers()
  for (const name of ['Retry-After', 'X-Request-Id']) {
    const value = request.getResponseHeader(name)
    if (value) headers.set(name, value)
  }
  const response = new Response(request.responseText, { status: request.status, headers })
  if (!response.ok) {
    const error = await readError(response)
    noteRefusal(endpoint, error)
    throw error
  }
  return (await response.json()) as AnswerOf<E> // the server validates its answers against `returns`
}
