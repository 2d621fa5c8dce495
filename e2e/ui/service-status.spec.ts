import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { toastOf } from './toast.ts'

// Covers: service-status-3, service-status-4
test('An admin publishes the service status, and a visitor reads it without signing in', async ({
  page,
  signIn,
  allowError,
}) => {
  allowError(/404/)
  await page.goto('/status')
  await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible()
  await signIn(page, 'admin')
  await page.goto('/settings?tab=system')
  const form = page.getByRole('region', { name: 'Organisation', exact: true })
  await form.getByLabel('Publish the service status').check()
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page, 'Organisation saved')).toBeVisible()

  // what the screen reads in the background until it is left
  allowError(/401/)
  await page.context().clearCookies()
  await page.goto('/status')
  await expect(page.getByRole('heading', { name: 'Service status', level: 1 })).toBeVisible()
  const objectives = page.getByRole('table')
  await expect(objectives.getByRole('row')).toHaveCount(5)
  await expect(objectives.getByRole('rowheader', { name: /^Website and API/ })).toContainText(
    'at least 99.9%',
  )
  await expect(page.getByRole('heading', { name: 'Restore drills' })).toBeVisible()
  await expectAccessible(page, 'the service status', { colours: true })
  const json = await page.request.get(
    (await page.getByRole('link', { name: 'the same figures as JSON' }).getAttribute('href')) ?? '',
  )
  expect((await json.json()).objectives).toHaveLength(4)

  // the other files of the worker share the server
  await signIn(page, 'admin')
  const hidden = await page.request.patch('/api/organisation', { data: { statusPage: false } })
  expect(hidden.ok()).toBe(true)
})
