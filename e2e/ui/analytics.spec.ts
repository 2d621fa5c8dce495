import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

const figures = (page: Page) => page.getByLabel('Figures of the period')
/** The days that the page shows, in Sydney. */
const periodOf = (page: Page): string => {
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' }).format(new Date())
  const days = new URL(page.url()).searchParams.get('period') ?? '30'
  const from = new Date(Date.parse(today) - (Number(days) - 1) * 86_400_000).toISOString().slice(0, 10)
  return `from=${from}&to=${today}`
}
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

// Covers: analytics-figures-1, analytics-figures-15
test('Analytics counts what was called in the chosen period, and each figure opens its calls', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'viewer')
  await page.goto('/analytics')
  await expect(page.getByRole('heading', { name: 'Analytics', level: 1 })).toBeVisible()
  // of the demo world, and of calls by other tests
  const counted = async () => (await page.request.get(`/api/analytics?${periodOf(page)}`)).json()
  await expect(figures(page)).toContainText(`${(await counted()).current.calls}`)
  for (const basis of ['Booked from any source', 'Applications submitted'])
    await expect(figures(page)).toContainText(basis)
  await expect(part(page, 'Response Distribution')).toContainText('Calls in which each option was chosen')
  await expect(part(page, 'From dialled to accredited')).toContainText('each counted once at each step')
  const quality = part(page, 'Call Quality Metrics')
  for (const metric of ['Connection Rate', 'Average Call Duration', 'Menu Completion Rate'])
    await expect(quality.getByRole('button', { name: metric })).toBeVisible()
  await quality.getByRole('button', { name: 'Connection Rate' }).click()
  await expect(page.getByText('Completed calls over all calls.')).toBeVisible()
  await page.keyboard.press('Escape')

  const whole = await counted()
  await page.getByLabel('Period', { exact: true }).selectOption('7')
  await expect(page).toHaveURL(/period=7/)
  const week = await counted()
  expect(week.current.calls).toBeLessThan(whole.current.calls)
  await expect(figures(page)).toContainText(`${week.current.calls}`)
  await expect(figures(page)).toContainText(/ from [\d,]+ before/)
  const responses = part(page, 'Response Distribution')
  const { option_4: optedOut } = week.current.options
  await expect(responses.getByRole('listitem').nth(3)).toHaveText(new RegExp(`^Opted out${optedOut} `))
  await responses.getByRole('link', { name: 'Opted out' }).click()
  await expect(page).toHaveURL(/dashboard\?from=.*&to=.*&response=option_4/)
  await expect(page.getByText(`${optedOut} interactions`, { exact: true })).toBeVisible()
})

// Covers: analytics-figures-1
test('A period of one’s own is checked, and a failure leaves the rest and offers another try', {
  tag: '@deep',
}, async ({ page, signIn, allowError }) => {
  allowError(/500/)
  await signIn(page, 'viewer')
  await page.goto('/analytics?period=own&from=2026-01-31&to=2026-01-01')
  await expect(page.getByText('The first day is after the last.')).toBeVisible()
  await page.goto('/analytics?period=own&from=2020-01-01&to=2020-01-31')
  await expect(figures(page)).toContainText('No earlier period')
  await expect(part(page, 'Best hours').getByText('No calls in this period')).toBeVisible()
  let fails = true
  await page.route('**/api/analytics/hours?*', (route) =>
    fails ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await page.goto('/analytics')
  await expect(part(page, 'Best hours').getByText('The hours could not be loaded.')).toBeVisible()
  await expect(part(page, 'Response Distribution')).toBeVisible()
  fails = false
  await part(page, 'Best hours').getByRole('button', { name: 'Try again' }).click()
  await expect(part(page, 'Best hours').getByText(/of all calls were answered by a person/)).toBeVisible()
})

// Covers: analytics-figures-15
test(
  'Every chart can be read as a table, and what is compared is exported',
  { tag: ['@desk-first', '@deep'] },
  async ({ page, signIn }, info) => {
    await signIn(page, 'viewer')
    await page.goto('/analytics')
    for (const [panel, label] of [
      ['Calls and answers', 'Calls, answers and responses by day'],
      ['Best hours', 'Share of calls that a person answered, by weekday and hour'],
    ] as const) {
      await part(page, panel)
        .getByRole('button', { name: /^Show as a table/ })
        .click()
      await expect(
        part(page, panel).getByRole('table', { name: label }).getByRole('row').nth(1),
      ).toBeVisible()
    }
    await expect(
      part(page, 'From dialled to accredited').getByRole('row', { name: /^Answered \d+ \d+\.\d%$/ }),
    ).toBeAttached()
    const compared = part(page, 'Comparison')
    for (const tab of ['Region', 'Product', 'Personality', 'Script version', 'Campaign']) {
      await compared.getByRole('tab', { name: tab }).click()
      await expect(compared.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
      await expect(compared.getByText(/^\d+ rows?$/)).toBeVisible()
      if (process.env.DEEP) await expectAccessible(page, `analytics by ${tab}, ${info.project.name}`)
    }
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      compared.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^calls-by-campaign-.*\.csv$/)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, `analytics, ${info.project.name}`)
  },
)

