import type { Call } from '#contract/calls/calls.ts'
import { expectAccessible } from './accessible.ts'
import { makeBroker } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'lender')
})

// Covers: brokers-22
test('Two records of one broker are merged in a dialog, and the page tells everything', async ({
  page,
  allowError,
}, info) => {
  const word = info.project.name
  const kept = await makeBroker(page, { name: `Kira Kept ${word}`, digit: 5 })
  const going = await makeBroker(page, { name: `Kira K. ${word}`, digit: 6 })
  await page.request.patch(`/api/brokers/${kept.id}`, {
    data: { email: `kira.${word}@example.com`, region: 'VIC' },
  })
  await page.request.patch(`/api/brokers/${going.id}`, {
    data: { email: `kira.${word}@example.com`, region: 'WA', company: 'Quokka Finance' },
  })
  await page.goto(`/brokers?broker=${kept.id}`)
  await page.getByRole('link', { name: 'Open full record' }).click()
  await expect(page.getByRole('heading', { level: 1, name: `Kira Kept ${word}` })).toBeVisible()
  const alike = page.getByRole('region', { name: 'Records that may be the same broker' })
  await expect(alike).toContainText(`Kira K. ${word}`)
  await expect(alike).toContainText('Same email')
  await expectAccessible(page, 'broker')
  await alike.getByRole('button', { name: 'Merge' }).click()
  const dialog = page.getByRole('dialog', { name: `Merge into Kira Kept ${word}` })
  const both = dialog.getByRole('table', { name: 'Both records' })
  await expect(both.getByRole('row', { name: /^Email/ })).toContainText(`kira.${word}@example.com`)
  await expect(dialog.getByText('Quokka Finance')).toBeVisible()
  await dialog.getByRole('radio', { name: /^WA/ }).check()
  await expectAccessible(page, 'merge')
  await dialog.getByRole('button', { name: 'Merge records' }).click()
  await expect(page.getByText('Records merged', { exact: true })).toBeVisible()
  await expect(alike).toBeHidden()
  const record = page.getByRole('region', { name: 'Record' })
  await expect(record.getByText('WA', { exact: true })).toBeVisible()
  await expect(page.getByText(`Merged with the record Kira K. ${word} (number ${going.id})`)).toBeVisible()
  await page.getByLabel('Show in the timeline').selectOption('Visits')
  await expect(page.getByText('No entries of this kind yet.')).toBeVisible()
  allowError(/404/)
  await page.goto(`/brokers/${going.id}`)
  await expect(page.getByText('Broker not found')).toBeVisible()
})

// Covers: brokers-21
test('One long word for a campaign’s name stays within a narrow page', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  // test calls are no part of the record, so one of the demo world's calls gets the long word
  const calls = (await (await page.request.get('/api/calls?limit=50')).json()) as Call[]
  const called = calls.find((call) => call.broker && call.campaign)
  const campaign = `/api/campaigns/${called?.campaign?.id}`
  const name = 'W'.repeat(200)
  const renamed = await page.request.patch(campaign, { data: { name } })
  expect(renamed.status(), await renamed.text()).toBe(200)
  try {
    await page.goto(`/brokers/${called?.broker?.id}?tab=calls`)
    await expect(page.getByRole('region', { name: 'Record' }).getByText(name).first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  } finally {
    await page.request.patch(campaign, { data: { name: called?.campaign?.name } })
  }
})
