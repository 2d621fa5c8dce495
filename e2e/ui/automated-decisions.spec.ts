import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

// Covers: automated-decisions-2
test('Anybody reads the automated decisions, on a desk and on a phone, from any public page', async ({
  page,
}) => {
  await page.goto('/booking')
  await page
    .getByRole('navigation', { name: 'Legal' })
    .getByRole('link', { name: 'Automated decisions' })
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Automated decisions' })).toBeVisible()
  await expectAccessible(page, 'automated decisions')
  const significant = page.getByRole('region', { name: 'Decisions that may significantly affect you' })
  const rule = page.locator('#tier')
  await expect(rule).toBeHidden()
  await significant.getByRole('heading', { name: 'Your tier' }).click()
  await expect(rule).toBeVisible()
  await page.setViewportSize({ width: 390, height: 800 })
  const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(sideways).toBeLessThanOrEqual(0)
})

// Covers: automated-decisions-3, automated-decisions-4
test('Compliance counts the decisions of a month and copies the text for the policy', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  await signIn(page, 'compliance')
  await page.goto('/surveillance')
  await page.getByRole('link', { name: 'Automated decisions' }).click()
  const table = page.getByRole('table', { name: /^Automated decisions,/ })
  await expect(table.getByRole('row', { name: /Whether and when we call you/ })).toContainText(/[1-9]/)
  await page.getByRole('button', { name: 'Month before' }).click()
  await expect(page).toHaveURL(/month=20\d\d-\d\d$/)
  await expect(page.getByRole('region', { name: /so far$/ })).toHaveCount(0)
  const text = page.getByRole('region', { name: 'Text for your privacy policy' })
  await expect(text).toContainText('Decisions that programs make without a person:')
  const saved = page.waitForEvent('download')
  await text.getByRole('button', { name: 'Save as text' }).click()
  expect((await saved).suggestedFilename()).toBe('automated-decisions.txt')
})
