import { useQuery } from '@tanstack/react-query'
import { type DocumentPreview, previewDocument } from '#contract/document-pictures.ts'
import type { ReviewDocument } from '#contract/document-reviews.ts'
import { call } from '#web/api/call.ts'

interface Preview {
  preview: DocumentPreview | undefined
  error: Error | null
  /** Asks for addresses again: they end after some minutes. */
  renew: () => Promise<readonly string[]>
}

/**
 * Addresses of the pages' pictures. Each time they are asked for counts as one view in the access log: so the live
 * stream does not refresh them, only the document's own step from waiting to done does.
 */
export function usePreview({ id, renderState }: Pick<ReviewDocument, 'id' | 'renderState'>): Preview {
  const query = useQuery({
    queryKey: ['previews', id, renderState],
    queryFn: ({ signal }) => call(previewDocument, { params: { id }, signal }),
    // a query that is off is not asked again when everything on screen is
    enabled: ({ state }) => state.data === undefined && state.error === null,
    gcTime: 0,
  })
  return {
    preview: query.data,
    error: query.error,
    renew: async () => (await query.refetch()).data?.urls ?? [],
  }
}