// Covers: analytics-figures-3, analytics-figures-4, analytics-figures-6
test('Campaign and region narrow every panel, and each figure opens its rows with the same filters', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  await signIn(page, 'viewer')
  await page.goto('/analytics')
  const campaigns = await (await page.request.get('/api/campaigns')).json()
  const campaign = campaigns.find(({ name }: { name: string }) => name === 'Premium Home Loan')
  await page.getByRole('combobox', { name: 'Campaign', exact: true }).selectOption(campaign.name)
  await page.getByRole('combobox', { name: 'Region', exact: true }).selectOption('NSW')
  await expect(page).toHaveURL(new RegExp(`campaignId=${campaign.id}&region=NSW`))
  const narrowed = `${periodOf(page)}&campaignId=${campaign.id}&region=NSW`
  const read = async (path: string) => page.request.get(`/api/${path}`)
  const { current, funnel } = await (await read(`analytics?${narrowed}`)).json()
  const whole = await (await read(`analytics?${periodOf(page)}`)).json()
  expect(current.calls).toBeGreaterThan(0)
  expect(current.calls).toBeLessThan(whole.current.calls)
  await expect(figures(page)).toContainText(`${current.calls}`)
  await expect(
    part(page, 'From dialled to accredited').getByRole('row', {
      name: new RegExp(`^Dialled ${funnel[0].brokers} –$`),
    }),
  ).toBeAttached()
  const { hours } = await (await read(`analytics/hours?${narrowed}`)).json()
  await part(page, 'Best hours')
    .getByRole('button', { name: /^Show as a table/ })
    .click()
  await expect(part(page, 'Best hours').getByRole('row')).toHaveCount(hours.length + 1)
  const [newest] = await (await read(`activities?${narrowed}&limit=1`)).json()
  await expect(part(page, 'Recent Activity Timeline').getByRole('listitem').first()).toContainText(
    newest.description,
  )
  const compared = part(page, 'Comparison')
  await compared.getByRole('tab', { name: 'Region' }).click()
  await expect(compared.getByText('1 row', { exact: true })).toBeVisible()
  const attributed = part(page, 'Attribution of microsites')
  await expect(attributed.getByText('This panel shows all regions', { exact: false })).toBeVisible()
  const visits = await (await read(`attribution?${periodOf(page)}&campaignId=${campaign.id}`)).json()
  await expect(attributed.getByText(new RegExp(`^${visits.rows.length} rows?$`))).toBeVisible()
  await attributed.getByRole('link', { name: 'Full report' }).click()
  await expect(page).toHaveURL(new RegExp(`/microsites/visits\\?period=own&.*campaignId=${campaign.id}`))
  await expect(page.getByLabel('Figures of the period')).toContainText(`${visits.visits}`)
  await expect(page.getByRole('combobox', { name: 'Campaign', exact: true })).toHaveValue(String(campaign.id))

  for (const [name, count, noun] of [
    ['Calls', current.calls, 'interaction'],
    ['Meetings', current.meetings, 'booking'],
    ['Accreditations', current.applications, 'application'],
  ] as const) {
    await page.goto(`/analytics?campaignId=${campaign.id}&region=NSW`)
    await figures(page).getByRole('link', { name, exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`campaignId=${campaign.id}&region=NSW`))
    const text =
      count === 0
        ? new RegExp(`No ${noun}s match these filters`)
        : new RegExp(`^(25 of )?${count} ${noun}s?$`)
    await expect(page.getByText(text)).toBeVisible()
    const campaignFilter = page.getByRole('combobox', { name: 'Campaign', exact: true })
    if (!(await campaignFilter.isVisible())) await page.getByRole('button', { name: /^More filters/ }).click()
    await expect(campaignFilter).toHaveValue(String(campaign.id))
    await expect(page.getByRole('combobox', { name: 'Region', exact: true })).toHaveValue('NSW')
  }
})

