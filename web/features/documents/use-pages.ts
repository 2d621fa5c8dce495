import { type RefObject, useRef, useState } from 'react'

interface Pages {
  /** The scroll container; its pages have `data-page`. */
  box: RefObject<HTMLElement | null>
  /** The page in view, from 1. */
  page: number
  onScroll: () => void
  goTo: (page: number) => void
}

/** Tracks the page in view of a scroll container, and scrolls to another. */
export function usePages(count: number): Pages {
  const box = useRef<HTMLElement>(null)
  const [page, setPage] = useState(1)
  return {
    box,
    page: Math.min(page, Math.max(1, count)),
    onScroll: () => setPage(pageInView(box.current)),
    goTo: (wanted) => {
      const next = Math.min(count, Math.max(1, wanted))
      const element = box.current?.querySelector<HTMLElement>(`[data-page="${next}"]`)
      if (!box.current || !element) return
      box.current.scrollTop = element.offsetTop - box.current.offsetTop
      setPage(next)
    },
  }
}

/** The last page whose top is above the upper third of the box; at its very end the last one. */
function pageInView(box: HTMLElement | null): number {
  if (!box) return 1
  const pages = [...box.querySelectorAll<HTMLElement>('[data-page]')]
  if (box.scrollTop > 0 && box.scrollTop + box.clientHeight >= box.scrollHeight - 2) return pages.length
  const line = box.scrollTop + box.clientHeight / 3
  const above = pages.filter((element) => element.offsetTop - box.offsetTop <= line)
  return Math.max(1, above.length)
}
