import { setupSteps } from '#contract/system/setup.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

const region = { name: 'First steps', exact: true } as const

// Covers: console-toasts-10
test('A new installation begins with its first steps, which tick themselves, can be put away, and end when all are done', async ({
  page,
  signIn,
}) => {
  // the demo world has completed all steps: open ones here simulate a new installation
  const open = new Set<string>(setupSteps)
  let putAway = false
  await page.route('**/api/setup', async (route) => {
    if (route.request().method() === 'PUT') putAway = route.request().postDataJSON().putAway
    const steps = setupSteps.map((step) => ({ step, done: !open.has(step) }))
    await route.fulfill({ json: { steps, done: open.size === 0, simulated: false, putAway } })
  })
  await signIn(page, 'lender')
  await page.goto('/dashboard')
  const list = page.getByRole('region', region)
  await expect(list.getByText('0 of 7 done')).toBeVisible()
  await expectAccessible(page, 'the first steps')
  // users without permission see who may do the step
  await expect(list.getByRole('button', { name: 'Enter details' })).toHaveAccessibleDescription(
    'Only admins may do this.',
  )
  await list.getByRole('link', { name: 'Import CSV' }).click()
  await expect(page.getByRole('heading', { name: 'Import brokers' })).toBeVisible()

  // an import by any user completes the step
  open.delete('brokers')
  await page.goto('/dashboard')
  await expect(list.getByText('1 of 7 done')).toBeVisible()
  await expect(list.getByRole('listitem').filter({ hasText: 'Import your brokers (done)' })).toBeVisible()
  await list.getByRole('button', { name: 'Dismiss' }).click()
  await expect(list).toHaveCount(0)
  await page.goto('/settings')
  await list.getByRole('button', { name: 'Show on the dashboard' }).click()
  await page.goto('/dashboard')
  await expect(list).toBeVisible()

  open.clear()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Recent Broker Activity' })).toBeVisible()
  await expect(list).toHaveCount(0)
  await page.goto('/settings')
  await expect(page.getByRole('region', { name: 'Service status' })).toBeVisible()
  await expect(list).toHaveCount(0)
})

// Covers: console-toasts-11
test('The dashboard opens, and stays, though nothing that it shows can be read', { tag: '@deep' }, async ({
  page,
  signIn,
  allowError,
}) => {
  allowError(/500/)
  await signIn(page, 'admin')
  let asked = 0
  await page.route(/\/api\/(setup|dashboard|campaigns|activities|calls|tasks)/, (route) => {
    if (route.request().url().endsWith('/api/setup')) asked += 1
    return route.fulfill({
      status: 500,
      json: { code: 'internal', message: 'Something went wrong on our side.', requestId: 'req-example' },
    })
  })
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { name: 'Campaign Dashboard' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' }).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  // once for the frame, once for the list of first steps
  expect(asked).toBeLessThanOrEqual(2)
})
