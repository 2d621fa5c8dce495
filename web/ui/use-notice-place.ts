import { useLayoutEffect, useState } from 'react'
import { type Box, coversNone } from './toast-place.ts'
import { freeBox } from './use-toast-place.ts'

/** Over the form's lower or upper edge, or below its last field. */
export type NoticePlace = 'bottom' | 'top' | 'after'

const BUTTON = 'a[href], button, summary, [role=button], [role=tab]'
const GAP = 4

/** The part of a form that is in view. */
function viewOf(form: HTMLElement): Box {
  const dialog = form.closest('[role=dialog]')
  const frame = dialog ? form.parentElement?.getBoundingClientRect() : undefined
  const free = frame ?? freeBox()
  const { left, right, top, bottom } = form.getBoundingClientRect()
  return { left, right, top: Math.max(top, free.top), bottom: Math.min(bottom, free.bottom) }
}

function placeOf(form: HTMLElement, notice: HTMLElement): NoticePlace {
  const view = viewOf(form)
  const { width, height } = notice.getBoundingClientRect()
  const middle = (view.left + view.right) / 2
  const boxAt = (top: number): Box => ({
    left: middle - width / 2,
    right: middle + width / 2,
    top,
    bottom: top + height,
  })
  // a button of the page may be behind the form's edge
  const buttons = [...document.querySelectorAll(BUTTON)]
    .filter((each) => !notice.contains(each))
    .map((each) => each.getBoundingClientRect())
    .filter(({ width, height }) => width > 1 && height > 1)
  if (coversNone(boxAt(view.bottom - GAP - height), buttons)) return 'bottom'
  return coversNone(boxAt(view.top + GAP), buttons) ? 'top' : 'after'
}

/** Where a notice floats over its form without covering a button. It is chosen again after a scroll or a resize. */
export function useNoticePlace(box: HTMLElement | null): NoticePlace {
  const [place, setPlace] = useState<NoticePlace>('bottom')
  useLayoutEffect(() => {
    const form = box?.closest('form')
    const notice = box?.firstElementChild
    if (!form || !(notice instanceof HTMLElement)) return
    const choose = (): void => setPlace(placeOf(form, notice))
    choose()
    const sizes = new ResizeObserver(choose)
    sizes.observe(form)
    sizes.observe(notice)
    window.addEventListener('scroll', choose, { capture: true, passive: true })
    window.addEventListener('resize', choose)
    return () => {
      sizes.disconnect()
      window.removeEventListener('scroll', choose, { capture: true })
      window.removeEventListener('resize', choose)
    }
  }, [box])
  return place
}
