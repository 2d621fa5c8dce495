import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

test('The end of a list that does not load says so and waits for the next try; a record opened there says so too', async ({
  page,
  signIn,
  allowError,
}) => {
  allowError(/500/)
  await signIn(page, 'lender')
  let asked = 0
  await page.route('**/api/brokers?*cursor=*', (route) => {
    asked += 1
    return route.fulfill({ status: 500, json: {} })
  })
  await page.goto('/brokers')
  const alert = page.getByRole('alert').filter({ hasText: 'More brokers could not be loaded.' })
  const last = page.getByRole('row').last()
  const count = page.getByText(/\d+ of \d+ brokers/)
  await count.scrollIntoViewIfNeeded()
  await expect(alert).toContainText('Something went wrong on our side.')
  // the end of the list stays in sight
  await page.waitForTimeout(1_000)
  // once more where a change was announced meanwhile, not without end
  expect(asked).toBeLessThan(3)
  await expectAccessible(page, 'a list whose end does not load')

  const [shown = ''] = (await count.innerText()).split(' of ')
  await last.getByRole('cell').nth(2).click()
  const details = page.getByRole('dialog')
  await expect(details.getByText(`${shown} of`)).toBeVisible()
  await expect(details.getByRole('button', { name: 'Next broker' })).toHaveAccessibleDescription(
    /The next ones could not be loaded/,
  )
  expect(asked).toBeLessThan(4)
  await page.keyboard.press('Escape')

  await page.unroute('**/api/brokers?*cursor=*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(alert).toBeHidden()
  await expect(page.getByText(`${shown} of`)).toBeHidden()
  expect(Number(shown)).toBeGreaterThan(0)
})
