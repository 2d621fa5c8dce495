import { type RefObject, useEffect, useRef, useState } from 'react'

interface CalmOptions {
  /** A change of it is shown immediately, e.g. of a filter. */
  key: string
  /** Milliseconds between two changes on the screen. */
  every: number
  /** Out of sight it is rendered at most every `UNSEEN_MS`. */
  place: RefObject<Element | null>
}

/** Milliseconds between renders of rows out of sight, while a campaign runs. */
export const UNSEEN_MS = 15_000

/** Throttles the rendering of a value that changes all the time, more so out of sight. */
export function useCalm<Value>(value: Value, { key, every, place }: CalmOptions): Value {
  const [shown, setShown] = useState({ value, key })
  const [isSeen, setSeen] = useState(true)
  const shownAt = useRef(0)

  useEffect(() => {
    if (!place.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((entries) => setSeen(isSeenNow(entries)), {
      rootMargin: '200px',
    })
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [place])

  useEffect(() => {
    if (shown.value === value && shown.key === key) return
    const isNew = shown.key !== key
    const wait = isNew ? 0 : Math.max(0, shownAt.current + pauseOf(isSeen, every) - Date.now())
    const timer = window.setTimeout(() => {
      shownAt.current = Date.now()
      setShown({ value, key })
    }, wait)
    return () => window.clearTimeout(timer)
  }, [value, key, shown, isSeen, every])

  return shown.key === key ? shown.value : value
}

/** Milliseconds between two drawings. */
export const pauseOf = (isSeen: boolean, every: number): number =>
  isSeen ? every : Math.max(every, UNSEEN_MS)

/** While the page is busy the browser delivers several changes together, the newest last: only that one counts. */
export const isSeenNow = (entries: readonly Pick<IntersectionObserverEntry, 'isIntersecting'>[]): boolean =>
  entries.at(-1)?.isIntersecting ?? true
