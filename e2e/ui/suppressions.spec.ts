import type { Page } from '@playwright/test'
import { today } from '#test/product/calling-day.ts'
import { expectAccessible } from './accessible.ts'
import { numberEndingIn } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const list = (page: Page) => page.getByRole('region', { name: 'Suppressed numbers' })

/** As the screen sets it: +61255501019 reads (02) 5550 1019. */
function shown(number: string): string {
  return `(02) ${number.slice(4, 8)} ${number.slice(8)}`
}

async function add(page: Page, number: string, reason: string): Promise<void> {
  const answer = await page.request.post('/api/suppressions', { data: { phoneNumber: number, reason } })
  expect(answer.status(), await answer.text()).toBe(201)
}

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'compliance')
})

// Covers: suppressions-1
test('A number is added by hand with a reason, and removed with another', async ({ page }, info) => {
  const number = numberEndingIn(3)
  const reason = `Asked by letter ${info.project.name}`
  await page.goto('/brokers/suppressions')
  await page.getByRole('button', { name: 'Add number' }).click()
  const form = dialog(page, 'Add number')
  await form.getByRole('button', { name: 'Add number' }).click()
  await expect(form.getByText('Phone number is required')).toBeVisible()
  await expect(form.getByText('Reason is required')).toBeVisible()
  await form.getByLabel('Phone number').fill(number)
  await form.getByLabel('Reason').fill(reason)
  await form.getByRole('button', { name: 'Add number' }).click()
  await expect(list(page).getByText(reason)).toBeVisible()
  await page.getByRole('button', { name: `Remove ${shown(number)}` }).click()
  const removal = dialog(page, `Remove ${shown(number)}?`)
  await removal.getByRole('button', { name: 'Remove number' }).click()
  await expect(removal.getByText('Reason is required')).toBeVisible()
  await removal.getByLabel('Reason').fill('Wrote again')
  await removal.getByRole('button', { name: 'Remove number' }).click()
  await expect(list(page).getByText(reason)).toHaveCount(0)
})

test('An error of the server is shown at its field', { tag: '@deep' }, async ({ page, allowError }) => {
  allowError(/400/)
  await page.goto('/brokers/suppressions')
  await page.getByRole('button', { name: 'Add number' }).click()
  const form = dialog(page, 'Add number')
  await form.getByLabel('Phone number').fill('12')
  await form.getByLabel('Reason').fill('Typo')
  await form.getByRole('button', { name: 'Add number' }).click()
  await expect(form.getByText(/^Enter a valid phone number/)).toBeVisible()
  await expect(form.getByLabel('Reason')).toHaveValue('Typo')
})

// Covers: suppressions-2
test("A broker's own opt-out cannot be removed, and the list says why", async ({ page }) => {
  await page.goto('/brokers/suppressions?source=key')
  await expect(
    list(page)
      .getByRole('row', { name: /Opted out in call \(pressed 4\)/ })
      .first(),
  ).toBeVisible()
  await expect(list(page).getByRole('button', { name: /^Remove / })).toHaveCount(0)
  await expect(
    page.getByText('An opt-out ends when the broker texts START or new express consent is recorded.'),
  ).toBeVisible()
})

// Covers: suppressions-5
test('Search and source filter the list on the server', { tag: '@deep' }, async ({ page }, info) => {
  const number = numberEndingIn(4)
  await add(page, number, `Filtered ${info.project.name}`)
  await page.goto('/brokers/suppressions')
  await page.getByLabel('Source').selectOption('manual')
  await page.getByLabel('Search numbers').fill(number.slice(3))
  await expect(list(page).getByText('1 number', { exact: true })).toBeVisible()
  await expect(list(page).getByText(shown(number))).toBeVisible()
  await expect(page).toHaveURL(/source=manual/)
  await page.getByLabel('Source').selectOption('voice')
  await expect(page.getByText('No numbers match these filters')).toBeVisible()
})

// Covers: roles-audit-6, suppressions-2
test('A lender may add but not remove or wash, and sees who may', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  await add(page, numberEndingIn(6), 'For the lender to see')
  await signIn(page, 'lender')
  await page.goto('/brokers/suppressions')
  await expect(page.getByRole('button', { name: 'Add number' })).toBeEnabled()
  const reason = 'Only admins and compliance staff may do this.'
  await expect(page.getByRole('button', { name: 'Upload DNCR wash' })).toHaveAccessibleDescription(reason)
  const remove = list(page)
    .getByRole('button', { name: /^Remove / })
    .first()
  await expect(remove).toHaveAccessibleDescription(reason)
})

// Covers: suppressions-4
test('A wash is taken in and says what was listed and what could not be read', { tag: '@deep' }, async ({
  page,
}) => {
  const [listed, free] = [numberEndingIn(1), numberEndingIn(2)]
  await page.goto('/brokers/suppressions')
  await page.getByRole('button', { name: 'Upload DNCR wash' }).click()
  const form = dialog(page, 'Upload DNCR wash')
  await form.getByRole('button', { name: 'Upload' }).click()
  await expect(form.getByText('Choose the file of the wash first.')).toBeVisible()
  const text = `phone,listed,washed_on\n${listed},yes,${today()}\n${free},no,${today()}\nnonsense,no,${today()}\n`
  await form
    .getByLabel('CSV or Excel file')
    .setInputFiles({ name: 'wash.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await form.getByRole('button', { name: 'Upload' }).click()
  await expect(
    form.getByText('The wash was imported. 1 number on the register', { exact: false }),
  ).toBeVisible()
  await expect(form.getByRole('region', { name: 'Rejected rows' })).toContainText('Row 4 ("nonsense")')
  await form.getByRole('button', { name: 'Done' }).click()
  await expect(form).toBeHidden()
})

test('An empty list says what belongs there', { tag: '@deep' }, async ({ page }) => {
  await page.route('**/api/suppressions*', (route) =>
    route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
  )
  await page.goto('/brokers/suppressions')
  await expect(page.getByText('No suppressed numbers')).toBeVisible()
})

test('The suppression list and its dialogs are accessible', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/brokers/suppressions')
  await expect(
    list(page)
      .getByRole('row', { name: /Opted out in call \(pressed 4\)/ })
      .first(),
  ).toBeVisible()
  await expectAccessible(page, 'suppression list')
  await page.getByRole('button', { name: 'Upload DNCR wash' }).click()
  await expect(dialog(page, 'Upload DNCR wash')).toBeVisible()
  await expectAccessible(page, 'Upload DNCR wash')
})
