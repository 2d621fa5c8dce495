import { listReviewDocuments } from '#contract/documents/document-reviews.ts'
import { useList } from '#web/api/use-read.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { type Neighbours, useNeighbours } from '#web/ui/review/use-neighbours.ts'
import { type DeskDocument, documentDesk } from './document-desk.ts'
import { documentFilters, documentQuery, expiringQuery, tabState } from './document-filters.ts'

/** The neighbours of a document in the list that it was opened from, by the filters in the URL. */
export function useDocumentNeighbours(id: number): Neighbours<DeskDocument> {
  const [{ tab }] = useUrlState(tabState)
  const [filters] = useUrlState(documentFilters)
  const isList = tab === 'review' || tab === 'expiring'
  const query = tab === 'expiring' ? expiringQuery(filters.q) : documentQuery(filters)
  const list = useList(listReviewDocuments, { query }, { enabled: isList })
  return useNeighbours(documentDesk, id, isList ? list : null)
}
