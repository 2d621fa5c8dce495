import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Width of the fade at a cut edge, in pixels: see application.css. */
const FADE = 48

/**
 * A row of tabs or chips that scrolls sideways on a phone: centres the chosen tab unless all of it is visible, also after the row has
 * changed its size (a font or a count was loaded), and marks the cut edges in `data-cut`, which fade. The page does not scroll.
 */
export function useTabStrip<E extends HTMLElement>(chosen: string): RefObject<E | null> {
  const list = useRef<E>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when another tab is chosen
  useLayoutEffect(() => {
    const strip = list.current
    if (!strip) return
    const mark = (): void => markCuts(strip)
    const show = (): void => {
      showChosen(strip)
      mark()
    }
    show()
    const sizes = new ResizeObserver(show)
    for (const each of [strip, ...strip.children]) sizes.observe(each)
    strip.addEventListener('scroll', mark, { passive: true })
    return () => {
      sizes.disconnect()
      strip.removeEventListener('scroll', mark)
    }
  }, [chosen])
  return list
}

function showChosen(list: HTMLElement): void {
  const chosen = list
    .querySelector('[data-state=active], [aria-current=page], [aria-pressed=true]')
    ?.getBoundingClientRect()
  if (!chosen) return
  const seen = list.getBoundingClientRect()
  const { start, end } = cutsOf(list)
  const isWhole =
    chosen.left >= seen.left + (start ? FADE : 0) && chosen.right <= seen.right - (end ? FADE : 0)
  if (isWhole) return
  list.scrollLeft += (chosen.left + chosen.right - seen.left - seen.right) / 2
}

function markCuts(list: HTMLElement): void {
  const { start, end } = cutsOf(list)
  list.dataset.cut = [start && 'start', end && 'end'].filter(Boolean).join(' ')
}

/** Whether the row continues past an edge. */
function cutsOf({ scrollLeft, clientWidth, scrollWidth }: HTMLElement): { start: boolean; end: boolean } {
  return { start: scrollLeft > 1, end: scrollLeft + clientWidth < scrollWidth - 1 }
}
