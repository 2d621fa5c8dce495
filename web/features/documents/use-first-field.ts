import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the first control inside as soon as it is ready, before the next key press.
 */
export function useFirstField(isReady: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isReady) place.current?.querySelector<HTMLElement>('input, textarea, [type=submit]')?.focus()
  }, [isReady])
  return place
}
