import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** For a part of a page that links lead to: comes into view while the address ends in `#name`, once it is shown. */
export function useScrolledTo(name: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again leads there again
  useEffect(() => {
    const element = place.current
    if (hash !== `#${name}` || !element) return
    const watch = new ResizeObserver(() => {
      if (element.getClientRects().length === 0) return
      watch.disconnect()
      element.scrollIntoView()
    })
    watch.observe(element)
    return () => watch.disconnect()
  }, [hash, key, name])
  return place
}
