import { type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import { topicOf } from '#contract/topics.ts'
import { takeSubmitted } from '#web/lib/kept-drafts.ts'
import type { Edit } from '#web/lib/use-edit.ts'
import { ApiError } from './api-error.ts'
import { type AnswerOf, type CallArgs, type CallInput, call } from './call.ts'
import { noteOwnWrite } from './own-writes.ts'
import { refreshTopics } from './topics.ts'
import { createTryKeys, newKey } from './try-key.ts'

interface WriteOptions<E extends Endpoint> {
  /** Topics to refresh immediately; the endpoint's own topic is always included. */
  refresh?: readonly string[]
  onSuccess?: (result: AnswerOf<E>, input: CallInput<E>) => void
  onError?: (error: Error, input: CallInput<E>) => void
  /**
   * Saves only fields that no other user has changed meanwhile, and merges their changes into the form: see
   * useFormEdit.
   */
  edit?: Edit | undefined
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
  const [keys] = useState(createTryKeys)
  return useMutation({
    mutationFn: async (input: CallInput<E>) => {
      const form = takeSubmitted()
      const idempotencyKey = endpoint.idempotent ? keys.of(requestOf(input)) : undefined
      const version = options.edit?.version()
      const args = [{ idempotencyKey, version, ...input }] as unknown as CallArgs<E> // same input, plus key and version
      try {
        const result = await call(endpoint, ...args)
        keys.settle()
        form?.saved()
        return result
      } catch (error) {
        keys.settle(error)
        throw error
      }
    },
    onSuccess: async (result, input) => {
      noteOwnWrite()
      options.edit?.takeSaved(result)
      options.onSuccess?.(result, input)
      await refreshTopics(client, [topicOf(endpoint), ...(options.refresh ?? [])])
    },
    onError: (error, input) => {
      const isTold = options.edit?.takeRefusal(error) || asksToSignIn(endpoint, error)
      if (!isTold) options.onError?.(error, input)
    },
  })
}

/** Console and portal handle it with the sign-in over the screen; no other message is needed. */
const asksToSignIn = ({ access }: Endpoint, error: Error): boolean =>
  access !== 'public' && error instanceof ApiError && error.status === 401

/** A file's content is not in the text, so an upload always counts as new. */
function requestOf(input: { params?: unknown; query?: unknown; body?: unknown }): string {
  return input.body instanceof FormData ? newKey() : JSON.stringify([input.params, input.query, input.body])
}
