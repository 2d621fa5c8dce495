import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** By then what is above has loaded; a later change must not move what somebody is reading. */
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
    let settled: ReturnType<typeof setTimeout> | undefined
    const watch = new ResizeObserver(() => {
      if (element.getClientRects().length === 0) return
      element.scrollIntoView()
      if (settled !== undefined) return
      settled = setTimeout(stop, SETTLED_MS)
      for (const input of INPUTS) addEventListener(input, stop, { passive: true })
    })
    const stop = (): void => {
      watch.disconnect()
      clearTimeout(settled)
      for (const input of INPUTS) removeEventListener(input, stop)
    }
    for (let part: Element | null = element; part; part = part.parentElement) watch.observe(part)
    return stop
  }, [hash, key, name])
  return place
}
