import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

// Covers: calling-rules-3
test('Compliance drafts calling rules, sees their effect on next week’s calls, and publishes them', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'compliance')
  await page.goto('/surveillance/rules')
  const versions = page.getByRole('region', { name: 'Published versions' })
  await expect(versions).toContainText('Telemarketing and Research Calls')
  await page.getByLabel('Monday to Friday until').fill('21:00')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByText('No rules permit calls after 8 pm').first()).toBeVisible()
  await page.getByLabel('Monday to Friday until').fill('20:00')
  // planned calls move, so that the preview lists some
  await page.getByLabel('Monday to Friday from').fill('13:00')
  await page.getByLabel('Counting period in days').fill('40')
  await page.getByLabel('Source').fill('Decision of the board')
  await page.getByLabel('Valid from').fill('2031-04-01')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await expect(page.getByRole('region', { name: 'Draft' })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Effect on next week’s calls' })).toContainText(
    /the draft would refuse \d+ and move [1-9]/,
  )
  await expect(page.getByRole('list', { name: 'Brokers' }).getByRole('link').first()).toBeVisible()
  await expectAccessible(page, 'a draft of calling rules')
  await page.getByRole('button', { name: 'Publish' }).click()
  await expect(page.getByRole('alertdialog')).toContainText('the draft would refuse')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Publish' }).click()
  await expect(versions.getByText('Planned')).toBeVisible()
  await expect(versions).toContainText('Decision of the board')
})
