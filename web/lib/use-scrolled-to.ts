import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** What is above has loaded by then; later changes are no reason to move what somebody reads. */
const SETTLED_MS = 10_000
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * For a part of a page that links lead to: comes into view while the address ends in `#name`, once it is shown, and stays
 * there while what is above it loads, until somebody scrolls or presses something.
 */
export function useScrolledTo(name: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again leads there again
  useEffect(() => {
    const element = place.current
    if (hash !== `#${name}` || !element) return
    const watch = new ResizeObserver(() => {
      if (element.getClientRects().length > 0) element.scrollIntoView()
    })
    for (let part: Element | null = element; part; part = part.parentElement) watch.observe(part)
    const settled = setTimeout(() => stop(), SETTLED_MS)
    const stop = (): void => {
      watch.disconnect()
      clearTimeout(settled)
      for (const input of INPUTS) removeEventListener(input, stop)
    }
    for (const input of INPUTS) addEventListener(input, stop, { passive: true })
    return stop
  }, [hash, key, name])
  return place
}
