import type { Locator, Page } from '@playwright/test'
import { expect } from './fixtures.ts'

/** More stops than any screen has before the one that is wanted. */
const MOST_STOPS = 120

/** The element with the focus, and what is wrong with the way it shows that; null where nothing is. */
function lookAtFocus(): { mark: string; fault: string | null } {
  const element = document.activeElement
  if (!(element instanceof HTMLElement) || element === document.body) return { mark: 'body', fault: null }
  const labels =
    element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null
  const ids = element.getAttribute('aria-labelledby')?.split(' ') ?? []
  const texts = [
    ...ids.map((id) => document.getElementById(id)?.textContent),
    ...[element.getAttribute('aria-label'), ...[...(labels ?? [])].map(({ textContent }) => textContent)],
    ...[element.innerText, element.querySelector('img')?.alt, element.title],
  ]
  const name = texts.find((text) => text?.trim())?.trim() ?? ''
  const mark = `${element.localName} "${name.slice(0, 40)}"`
  if (name === '' && !element.matches('main, textarea')) return { mark, fault: 'has no name' }
  const box = element.getBoundingClientRect()
  const isSeen =
    box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
  if (!isSeen) return { mark, fault: 'is out of view' }
  const hasRing = (each: Element): boolean => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow } = getComputedStyle(each)
    const isOutlined =
      outlineStyle !== 'none' &&
      Number.parseFloat(outlineWidth) > 0 &&
      !/, 0\)$|transparent/.test(outlineColor)
    return isOutlined || (boxShadow !== 'none' && each.matches(':focus-visible'))
  }
  // text fields show the caret as well; a field within a frame shows the ring on the frame
  const frames = [element, element.parentElement, element.parentElement?.parentElement].filter(
    (each) => each != null,
  )
  const isText = element.matches('input:not([type=checkbox], [type=radio], [type=file]), textarea')
  if (!isText && !frames.some(hasRing)) return { mark, fault: 'shows no ring' }
  const [x, y] = [
    (Math.max(box.left, 0) + Math.min(box.right, innerWidth)) / 2,
    (Math.max(box.top, 0) + Math.min(box.bottom, innerHeight)) / 2,
  ]
  const top = document.elementFromPoint(x, y)
  // a toast disappears after some seconds
  const isToast = top?.closest('[data-swipe-direction]') != null
  const isFree = top !== null && (isToast || element.contains(top) || top.contains(element))
  return { mark, fault: isFree ? null : `is covered by ${top?.outerHTML.slice(0, 80)}` }
}

/** Moves the focus with Tab until it is on the element; every stop on the way is visible and has a name. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  await tabUntil(page, target, { key, isThere: (element) => element === document.activeElement })
}

/** The same until the focus is in the element, such as a grid, of which one cell is a stop. */
export async function tabInto(page: Page, target: Locator): Promise<void> {
  await tabUntil(page, target, { key: 'Tab', isThere: (element) => element.contains(document.activeElement) })
}

interface Tabbing {
  key: string
  /** Runs in the page. */
  isThere: (target: Element) => boolean
}

async function tabUntil(page: Page, target: Locator, { key, isThere }: Tabbing): Promise<void> {
  await expect(target).toBeAttached()
  const faults: string[] = []
  const stops: string[] = []
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key)
    const { mark, fault } = await page.evaluate(lookAtFocus)
    stops.push(mark)
    if (fault) faults.push(`${mark} ${fault}`)
    if (await target.evaluate(isThere)) {
      expect(faults, 'every stop shows the focus').toEqual([])
      return
    }
  }
  throw new Error(`${key} does not reach ${target}; its stops: ${stops.join(', ')}`)
}

/** Opens a screen as a person without a mouse does: with the search. */
export async function goByKeys(page: Page, screen: string, heading: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Search' })).toBeVisible()
  await page.keyboard.type(screen)
  await expect(page.getByRole('option', { name: screen, exact: true }).first()).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
  await expect(page.getByRole('main')).toBeFocused()
}
