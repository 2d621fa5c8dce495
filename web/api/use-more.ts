import { useEffect, useState } from 'react'

/** Somebody wants the next page, of this question and after this many pages. */
export interface MoreWish {
  question: string
  pages: number
  /** How often the list had failed to load by then. */
  failures: number
}

export interface ListState extends MoreWish {
  /** Nothing is asked for, nor waits for the network. */
  isIdle: boolean
  hasMore: boolean
}

/**
 * What a wish for more asks for next. A live refresh may run when somebody wants more, and ends a page that is under way:
 * the page is then asked for when the refresh has ended.
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
