import { type RefObject, useLayoutEffect, useState } from 'react'
import { type Box, placeOf, type ToastPlace } from './toast-place.ts'

const PRESSABLE =
  'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab], [role=menuitem]'
const DIALOG = '[role=dialog], [role=alertdialog]'

/** The area of the window without bars that stay in view. */
export function freeBox(): Box {
  const bar = (selector: string): DOMRect | undefined =>
    [...document.querySelectorAll(selector)]
      .find((each) => each.getClientRects().length > 0)
      ?.getBoundingClientRect()
  const bottoms = ['.bottom-bar', '.status-bar'].map(bar)
  const bottom = Math.min(
    window.innerHeight,
    ...bottoms.flatMap((box) => (box && box.bottom > window.innerHeight - 120 ? [box.top] : [])),
  )
  const header = bar('body header')
  const top = header && header.top <= 0 ? Math.max(0, header.bottom) : 0
  return { left: 0, top, right: document.documentElement.clientWidth, bottom }
}

/** The boxes of all enabled controls: while a dialog is open, only those in it. */
function pressableBoxes(toasts: Element): Box[] {
  const dialogs = [...document.querySelectorAll(DIALOG)]
  const top = dialogs.at(-1) ?? document.body
  return [...top.querySelectorAll(PRESSABLE)].flatMap((element) => {
    if (toasts.contains(element)) return []
    const box = element.getBoundingClientRect()
    const isInView = box.bottom > 0 && box.top < window.innerHeight && box.width > 1 && box.height > 1
    return isInView ? [box] : []
  })
}

/**
 * Chooses a place for the toast with this number where it covers no control. It is chosen again when a dialog opens or
 * closes, or the window changes; scrolling the page does not move it.
 */
export function useToastPlace(viewport: RefObject<HTMLElement | null>, shown: number | null): ToastPlace {
  const [place, setPlace] = useState<ToastPlace>('bottom-right')
  useLayoutEffect(() => {
    const element = viewport.current
    if (shown === null || !element) return
    const look = (): void => {
      const { width, height } = element.getBoundingClientRect()
      setPlace(placeOf({ free: freeBox(), width, height }, pressableBoxes(element)))
    }
    look()
    // dialogs and menus are hung below the body
    const watch = new MutationObserver(look)
    watch.observe(document.body, { childList: true })
    window.addEventListener('resize', look)
    return () => {
      watch.disconnect()
      window.removeEventListener('resize', look)
    }
  }, [viewport, shown])
  return place
}
