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

test('Analytics counts what was called in the chosen period, and each figure opens its calls', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'viewer')
  await page.goto('/analytics')
  await expect(page.getByRole('heading', { name: 'Analytics', level: 1 })).toBeVisible()
  // of the demo world's two weeks, and of what other tests have dialled
  const counted = async () => (await page.request.get(`/api/analytics?${periodOf(page)}`)).json()
  await expect(figures(page)).toContainText(`${(await counted()).current.calls}`)
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
  await expect(figures(page)).toContainText('from the period before')
  const responses = part(page, 'Response Distribution')
  const { option_4: optedOut } = week.current.options
  await expect(responses.getByRole('listitem').nth(3)).toHaveText(new RegExp(`^Opted out${optedOut} `))
  await responses.getByRole('link', { name: 'Opted out' }).click()
  await expect(page).toHaveURL(/dashboard\?from=.*&to=.*&response=option_4/)
  await expect(page.getByText(`${optedOut} interactions`, { exact: true })).toBeVisible()
})

test('A period of one’s own is checked, and a failure leaves the rest and offers another try', async ({
  page,
  signIn,
  allowError,
}) => {
  allowError(/500/)
  await signIn(page, 'viewer')
  await page.goto('/analytics?period=own&from=2026-01-31&to=2026-01-01')
  await expect(page.getByText('The first day is after the last.')).toBeVisible()
  await page.goto('/analytics?period=own&from=2020-01-01&to=2020-01-31')
  await expect(figures(page)).toContainText('Nothing to compare with')
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

test(
  'Every chart can be read as a table, and what is compared is exported',
  { tag: '@desk-first' },
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
      part(page, 'From enrolled to accredited').getByRole('row', {
        name: /^Enrolled in a campaign 424 100%/,
      }),
    ).toBeAttached()
    const compared = part(page, 'Compared')
    for (const tab of ['Region', 'Product', 'Personality', 'Script version', 'Campaign']) {
      await compared.getByRole('tab', { name: tab }).click()
      await expect(compared.getByText(/^\d+ rows?$/)).toBeVisible()
      await expectAccessible(page, `analytics by ${tab}, ${info.project.name}`)
    }
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      compared.getByRole('button', { name: 'Export CSV' }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(/^calls-by-campaign-.*\.csv$/)
    await page.emulateMedia({ colorScheme: 'dark' })
    await expectAccessible(page, `analytics in the dark, ${info.project.name}`)
  },
)
