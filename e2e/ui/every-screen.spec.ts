import { consolePaths } from '#contract/screens.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { addressOf } from './screen-addresses.ts'

// Each screen once as it first shows. What opens on it is checked where the screen has its tests, most of it in `npm run test:deep` only.

// independent of each other, so that all workers share them
test.describe.configure({ mode: 'parallel' })

for (const path of consolePaths.filter((each) => each !== '/'))
  test(`${path} passes axe and fits the width`, async ({ page, signIn }) => {
    await signIn(page, 'admin')
    await page.goto(await addressOf(page, path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await expectAccessible(page, path)
  })
