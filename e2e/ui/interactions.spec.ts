import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { makeBroker, makeCampaign, numberEndingIn, ownAfternoon } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'

const details = (page: Page) => page.getByRole('dialog', { name: 'Call Details' })
const panel = (page: Page, name: string) => page.getByRole('region', { name })

test.use({ serverEnv: ownAfternoon('12:00') })

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'lender')
})

/** A campaign that calls one broker of each of these endings, and waits until the last call has ended. */
async function calledBrokers(page: Page, name: string, digits: readonly number[]): Promise<number> {
  const campaign = await makeCampaign(page, { name })
  for (const digit of digits) {
    await makeBroker(page, {
      name: `${name} ${'Zero One Two Three Four Five'.split(' ')[digit]}`,
      digit,
      region: digit % 2 ? 'TAS' : 'NT',
    })
  }
  const started = await page.request.post(`/api/campaigns/${campaign.id}/start-calls`)
  expect(started.status(), await started.text()).toBe(200)
  await expect
    .poll(
      async () => {
        const answer = await page.request.get('/api/calls', {
          params: { campaignId: campaign.id, q: name, inFlight: 'false' },
        })
        return ((await answer.json()) as unknown[]).length // the contract's type
      },
      { timeout: 120_000 },
    )
    .toBe(digits.length)
  return campaign.id
}

// Covers: dashboard-16, call-details-2
test(
  'A campaign fills the interactions live, filters act on the server, and View Details opens the call',
  { tag: '@deep' },
  async ({ page }, info) => {
    test.setTimeout(180_000)
    const name = `Filters ${info.project.name}`
    const id = await calledBrokers(page, name, [0, 1, 2, 5])
    await page.goto(`/dashboard?q=${encodeURIComponent(name)}`)
    const rows = panel(page, 'Broker Interactions')
    await expect(rows.getByText('4 interactions')).toBeVisible()
    await expect(rows.getByText('BDM meeting booked').last()).toBeVisible()
    await page.getByLabel('Campaign', { exact: true }).selectOption(name)
    await expect(page).toHaveURL(new RegExp(`campaignId=${id}`))
    await page.getByLabel('Call status').selectOption('Completed')
    await expect(rows.getByText('3 interactions')).toBeVisible()
    await page.getByLabel('Response', { exact: true }).selectOption('No response')
    await expect(rows.getByText('1 interaction', { exact: true })).toBeVisible()
    await page.getByLabel('Response', { exact: true }).selectOption('Any response')
    await page.getByLabel('Region').selectOption('NT')
    await expect(rows.getByText('1 interaction', { exact: true })).toBeVisible()
    await expect(rows.getByText(`${name} Two`).first()).toBeVisible()
    await page.reload()
    await expect(rows.getByText(`${name} Two`).first()).toBeVisible()
    await expect(page.getByLabel('Region').getByRole('option')).toHaveText([
      'All Regions',
      ...['NSW', 'VIC', 'QLD', 'WA', 'SA', 'TAS', 'ACT', 'NT'],
    ])
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    const csv = await readFile(await download.path(), 'utf8')
    expect(csv).toContain(`${name} Two`)
    expect(csv).not.toContain(`${name} One`)
    await page.getByLabel('Region').selectOption('VIC')
    await expect(page.getByText('No interactions match these filters')).toBeVisible()

    await page.goto(`/dashboard?q=${encodeURIComponent(`${name} One`)}`)
    await page.getByRole('link', { name: 'View Details' }).click()
    const call = details(page)
    for (const title of ['Call Overview', 'Call Information', 'Call Recording', 'Transcript', 'Follow-up']) {
      await expect(call.getByRole('heading', { name: title })).toBeVisible()
    }
    await expect(call.getByRole('heading', { name: 'Why this call was made' })).toBeVisible()
    await expect(call.getByText(/May be called/)).toBeVisible()
    await expect(call).toContainText('SMS link requested')
    await expect(call).toContainText(`${name} One Finance`)
    await expect(page).toHaveURL(/call=\d+/)
    await page.keyboard.press('Escape')
    await expect(call).toBeHidden()
    await expect(page).not.toHaveURL(/call=/)
  },
)

// Covers: console-toasts-32
test('Interactions out of sight show new calls without a scroll', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  await signIn(page, 'lender')
  const campaign = await makeCampaign(page, { name: 'Out of sight' })
  await page.setViewportSize({ width: 1280, height: 300 })
  await page.goto('/dashboard?test=true')
  const rows = page.getByRole('table', { name: 'Broker Interactions' }).getByRole('row')
  await expect(rows.nth(1)).toBeAttached()
  await expect(rows.nth(1)).not.toBeInViewport()
  await expect(rows.nth(1)).not.toContainText('Test call')
  const call = await page.request.post('/api/calls/test', {
    data: { phoneNumber: numberEndingIn(5), campaignId: campaign.id },
  })
  expect(call.status(), await call.text()).toBe(201)
  // twice the pause between two drawings
  await expect(rows.nth(1)).toContainText('Test call', { timeout: 30_000 })
  await expect(rows.nth(1)).not.toBeInViewport()
})
