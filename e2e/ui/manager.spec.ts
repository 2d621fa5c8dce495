import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

// Covers: dashboard-18
test('Today shows the night before and what is due, and each line opens its record', {
  tag: '@desk-first',
}, async ({ page, signIn }) => {
  await signIn(page, 'admin')
  await page.goto('/dashboard')
  const today = page.getByRole('region', { name: 'Today' })
  await expect(today.getByText(/^Since /)).toBeVisible()
  for (const part of ['Meetings', 'Call-backs due', 'Campaigns that resume', 'Expiring this week'])
    await expect(today.getByRole('region', { name: part })).toBeVisible()
  await expectAccessible(page, 'today', { within: '[aria-label="Today"]' })
  await today.getByRole('link', { name: 'Call-backs due' }).click()
  await expect(page).toHaveURL(/\/tasks\?kind=call_back/)
})

// Covers: bookings-33, bookings-34
test('A free time of the week is booked for a broker by keys, and is listed in the brief of the BDM', {
  tag: '@desk-first',
}, async ({ page, signIn }) => {
  await signIn(page, 'lender')
  const [broker] = await (await page.request.get('/api/brokers?q=a&sort=-createdAt&limit=1')).json()
  const soon = new Date(Date.now() + 14 * 86_400_000).toISOString().slice(0, 10)
  await page.goto(`/bookings?view=week&week=${soon}`)
  const grid = page.getByRole('grid', { name: 'Meetings of the week' })
  const free = grid.getByRole('gridcell', { name: /: free$/ }).last()
  await free.focus()
  const place = String(await free.getAttribute('data-place'))
  const [bdmId = '', day = ''] = place.split(' ')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Book for a broker' })
  await dialog.getByRole('combobox', { name: 'Broker' }).fill(broker.name)
  await dialog.getByRole('listbox', { name: 'Broker: matches' }).getByRole('option').first().click()
  await dialog.getByLabel('Agenda').fill('Self-employed borrowers')
  await expectAccessible(page, 'booking for a broker')
  await dialog.getByRole('button', { name: 'Book meeting' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.locator(`[data-place="${place}"]`)).toHaveAccessibleName(/meeting with /)

  await page.goto(`/bookings/brief?bdm=${bdmId}&day=${day}`)
  const meeting = page.getByRole('listitem').filter({ hasText: 'Self-employed borrowers' })
  for (const label of ['Last call', 'Asked for', 'Score', 'Documents', 'Open tasks'])
    await expect(meeting.getByText(label, { exact: true })).toBeVisible()
  await expectAccessible(page, 'brief of a BDM')

  // without a BDM in the address it shows the next meetings of one
  await page.goto('/bookings/brief')
  await expect(page.getByRole('heading', { name: /^Brief for / })).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Last call' }).first()).toBeVisible()
  await page.getByLabel('BDM').selectOption({ value: bdmId })
  await expect(page).toHaveURL(new RegExp(`bdm=${bdmId}`))
})

// Covers: surveillance-39
test('The compliance report of a month is read, and saved as PDF and CSV', async ({ page, signIn }) => {
  await signIn(page, 'compliance')
  await page.goto('/surveillance')
  await page.getByRole('button', { name: 'Monthly report' }).click()
  const dialog = page.getByRole('dialog', { name: 'Monthly compliance report' })
  await expect(dialog.getByRole('region', { name: 'Opt-outs' })).toBeVisible()
  await expectAccessible(page, 'compliance report')
  for (const [button, file] of [
    ['Save as PDF', /^compliance-report-\d{4}-\d\d\.pdf$/],
    ['Save as CSV', /^compliance-report-\d{4}-\d\d\.csv$/],
  ] as const) {
    const saved = page.waitForEvent('download')
    await dialog.getByRole('button', { name: button }).click()
    expect((await saved).suggestedFilename()).toMatch(file)
  }
})