// Covers: analytics-figures-3
test('A campaign that is gone is said, and the filter can be cleared', { tag: '@deep' }, async ({
  page,
  signIn,
  allowError,
}) => {
  allowError(/404/)
  await signIn(page, 'viewer')
  await page.goto('/analytics?campaignId=2000000000&region=nowhere')
  await expect(page.getByText('Campaign not found', { exact: true })).toBeVisible()
  await expectAccessible(page, 'analytics of a campaign that is gone')
  await page.getByRole('button', { name: 'Show all campaigns' }).click()
  await expect(page).not.toHaveURL(/campaignId/)
  const { current } = await (await page.request.get(`/api/analytics?${periodOf(page)}`)).json()
  await expect(figures(page)).toContainText(`${current.calls}`)
})

// Covers: analytics-figures-7
test('Each panel exports what it shows', { tag: '@deep' }, async ({ page, signIn }) => {
  await signIn(page, 'viewer')
  await page.goto('/analytics?region=NSW')
  for (const [panel, name, header] of [
    ['Calls and answers', 'calls-by-day-NSW', 'day,calls,answered,responses,meetings,accreditations'],
    ['Response Distribution', 'responses-NSW', 'option,calls,percent_of_responses'],
    ['Call Quality Metrics', 'call-quality-NSW', 'metric,value,unit'],
    ['From dialled to accredited', 'funnel-NSW', 'step,brokers,percent_of_step_before'],
    ['Best hours', 'best-hours-NSW', 'weekday,hour,calls,answered,percent_answered,low,high'],
    ['Comparison', 'calls-by-campaign-NSW', 'campaign,calls,ended,answered,responses,response_rate,'],
    ['Attribution of microsites', 'visits-by-source', 'source,visits,bookings,applications'],
  ] as const) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      part(page, panel).getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(new RegExp(`^${name}-.*\\.csv$`))
    const text = await readFile(await file.path(), 'utf8')
    expect(text).toContain(header)
    expect(text.trim().split('\r\n').length, panel).toBeGreaterThan(1)
  }
})

// Covers: analytics-figures-7
test('The page prints on paper of its own, without buttons and with its period and filters', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  await signIn(page, 'viewer')
  await page.goto('/analytics?region=NSW&period=7')
  await expect(part(page, 'Best hours').getByText(/of all calls were answered by a person/)).toBeVisible()
  await expect(page.getByText(/^All Campaigns, NSW\. Made /)).toBeHidden()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(page.getByText(/^All Campaigns, NSW\. Made .* AE[DS]T\.$/)).toBeVisible()
  for (const control of [
    page.getByRole('button', { name: 'Print' }),
    page.getByRole('button', { name: /^Export CSV/ }),
    page.getByRole('button', { name: /^Show as a table/ }),
    page.getByRole('button', { name: 'Definitions', exact: true }),
    page.getByRole('navigation'),
    page.getByRole('combobox', { name: 'Region', exact: true }),
  ])
    await expect(control.filter({ visible: true })).toHaveCount(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
  // as wide as A4 across within its margins
  await page.setViewportSize({ width: 1031, height: 703 })
  const cut = await page.evaluate(
    () =>
      [...document.querySelectorAll('main svg, main table')].filter(
        (each) => each.getBoundingClientRect().right > innerWidth + 1,
      ).length,
  )
  expect(cut).toBe(0)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
})
