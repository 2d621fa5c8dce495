import { type ReactNode, startTransition, useEffect, useRef, useState } from 'react'
import { whenIdle } from '#web/lib/when-idle.ts'

interface LaterProps {
  /** About as tall as the content, so that the scrollbar does not jump; or its height in pixels. */
  className?: string
  height?: number
  /** `near` also renders when it is about to be scrolled into view; `idle` is for heavy content at any place. */
  when?: 'near' | 'idle'
  children: ReactNode
}

/** Milliseconds that content out of view waits at least, so that early input is not delayed. */
const FAR_MS = 1_000
/** Distance from the window's edge within which content counts as about to be seen. */
const NEAR = '300px'

/**
 * For content far below: it is loaded and rendered once the browser is idle, or when it is about to be seen or printed.
 * Until then everything above is usable.
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
