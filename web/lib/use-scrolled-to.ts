import { type RefObject, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'

/** For a part of a page that links lead to: comes into view while the address ends in `#name`. */
export function useScrolledTo(name: string): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  const { hash, key } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the same link pressed again leads there again
  useEffect(() => {
    if (hash === `#${name}`) place.current?.scrollIntoView()
  }, [hash, key, name])
  return place
}
