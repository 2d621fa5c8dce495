import { useQuery } from '@tanstack/react-query'
import { type DocumentPreview, previewDocument } from '#contract/documents/document-pictures.ts'
import type { ReviewDocument } from '#contract/documents/document-reviews.ts'
import { call } from '#web/api/call.ts'

interface Preview {
  preview: DocumentPreview | undefined
  error: Error | null
  /** Fetches the URLs again: they expire after some minutes. */
  renew: () => Promise<readonly string[]>
}

/**
 * URLs of the page images. Each fetch counts as one view in the access log, so live updates do not refetch them; only
 * the document's change from waiting to done does.
 */
export function usePreview({ id, renderState }: Pick<ReviewDocument, 'id' | 'renderState'>): Preview {
  const query = useQuery({
    queryKey: ['previews', id, renderState],
    queryFn: ({ signal }) => call(previewDocument, { params: { id }, signal }),
    // a disabled query is not refetched with everything else on screen
    enabled: ({ state }) => state.data === undefined && state.error === null,
    gcTime: 0,
  })
  return {
    preview: query.data,
    error: query.error,
    renew: async () => (await query.refetch()).data?.urls ?? [],
  }
}
