import { consolePaths } from '#contract/screens.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { openScreen } from './screen-addresses.ts'

// Each screen once as it first shows. What opens on it is checked where the screen has its tests, most of it in `npm run test:deep` only.

// independent of each other, so that all workers share them
test.describe.configure({ mode: 'parallel' })

// a test visits several screens in one page: loading the console and injecting axe takes half of a screen's time
const SCREENS_PER_TEST = 7
const paths = [...consolePaths.filter((path) => path !== '/'), '/campaigns?view=table']

for (let start = 0; start < paths.length; start += SCREENS_PER_TEST) {
  const group = paths.slice(start, start + SCREENS_PER_TEST)
  test(`Every screen from ${group[0]} to ${group.at(-1)} passes axe and fits the width`, async ({
    page,
    signIn,
  }) => {
    test.slow()
    await signIn(page, 'admin')
    const failures: string[] = []
    for (const path of group) {
      const check = async () => {
        await openScreen(page, path)
        await expectAccessible(page, path)
      }
      await test.step(path, check).catch(async (error: unknown) => {
        failures.push(`${path}: ${error}`)
        // nothing of this screen remains for the next one
        await page.goto('about:blank')
      })
    }
    expect(failures).toEqual([])
  })
}
