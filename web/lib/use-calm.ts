import { type RefObject, useEffect, useRef, useState } from 'react'

interface CalmOptions {
  /** What must be shown at once when it changes, e.g. a filter. */
  key: string
  /** Milliseconds between two changes on the screen. */
  every: number
  /** Out of sight nothing is drawn again. */
  place: RefObject<Element | null>
}

/** A value that changes all the time, drawn at a bounded rate and only where somebody sees it. */
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
    if (!isNew && !isSeen) return
    const wait = isNew ? 0 : Math.max(0, shownAt.current + every - Date.now())
    const timer = window.setTimeout(() => {
      shownAt.current = Date.now()
      setShown({ value, key })
    }, wait)
    return () => window.clearTimeout(timer)
  }, [value, key, shown, isSeen, every])

  return shown.key === key ? shown.value : value
}

/** While the page is busy several changes are told together, the newest last: it may have gone and come back. */
export const isSeenNow = (entries: readonly Pick<IntersectionObserverEntry, 'isIntersecting'>[]): boolean =>
  entries.at(-1)?.isIntersecting ?? true
