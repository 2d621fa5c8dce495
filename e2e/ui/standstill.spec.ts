import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

// for its clock
test.use({ ownContext: true })

const TEXT =
  'Calls are due and none has been placed for 3 minutes. Look into the log of the worker, and start it again.'

// Covers: running-21
test('What stands still is told on every screen of the console, and no longer once it moves', async ({
  page,
  signIn,
}) => {
  let stands = true
  await page.clock.install()
  await page.route('**/api/system/liveness', async (route) => {
    const response = await route.fetch()
    const standstills = stands ? [{ what: 'calls', seconds: 180, text: TEXT }] : []
    await route.fulfill({ json: { ...(await response.json()), standstills } })
  })
  await signIn(page, 'viewer')
  const banner = page.getByRole('status').filter({ hasText: TEXT })
  for (const path of ['/dashboard', '/settings']) {
    await page.goto(path)
    await expect(banner).toBeVisible()
  }
  // the banner is there before the screen is
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible(page, 'a screen while calls stand still')
  stands = false
  await page.clock.fastForward(15_000)
  await expect(banner).toBeHidden()
})
