import type { Page } from '@playwright/test'

/**
 * What is wrong with a page on a small or zoomed screen: it scrolls sideways, a control is cut off by what holds it, or is covered
 * by a bar when it is scrolled to.
 */
export async function faultsOfReach(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // the link over the header is seen only with the focus, as keyboard-day.spec.ts shows, and a tab's panel is no control
    const CONTROLS =
      'a[href]:not([href="#main"]), button, input:not([type=hidden]), select, textarea, summary, [role=tab], [tabindex="0"]:not([role=tabpanel])'
    const faults: string[] = []
    const wide = document.documentElement.scrollWidth - innerWidth
    if (wide > 0) faults.push(`the page is ${wide} px wider than the screen`)
    const nameOf = (element: Element): string =>
      `${element.localName} "${(element.getAttribute('aria-label') ?? element.textContent ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 50)}"`
    const scrolls = ({ overflowX }: CSSStyleDeclaration): boolean =>
      overflowX === 'auto' || overflowX === 'scroll'
    /** The element that cuts off a part of this one, unless it can be scrolled. */
    const cutter = (element: Element, box: DOMRect): Element | null => {
      for (let outer = element.parentElement; outer; outer = outer.parentElement) {
        const style = getComputedStyle(outer)
        if (scrolls(style)) return null
        if (style.position === 'fixed') return null
        if (style.overflowX === 'visible') continue
        const edge = outer.getBoundingClientRect()
        if (box.left < edge.left - 1 || box.right > edge.right + 1) return outer
      }
      return null
    }
    const modal = document.querySelector('[role=dialog], [role=alertdialog]')
    for (const element of (modal ?? document).querySelectorAll<HTMLElement>(CONTROLS)) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      element.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      const box = element.getBoundingClientRect()
      // meant for screen readers
      if (box.width <= 1 || box.height <= 1) continue
      const held = cutter(element, box)
      if (held) {
        faults.push(
          `${nameOf(element)} is cut off by ${held.localName} ${held.className.toString().slice(0, 60)}`,
        )
        continue
      }
      const [x, y] = [box.left + Math.min(box.width / 2, 40), box.top + Math.min(box.height / 2, 20)]
      const top = document.elementFromPoint(x, y)
      const label =
        element.closest('label') ?? (element.id ? document.querySelector(`label[for="${element.id}"]`) : null)
      if (!top) faults.push(`${nameOf(element)} cannot be scrolled to`)
      else if (!element.contains(top) && !top.contains(element) && !label?.contains(top))
        faults.push(`${nameOf(element)} is covered by ${nameOf(top)}`)
    }
    // words that are cut off without a sign of it
    for (const element of (modal ?? document).querySelectorAll<HTMLElement>('main *, [role=dialog] *')) {
      const isText = [...element.childNodes].some(
        ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
      )
      if (!isText || !element.checkVisibility()) continue
      const style = getComputedStyle(element)
      const isCut = style.overflowX !== 'visible' && !scrolls(style) && style.textOverflow !== 'ellipsis'
      if (isCut && element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1)
        faults.push(`the words of ${nameOf(element)} are cut off`)
    }
    scrollTo(0, 0)
    return faults
  })
}
