import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError } from './api-error.ts'
import { type AnswerOf, type CallArgs, type CallInput, call } from './call.ts'
import { refreshTopics, topicOf } from './topics.ts'

interface WriteOptions<E extends Endpoint> {
  /** Topics to refresh at once; the endpoint's own is always among them. */
  refresh?: readonly string[]
  onSuccess?: (result: AnswerOf<E>, input: CallInput<E>) => void
  onError?: (error: Error, input: CallInput<E>) => void
}

/**
 * Calls an endpoint that changes something. Where the endpoint honours Idempotency-Key, pressing again after a lost
 * connection repeats the same key, so that nothing is dialled or imported twice.
 */
export function useWrite<E extends Endpoint>(
  endpoint: E,
  options: WriteOptions<E> = {},
): UseMutationResult<AnswerOf<E>, Error, CallInput<E>> {
  const client = useQueryClient()
  const unanswered = useRef<{ request: string; key: string } | null>(null)
  return useMutation({
    mutationFn: async (input: CallInput<E>) => {
      const idempotencyKey = endpoint.idempotent ? keyFor(unanswered, input) : undefined
      const args = [{ idempotencyKey, ...input }] as unknown as CallArgs<E> // same input, plus the key
      try {
        const result = await call(endpoint, ...args)
        unanswered.current = null
        return result
      } catch (error) {
        if (error instanceof ApiError && error.status !== 0) unanswered.current = null
        throw error
      }
    },
    onSuccess: async (result, input) => {
      options.onSuccess?.(result, input)
      await refreshTopics(client, [topicOf(endpoint), ...(options.refresh ?? [])])
    },
    onError: (error, input) => options.onError?.(error, input),
  })
}

function keyFor(
  unanswered: { current: { request: string; key: string } | null },
  input: { params?: unknown; body?: unknown },
): string {
  const request = JSON.stringify([input.params, input.body])
  // a file's content is not in the text, so an upload always counts as new
  const isUpload = input.body instanceof FormData
  if (isUpload || unanswered.current?.request !== request) {
    unanswered.current = { request, key: newKey() }
  }
  return unanswered.current.key
}

/** crypto.randomUUID needs a secure context; a local installation opened over plain HTTP by address has none. */
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
