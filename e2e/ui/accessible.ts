import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page, ViewportSize } from '@playwright/test'
import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import { expect } from './fixtures.ts'

// half of the size of the package's own copy, which includes comments
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const PHONE = { width: 390, height: 844 }
const LAYERS = '[role="dialog"], [role="alertdialog"]'
// a frame that runs no scripts never answers axe, which waits for it
const SILENT_FRAME = 'iframe[sandbox]'
/** Axe rules about places and sizes. */
const LAYOUT_RULES = ['target-size', 'scrollable-region-focusable']
const OF_A_STYLE = 'data-one-of-a-style'

interface Options {
  /** Checks the colours on the narrow screen as well. */
  colours?: boolean
  /** Only this part of the page. */
  within?: string
}

/**
 * The page passes axe, and is not wider than the screen, here and at a phone's width, where open layers must stay open. Below an
 * open dialog or panel nothing is reachable: only the layer is scanned. Colours are scanned for one of all elements of equal style,
 * in light or dark by turns. `npm run test:deep` scans both schemes, and runs axe at the phone's width too.
 */
export async function expectAccessible(page: Page, where: string, options: Options = {}): Promise<void> {
  const screen = page.viewportSize()
  const isPhone = screen?.width === PHONE.width
  await look(page, where, { ...options, colours: options.colours || !isPhone })
  if (!screen || isPhone) return
  const layers = page.locator(LAYERS)
  const open = await layers.count()
  await setScreen(page, PHONE, { touch: true })
  await expect(layers, `${where} keeps open what is open where the screen turns narrow`).toHaveCount(open)
  // a dialog's content is the same at every width: only its layout differs
  const rules = open > 0 ? LAYOUT_RULES : undefined
  if (process.env.DEEP) await look(page, `${where} on a phone`, { ...options, rules })
  else await expectToFit(page, `${where} on a phone`)
  await setScreen(page, screen, { touch: false })
}

interface Look extends Options {
  /** Only these of axe's rules; by default all except those of colours. */
  rules?: string[] | undefined
}

async function look(page: Page, where: string, { colours, within, rules }: Look): Promise<void> {
  const layered = (await page.locator(LAYERS).count()) > 0
  const include = within ?? (layered ? LAYERS : undefined)
  // content that a phone has not rendered yet keeps its old style: render everything, in its final colours immediately
  await page.addStyleTag({
    content: '* { content-visibility: visible !important; transition: none !important }',
  })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const found = await scan(
    page,
    include,
    rules ? { runOnly: rules } : { rules: { 'color-contrast': { enabled: false } } },
  )
  await expectToFit(page, where)
  if (colours) {
    await markOfEachStyle(page, include)
    for (const colorScheme of schemesFor(where)) {
      await page.emulateMedia({ colorScheme })
      found.push(...(await scan(page, `[${OF_A_STYLE}]`, { runOnly: ['color-contrast'] })))
    }
    await page.emulateMedia({ colorScheme: 'light' })
  }
  expect(found, where).toEqual([])
}

function schemesFor(where: string): readonly ('light' | 'dark')[] {
  if (process.env.DEEP) return ['light', 'dark']
  return where.length % 2 === 0 ? ['light'] : ['dark']
}

/** Until the page has been drawn for it. */
async function setScreen(page: Page, size: ViewportSize, { touch }: { touch: boolean }): Promise<void> {
  await page.setViewportSize(size)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: touch })
  await session.detach()
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}

/** Marks one of all elements that contain text of their own and have the same styles. */
async function markOfEachStyle(page: Page, within = 'body'): Promise<void> {
  await page.evaluate(
    ({ within, mark }) => {
      const wordless = new Set([
        'id',
        'href',
        'for',
        'title',
        'aria-label',
        'aria-labelledby',
        'aria-describedby',
      ])
      const lookOf = (element: Element): string => {
        const own = [...element.attributes].filter(({ name }) => !wordless.has(name) && name !== mark)
        const look = `${element.localName} ${own.map(({ name, value }) => `${name}=${value}`).join(' ')}`
        return element.parentElement ? `${lookOf(element.parentElement)} > ${look}` : look
      }
      for (const marked of document.querySelectorAll(`[${mark}]`)) marked.removeAttribute(mark)
      const holdsText = (element: Element) =>
        element.matches('input, textarea, select') ||
        [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim())
      const seen = new Set<string>()
      for (const part of document.querySelectorAll(within)) {
        for (const element of part.querySelectorAll('*')) {
          if (!holdsText(element)) continue
          const look = lookOf(element)
          if (!seen.has(look)) element.setAttribute(mark, '')
          seen.add(look)
        }
      }
    },
    { within, mark: OF_A_STYLE },
  )
}

/**
 * Runs axe in the page itself: its package for Playwright carries a report that describes every passing element through
 * a second page, which takes three times as long as looking.
 */
async function scan(page: Page, include: string | undefined, rules: RunOptions): Promise<string[]> {
  // there is no other frame that axe would have to be put into
  await expect(page.locator(`iframe:not(${SILENT_FRAME})`)).toHaveCount(0)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const options: RunOptions = { ...rules, resultTypes: ['violations'], selectors: false }
  return page.evaluate(
    async ({ include, exclude, options }) => {
      const { axe: injected } = window as unknown as { axe: typeof axe } // put there just now
      const context = { exclude: [exclude], ...(include && { include: [include] }) }
      const { violations } = await injected.run(context, options)
      return violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)
    },
    { include, exclude: SILENT_FRAME, options },
  )
}

async function expectToFit(page: Page, where: string): Promise<void> {
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(sideways, `${where} scrolls sideways`).toBeLessThanOrEqual(0)
  const cut = await page
    .locator('th .truncate:visible')
    .evaluateAll((headings) =>
      headings
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map((each) => each.textContent),
    )
  expect(cut, `${where} cuts headings of columns`).toEqual([])
}
