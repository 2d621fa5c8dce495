import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** Estimated height of the page above a table, until it is measured. */
const ABOVE = 240

/**
 * Distance of an element from the top of the page in pixels. Measured again when the element or the page changes size, and
 * on scrolling, since contents above may grow by as much as others shrink.
 */
export function useScrollMargin(place: RefObject<HTMLElement | null>, enabled: boolean): number {
  const [margin, setMargin] = useState(ABOVE)
  useLayoutEffect(() => {
    const element = place.current
    if (!enabled || !element) return
    // observers run after layout: measuring earlier would compute the layout twice
    const observer = new ResizeObserver(() => setMargin(topOf(element)))
    observer.observe(element)
    observer.observe(document.body)
    return () => observer.disconnect()
  }, [place, enabled])
  useEffect(() => {
    if (!enabled) return
    const measure = (): void => {
      if (place.current) setMargin(topOf(place.current))
    }
    window.addEventListener('scroll', measure, { passive: true })
    return () => window.removeEventListener('scroll', measure)
  }, [place, enabled])
  return margin
}

/** In whole pixels: a changed fraction would render the table again. */
const topOf = (element: HTMLElement): number =>
  Math.round(element.getBoundingClientRect().top + window.scrollY)
