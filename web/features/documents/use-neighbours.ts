import { useEffect, useRef } from 'react'
import { listReviewDocuments, type ReviewDocument } from '#contract/document-reviews.ts'
import { useList } from '#web/api/use-read.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { nextToDecide } from './document-actions.ts'
import { documentFilters, documentQuery, expiringQuery, tabState } from './document-filters.ts'
import { useReviewer } from './use-claim.ts'

interface Neighbours {
  /** 1 is the first; null where the document is in no list, or has left it. */
  position: number | null
  total: number | null
  previous: number | null
  next: number | null
  /** What to decide after this one. */
  toDecide: ReviewDocument | null
}

const NONE: readonly ReviewDocument[] = []

/**
 * What comes before and after a document in the list that it was opened from, by the filters in the address. A document
 * that leaves the list, because it was decided, keeps its place until another one is opened.
 */
export function useNeighbours(id: number): Neighbours {
  const [{ tab }] = useUrlState(tabState)
  const [filters] = useUrlState(documentFilters)
  const isList = tab === 'review' || tab === 'expiring'
  const query = tab === 'expiring' ? expiringQuery(filters.q) : documentQuery(filters)
  const list = useList(listReviewDocuments, { query }, { enabled: isList })
  const reviewer = useReviewer()
  const items = (isList && list.items) || NONE
  const index = items.findIndex((item) => item.id === id)
  const place = useRef({ id, index })
  if (index !== -1 || place.current.id !== id) place.current = { id, index }
  // where it has left, the one that followed has moved up to its place
  const here = place.current.index
  const following = index === -1 ? Math.max(0, here) : index + 1
  const { hasMore, isLoadingMore } = list
  const more = useRef(list.loadMore)
  more.current = list.loadMore
  const isNearEnd = items.length > 0 && following >= items.length - 2
  useEffect(() => {
    if (isNearEnd && hasMore && !isLoadingMore) more.current()
  }, [isNearEnd, hasMore, isLoadingMore])
  return {
    position: index === -1 ? null : index + 1,
    total: isList ? list.total : null,
    previous: here > 0 ? (items[here - 1]?.id ?? null) : null,
    next: items[following]?.id ?? null,
    toDecide: nextToDecide(items, following, { id, reviewerId: reviewer?.id }),
  }
}
