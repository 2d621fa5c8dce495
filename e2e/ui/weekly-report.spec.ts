import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { unsubscribePath } from '#test/worlds/unsubscribe-path.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { toastOf } from './toast.ts'

const ADDRESS = '/api/reports/subscription'
const inAnalytics = (page: Page) => page.getByRole('switch', { name: 'Email me these figures every Monday' })
const inSecurity = (page: Page) =>
  page.getByRole('switch', { name: 'Email me last week’s figures every Monday' })
const setWeekly = async (page: Page, weekly: boolean): Promise<void> => {
  expect((await page.request.put(ADDRESS, { data: { weekly } })).status()).toBe(200)
}

// Covers: analytics-figures-11
test(
  'The Monday email is switched on in Analytics and off in Security, each for oneself',
  {
    tag: ['@phone', '@deep'],
  },
  async ({ page, signIn }, info) => {
    await signIn(page, 'viewer')
    await setWeekly(page, false)
    await page.goto('/analytics')
    await expect(inAnalytics(page)).not.toBeChecked()
    await inAnalytics(page).click()
    await expect(
      toastOf(page, 'You get last week’s figures by email on Mondays at 7 am, Sydney time'),
    ).toBeVisible()
    await expect(inAnalytics(page)).toBeChecked()
    expect(await (await page.request.get(ADDRESS)).json()).toEqual({ weekly: true })

    await page.goto('/security')
    await expect(inSecurity(page)).toBeChecked()
    await expectAccessible(page, `the Monday email in security, ${info.project.name}`, {
      within: 'section:has([role="switch"])',
    })
    await inSecurity(page).press('Space')
    await expect(toastOf(page, 'No more emails of last week’s figures')).toBeVisible()
    await page.goto('/analytics')
    await expect(inAnalytics(page)).not.toBeChecked()

    await setWeekly(page, true)
    await signIn(page, 'lender')
    await page.goto('/analytics')
    await expect(inAnalytics(page)).not.toBeChecked()
    await signIn(page, 'viewer')
    await setWeekly(page, false)
  },
)

// Covers: analytics-figures-11
test('A switch that could not be saved says so and stays as it was', { tag: '@deep' }, async ({
  page,
  signIn,
  allowError,
}) => {
  allowError(/500/)
  await signIn(page, 'viewer')
  await setWeekly(page, false)
  await page.route(`**${ADDRESS}`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await page.goto('/analytics')
  await inAnalytics(page).click()
  await expect(toastOf(page, 'Failed to save. Please try again.')).toBeVisible()
  await expect(inAnalytics(page)).not.toBeChecked()
})

// Covers: analytics-figures-14
test(
  'The link of a Monday email asks, and its button stops it without signing in',
  { tag: '@phone' },
  async ({ page, signIn, server, allowError }, info) => {
    // a link that was cut short
    allowError(/404/)
    await signIn(page, 'viewer')
    await setWeekly(page, true)
    const { id } = await (await page.request.get('/api/auth/user')).json()
    const secret = (await readFile(join(server.dataDir, 'session.secret'), 'utf8')).trim()
    const path = unsubscribePath(secret, Number(id))
    await page.context().clearCookies()
    for (let time = 0; time < 2; time++) {
      await page.goto(path)
      await expect(page.getByRole('heading', { name: 'Stop the Monday email?' })).toBeVisible()
    }
    await expectAccessible(page, `stopping the Monday email, ${info.project.name}`, { colours: true })
    await page.getByRole('button', { name: 'Stop the email' }).click()
    await expect(page.getByRole('heading', { name: 'You no longer get the Monday email' })).toBeVisible()
    await expectAccessible(page, `the Monday email is stopped, ${info.project.name}`, { colours: true })
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'You no longer get the Monday email' })).toBeVisible()
    await page.goto(path.slice(0, -1))
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
    await expectAccessible(page, `a link that was cut, ${info.project.name}`)

    await signIn(page, 'viewer')
    await page.goto('/analytics')
    await expect(inAnalytics(page)).not.toBeChecked()
  },
)
