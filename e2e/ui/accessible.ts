import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'

const WIDE = 768
const LAYERS = '[role="dialog"], [role="alertdialog"]'

/**
 * The page as it stands passes axe, and is not wider than the screen. Under an open dialog or panel nothing can be
 * reached: only that is looked at, the page below has its own turn. Colours are the same at every width, and looking at
 * them takes longest: the wide screen's turn does so, light and dark.
 * @param options `colours`: looks at them on a narrow screen as well
 */
export async function expectAccessible(page: Page, where: string, { colours = false } = {}): Promise<void> {
  const found: string[] = []
  const narrow = (page.viewportSize()?.width ?? 0) < WIDE
  const layered = (await page.locator(LAYERS).count()) > 0
  const axe = (): AxeBuilder => {
    // a frame that runs no scripts never answers axe, which waits for it
    const builder = new AxeBuilder({ page }).exclude('iframe[sandbox]')
    return layered ? builder.include(LAYERS) : builder
  }
  const scan = async (scheme: string, builder: AxeBuilder): Promise<void> => {
    const { violations } = await builder.analyze()
    found.push(...violations.map(({ id, nodes }) => `${where}, ${scheme}: ${id} ${nodes[0]?.html}`))
  }
  // what a phone has not drawn yet keeps the style it had: everything is to be looked at
  await page.addStyleTag({ content: '* { content-visibility: visible !important }' })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  await scan('light', narrow && !colours ? axe().disableRules(['color-contrast']) : axe())
  await expectToFit(page, where)
  if (narrow && !colours) return expect(found).toEqual([])
  // colours are all that a scheme changes
  await page.emulateMedia({ colorScheme: 'dark' })
  // colours change by transitions, however short, and a child's starts when its parent's ends
  await page.evaluate(async () => {
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    for (let still = 0; still < 5; still++) {
      await frame()
      if (document.getAnimations().some(({ playState }) => playState === 'running')) still = 0
    }
  })
  await scan('dark', axe().withRules(['color-contrast']))
  await page.emulateMedia({ colorScheme: 'light' })
  expect(found).toEqual([])
}

async function expectToFit(page: Page, where: string): Promise<void> {
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(sideways, `${where} scrolls sideways`).toBeLessThanOrEqual(0)
}
