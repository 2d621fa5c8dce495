import { type RefObject, useEffect, useRef } from 'react'

/**
 * Gives the focus to the first control within, as soon as it is there: at once, so that the next key that is pressed
 * already meets it.
 */
export function useFirstField(isReady: boolean): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isReady) place.current?.querySelector<HTMLElement>('input, textarea, [type=submit]')?.focus()
  }, [isReady])
  return place
}
