import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type BrokerProfile, readProfile } from '#contract/accounts/broker-accounts.ts'
import {
  type Accreditation,
  type DocumentEntry,
  listOwnDocuments,
  ownAccreditation,
} from '#contract/documents/documents.ts'
import { call } from './call.ts'
import { keyOf } from './topics.ts'
import { useRead } from './use-read.ts'

export const PENDING_POLL_MS = 30_000
const PICTURE_POLL_MS = 3_000
/** After this time a missing picture is polled less often. */
const PICTURE_WAIT_MS = 60_000

/**
 * Milliseconds until the documents are fetched again: short while a picture is being made, longer while one waits for
 * review; false: no polling.
 */
export function documentsPoll(entries: readonly DocumentEntry[] | undefined, now: number): number | false {
  const pending = (entries ?? []).flatMap(({ document }) =>
    document?.status === 'pending' ? [document] : [],
  )
  if (pending.length === 0) return false
  const isDrawing = pending.some(
    ({ thumbnailGenerated, uploadedAt }) =>
      !thumbnailGenerated && now - Date.parse(uploadedAt) < PICTURE_WAIT_MS,
  )
  return isDrawing ? PICTURE_POLL_MS : PENDING_POLL_MS
}

/** The signed-in broker. */
export const useProfile = (): UseQueryResult<BrokerProfile> => useRead(readProfile)

/** Every type with the broker's newest document. */
export function useDocuments(): UseQueryResult<DocumentEntry[]> {
  return useQuery({
    queryKey: keyOf(listOwnDocuments),
    queryFn: ({ signal }) => call(listOwnDocuments, { signal }),
    refetchInterval: ({ state }) => documentsPoll(state.data, Date.now()),
  })
}

/** Accreditation progress. */
export function useAccreditation(): UseQueryResult<Accreditation> {
  return useQuery({
    queryKey: keyOf(ownAccreditation),
    queryFn: ({ signal }) => call(ownAccreditation, { signal }),
    refetchInterval: ({ state }) => (state.data && state.data.pending > 0 ? PENDING_POLL_MS : false),
  })
}
