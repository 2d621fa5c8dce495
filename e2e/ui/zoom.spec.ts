import { consolePaths } from '#contract/screens.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { faultsOfReach } from './reach.ts'
import { openScreen } from './screen-addresses.ts'

// Covers: console-toasts-35
const screens = {
  'at 200 % zoom': { viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
  'on a screen of 360 px': { viewport: { width: 360, height: 640 }, deviceScaleFactor: 2 },
}

for (const [where, use] of Object.entries(screens)) {
  test.describe(where, { tag: '@deep' }, () => {
    test.use({ ...use, ownContext: true })

    test('Every screen is read without scrolling sideways, and every control is within reach', async ({
      page,
      signIn,
    }) => {
      test.setTimeout(300_000)
      await signIn(page, 'admin')
      const faults: Record<string, string[]> = {}
      for (const path of consolePaths.filter((each) => each !== '/')) {
        await openScreen(page, path)
        const found = await faultsOfReach(page)
        if (found.length > 0) faults[path] = found
      }
      expect(faults).toEqual({})
    })

    test('The register of automated decisions is short, and a link opens its entry', async ({ page }) => {
      await page.goto('/privacy/automated-decisions#score')
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      const opened = page.locator('#score')
      await expect(opened).toBeVisible()
      expect(await faultsOfReach(page)).toEqual([])
      await expectAccessible(page, 'the register of decisions')
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      expect(height).toBeLessThan(6000)
      await page.emulateMedia({ media: 'print' })
      const hidden = await page
        .locator('main dd, main dt, main p')
        .evaluateAll(
          (texts) => texts.filter((text) => !text.checkVisibility({ contentVisibilityAuto: true })).length,
        )
      expect(hidden).toBe(0)
    })
  })
}
