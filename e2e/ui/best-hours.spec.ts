import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { makeCampaign } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'

const SWITCH = 'Prefer the hours in which brokers answer most'
const panel = (page: Page) => page.getByRole('region', { name: 'Best hours', exact: true })
const shot = async (page: Page, name: string): Promise<void> => {
  if (process.env.SHOTS) await page.screenshot({ path: `${process.env.SHOTS}/${name}.png`, fullPage: true })
}

// Covers: best-hours-7
test(
  'The best hours are switched on when a campaign is made, and off again in its Edit dialog',
  { tag: ['@desk-first', '@deep'] },
  async ({ page, signIn }, info) => {
    const name = `Hours ${info.project.name}`
    await signIn(page, 'lender')
    await page.goto('/campaigns')
    await page.getByRole('button', { name: 'New Campaign' }).click()
    const form = page.getByRole('dialog', { name: 'Create New Campaign' })
    await form.getByLabel('Campaign name').fill(name)
    await form.getByLabel('Product').fill('Flex')
    await form.getByLabel('Call script').fill('Hello {{firstName}}')
    const toggle = form.getByRole('switch', { name: SWITCH })
    await expect(toggle).not.toBeChecked()
    await toggle.check()
    await shot(page, `create-${info.project.name}`)
    await expectAccessible(page, `best hours in a new campaign, ${info.project.name}`)
    await form.getByRole('button', { name: 'Create Campaign' }).click()
    await page.getByRole('link', { name, exact: true }).first().click()

    await expect(
      panel(page).getByText(/Brokers may wait up to two more calling days for an hour/),
    ).toBeVisible()
    await expect(panel(page).getByText(/^NSW mobiles: any hour/)).toBeVisible()
    await expect(
      panel(page)
        .getByText(/^(Too few calls to tell|No hour can be told)/)
        .first(),
    ).toBeVisible()
    await page.getByRole('tab', { name: 'Set-up' }).click()
    const choice = page.locator('dt', { hasText: 'Prefer best hours' }).locator('+ dd')
    await expect(choice).toHaveText('On')
    await expectAccessible(page, `best hours of a campaign, ${info.project.name}`)

    await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
    const edit = page.getByRole('dialog', { name: 'Edit Campaign' })
    await edit.getByRole('switch', { name: SWITCH }).uncheck()
    await edit.getByRole('button', { name: 'Save Changes' }).click()
    await expect(choice).toHaveText('Off')
    await page.getByRole('tab', { name: 'Results' }).click()
    // no calls were made with them on: there is nothing to compare
    await expect(panel(page)).toHaveCount(0)
  },
)

// Covers: best-hours-6
test(
  'A campaign’s page tells its preferred hours and what they bring, and Call how many wait',
  { tag: ['@desk-first', '@deep'] },
  async ({ page, signIn }, info) => {
    await signIn(page, 'lender')
    const { id } = await makeCampaign(page, { name: `Best ${info.project.name}`, preferBestHours: true })
    const arm = { brokers: 400, waiting: 12, called: 388, answered: 170, rate: 43.8 }
    await page.route(`**/api/campaigns/${id}/best-hours`, (route) =>
      route.fulfill({
        json: {
          ...{ preferBestHours: true, controlPercent: 20, days: 90 },
          groups: [
            {
              ...{ region: 'NSW', line: 'mobile', brokers: 310, name: 'NSW mobiles' },
              hours: 'Tue to Thu, 10 am to noon',
              evidence: '31.2% of 4,210 calls on 61 days were answered, in these hours 44.0% of 620.',
            },
            {
              ...{
                region: null,
                line: 'fixed',
                brokers: 1,
                name: 'Fixed lines without a state',
                hours: null,
              },
              evidence: 'Without a state the hours at their place are not known.',
            },
          ],
          effect: {
            preferred: arm,
            any: { brokers: 100, waiting: 0, called: 100, answered: 31, rate: 31 },
            ...{ difference: 12.8, low: 2.1, high: 22.6, verdict: 'more' },
            sentence:
              'Of 100 first calls with preferred hours 12.8 more were answered: between 2.1 and 22.6.',
          },
        },
      }),
    )
    await page.goto(`/campaigns/${id}`)
    await expect(panel(page).getByText('NSW mobiles: Tue to Thu, 10 am to noon (310 brokers)')).toBeVisible()
    await expect(panel(page).getByText('Fixed lines without a state: any hour (1 broker)')).toBeVisible()
    await expect(
      panel(page).getByRole('row', { name: 'With preferred hours 400 388 43.8% (170 of 388)' }),
    ).toBeVisible()
    await expect(
      panel(page).getByText('Of 100 first calls with preferred hours 12.8 more were answered'),
    ).toBeVisible()
    await expect(panel(page).getByText('Not over yet: 12 brokers wait for the first call.')).toBeVisible()
    await expectAccessible(page, `what best hours bring, ${info.project.name}`)
    await shot(page, `panel-${info.project.name}`)
    if (process.env.SHOTS) {
      await page.emulateMedia({ colorScheme: 'dark' })
      await shot(page, `panel-dark-${info.project.name}`)
    }

    const counts = {
      ...{ callableNow: 1, callableLater: 4, elsewhere: 0, betterHour: 4, skipped: {}, total: 5 },
      ...{ outsideHours: 0, dialledBefore: 0 },
      ...{ firstCallAt: null, finishesAt: null, withoutSource: 0, notices: [] },
      alreadyIn: { waiting: 0, reached: 0, notReached: 0 },
    }
    await page.route('**/api/campaigns/*/preflight?*', (route) => route.fulfill({ json: counts }))
    await page.getByRole('button', { name: 'Call', exact: true }).first().click()
    await expect(page.getByText('5 brokers in all. 4 wait for a better hour.')).toBeVisible()
  },
)

// Covers: best-hours-6
test(
  'With real calls each broker is in one arm, and few calls give no result yet',
  { tag: '@deep' },
  async ({ page, signIn }, info) => {
    await signIn(page, 'lender')
    const { id } = await makeCampaign(page, { name: `Arms ${info.project.name}`, preferBestHours: true })
    const started = await page.request.post(`/api/campaigns/${id}/start-calls`, { data: {} })
    expect(started.ok(), await started.text()).toBe(true)
    const { callsInitiated, scheduled, betterHour } = await started.json()
    expect(betterHour).toBe(0)
    const { effect } = await (await page.request.get(`/api/campaigns/${id}/best-hours`)).json()
    expect(effect.preferred.brokers + effect.any.brokers).toBe(callsInitiated + scheduled)
    expect(effect.any.brokers).toBeGreaterThan(0)
    await page.goto(`/campaigns/${id}`)
    await expect(panel(page).getByText('Too few to tell.', { exact: true })).toBeVisible()
    await page.request.patch(`/api/campaigns/${id}`, { data: { status: 'completed' } })
  },
)

// Covers: best-hours-7
test('Analytics says where the best hours are made use of', { tag: '@deep' }, async ({ page, signIn }) => {
  await signIn(page, 'viewer')
  await page.goto('/analytics')
  const hours = page.getByRole('region', { name: 'Best hours', exact: true })
  await expect(hours.getByText(/A campaign can prefer the hours in which brokers answer most/)).toBeVisible()
  await hours.getByRole('link', { name: 'Campaigns' }).click()
  await expect(page).toHaveURL(/\/campaigns$/)
})
