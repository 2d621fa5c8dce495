import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'

interface LaterProps {
  /** About as tall as what comes, so that the scrollbar does not jump; or its height in pixels. */
  className?: string
  height?: number
  /** `near` also as soon as it is about to be seen; `idle` for what is heavy wherever it stands. */
  when?: 'near' | 'idle'
  children: ReactNode
}

/** What is not in sight leaves the first moment to those who want to press something at once. */
const FAR_MS = 1_000
/** What is nearer to the window's edge than this is about to be seen. */
const NEAR = '300px'

/**
 * What stands far below: it is loaded and drawn once the browser has nothing else to do, or is about to be seen or printed.
 * Until then everything above can be used.
 */
export function Later({ className, height, when = 'near', children }: LaterProps): ReactNode {
  const [isDue, setDue] = useState(false)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isDue || !place.current) return
    const begin = (): void => startTransition(() => setDue(true))
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && begin(),
      { rootMargin: NEAR },
    )
    if (when === 'near') observer.observe(place.current)
    const cancel = whenIdle(begin, when === 'near' ? FAR_MS : 0)
    window.addEventListener('beforeprint', begin)
    return () => {
      observer.disconnect()
      cancel()
      window.removeEventListener('beforeprint', begin)
    }
  }, [isDue, when])
  return isDue ? children : <div ref={place} className={className} style={{ height }} />
}
