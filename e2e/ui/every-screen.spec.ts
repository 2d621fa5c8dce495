import type { Page } from '@playwright/test'
import { consolePaths } from '#contract/screens.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

// Each screen once as it first shows. What opens on it is checked where the screen has its tests, most of it in `npm run test:deep` only.

// independent of each other, so that all workers share them
test.describe.configure({ mode: 'parallel' })

/** The path of a record, with the first record of the demo world. */
async function addressOf(page: Page, path: string): Promise<string> {
  if (!path.includes(':id')) return path
  const [first] = await (await page.request.get(`/api${path.slice(0, path.indexOf('/:id'))}?limit=1`)).json()
  return path.replace(':id', String(first.id))
}

for (const path of consolePaths.filter((each) => each !== '/'))
  test(`${path} passes axe and fits the width`, async ({ page, signIn }) => {
    await signIn(page, 'admin')
    await page.goto(await addressOf(page, path))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('.skeleton')).toHaveCount(0)
    await expectAccessible(page, path)
  })
