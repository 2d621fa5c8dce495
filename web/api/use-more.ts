import { useEffect, useState } from 'react'

/** A request for the next page of one query, after this many pages. */
export interface MoreWish {
  question: string
  pages: number
  /** Failures of the list until then. */
  failures: number
}

export interface ListState extends MoreWish {
  /** No fetch is running or waiting for the network. */
  isIdle: boolean
  hasMore: boolean
}

/**
 * The next step for a requested page. A live refresh may be running at that time, and it cancels a page fetch that is
 * under way: the page is then fetched after the refresh.
 */
export function stepOf(wish: MoreWish, list: ListState): 'wait' | 'fetch' | 'over' {
  if (wish.question !== list.question) return 'over'
  if (!list.isIdle) return 'wait'
  const isAnswered = list.pages > wish.pages || list.failures > wish.failures
  return isAnswered || !list.hasMore ? 'over' : 'fetch'
}

/** Loads the next page as soon as that can be done. */
export function useMore(list: ListState, fetchNext: () => unknown): { isWanted: boolean; want: () => void } {
  const [wish, setWish] = useState<MoreWish | null>(null)
  const step = wish && stepOf(wish, list)
  useEffect(() => {
    if (step === 'over') setWish(null)
    if (step === 'fetch') fetchNext()
  }, [step, fetchNext])
  return {
    isWanted: step === 'wait' || step === 'fetch',
    want: () =>
      setWish((former) =>
        former && stepOf(former, list) !== 'over'
          ? former
          : { question: list.question, pages: list.pages, failures: list.failures },
      ),
  }
}
