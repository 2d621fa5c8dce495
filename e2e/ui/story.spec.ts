import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { ownAfternoon } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'

/** The last digit decides: 1 asks for the link, 2 for a meeting, 4 opts out, 0 rings out. */
const list = (name: string): string =>
  [
    'Full Name,Business Name,Phone (work),E-mail,State',
    `${name} One,Harbour Finance,(02) 5550 9001,90.one@example.com,NSW`,
    `${name} Two,Redgum Lending,(03) 5550 9002,90.two@example.com,Victoria`,
    `${name} Four,Wattle Capital,(07) 5550 9004,90.four@example.com,QLD`,
    `${name} Nought,Kestrel Loans,(08) 5550 9010,90.nought@example.com,SA`,
    `No Number,Summit Finance,1900 654 321,90.none@example.com,NSW`,
  ].join('\n')

/** The screens of the main bar, on top of a wide screen and at the bottom of a phone. */
const go = (page: Page, screen: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: screen, exact: true })
    .filter({ visible: true })
    .click()

test.use({ serverEnv: ownAfternoon('12:10'), serviceWorkers: 'allow' })

// Covers: console-toasts-12
test(
  'A lender signs in, imports brokers, creates a campaign, starts it and reads a call',
  { tag: '@desk-first' },
  async ({ page }, info) => {
    test.slow()
    const name = `Story ${info.project.name}`

    await page.goto('/')
    await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeVisible()
    await expectAccessible(page, 'landing page', { colours: true })
    await page.getByLabel('Email').fill('lender@brokerline.example')
    await page.getByLabel('Password', { exact: true }).fill('demo-Lender-2026')
    await page.getByRole('button', { name: 'Sign In', exact: true }).click()
    await expect(page.getByText('Logged in successfully', { exact: true })).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Campaign Dashboard' })).toBeVisible()

    await go(page, 'Brokers')
    await expect(page.getByRole('heading', { name: 'Broker Directory' })).toBeVisible()
    await page.getByRole('link', { name: 'Import CSV' }).click()
    const file = {
      name: 'story.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(list(name)),
    }
    await page.getByLabel('CSV or Excel file').setInputFiles(file)
    await page.getByLabel('Skip them').check()
    await page.getByRole('button', { name: 'Upload and check' }).click()
    await expect(page.getByText(/premium-rate numbers are never called/).first()).toBeVisible()
    await page.getByRole('button', { name: 'Import', exact: true }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Import brokers' }).click()
    await expect(page.getByRole('heading', { name: 'Result' })).toBeVisible()

    await go(page, 'Campaigns')
    await page.getByRole('button', { name: 'New Campaign' }).click()
    const form = page.getByRole('dialog', { name: 'Create New Campaign' })
    await form.getByLabel('Campaign name').fill(name)
    await form.getByLabel('Product').fill('Premium Home Loan')
    await form.getByLabel('Rate', { exact: true }).fill('6.14')
    await form.getByLabel('Call script').fill('Hello {{firstName}}, {{product}} is now {{rate}}.')
    await form.getByText('Advanced', { exact: true }).click()
    await form.getByLabel('Concurrent calls').fill('60')
    await form.getByRole('button', { name: 'Create Campaign' }).click()
    await expect(page.getByText('Campaign created successfully', { exact: true })).toBeVisible()
    const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })
    await card.getByRole('button', { name: 'Call', exact: true }).click()
    const preflight = page.getByRole('dialog')
    await expect(preflight.getByText(/can be called now/i).first()).toBeVisible()
    await preflight.getByRole('button', { name: /^Call \d/ }).click()
    await preflight.getByRole('button', { name: 'Done' }).click()

    await go(page, 'Dashboard')
    await page.getByPlaceholder('Search interactions').fill(`${name} One`)
    // a row of the table with a link, or a card of the list on a phone, which opens as a whole
    const viewDetails = page
      .getByRole('link', { name: 'View Details' })
      .or(page.getByRole('button', { name: /^View details of the call to / }))
    const call = page
      .getByRole('row')
      .or(page.getByRole('listitem'))
      .filter({ hasText: `${name} One`, has: viewDetails })
      .first()
    // content out of view is not rendered again, and the panels above grow while calls run
    const reads = (text: string) =>
      expect(async () => {
        await call.scrollIntoViewIfNeeded({ timeout: 1_000 })
        await expect(call).toContainText(text, { timeout: 1_000 })
      }).toPass({ timeout: 90_000 })
    await reads('SMS link requested')
    await reads('Completed')
    await call.locator(viewDetails).click()
    const details = page.getByRole('dialog', { name: 'Call Details' })
    await expect(details.getByRole('heading', { name: 'Call Overview' })).toBeVisible()
    await expect(details.getByRole('heading', { name: 'Call Information' })).toBeVisible()
    await expect(details.getByText('Recording Available')).toBeVisible({ timeout: 30_000 })
    await expect(details.getByText(`${name} One`).first()).toBeVisible()
  },
)
