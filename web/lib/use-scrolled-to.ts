import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/**
 * Milliseconds after which the content above counts as loaded; a later change must not move the text while the user
 * reads.
 */
const SETTLED_MS = 10_000
const INPUTS = ['wheel', 'touchstart', 'pointerdown', 'keydown']

/**
 * For a part of a page that links lead to: scrolls into view while the URL ends in `#name`, once it is shown, and keeps
 * its position while the content above loads, until the user scrolls or presses something.
 */
export function useScrolledTo(name: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again scrolls again
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
