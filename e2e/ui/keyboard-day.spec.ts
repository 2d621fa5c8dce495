import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { makeCampaign, ownAfternoon } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'
import { goByKeys, tabInto, tabTo } from './keys.ts'

// calls of other files would close the call-backs of the day
test.use({ serverEnv: ownAfternoon('13:10') })

// Each control is found by its role and its name alone, as with a screen reader.
// Covers: console-toasts-34
test('A manager’s day needs no mouse, from signing in to the monthly report', async ({ page, signIn }) => {
  test.slow()
  await signIn(page, 'admin')
  const campaign = await makeCampaign(page, { name: 'By keys alone' })
  await page.context().clearCookies()
  await signInByKeys(page)
  await openTask(page)
  await logCallBack(page)
  await book(page)
  await pauseAndStart(page, campaign.name)
  await readAnalytics(page)
  await reviewAndReport(page)
})

async function signInByKeys(page: Page): Promise<void> {
  await page.goto('/')
  const submit = page.getByRole('button', { name: 'Sign In', exact: true })
  await expect(submit).toBeVisible()
  await expectAccessible(page, 'the sign-in')
  await tabTo(page, page.getByRole('textbox', { name: 'Email' }))
  await page.keyboard.type('admin@brokerline.example')
  // a field of a password has no role
  await tabTo(page, page.getByLabel('Password', { exact: true }))
  await page.keyboard.type('demo-Admin-2026')
  await tabTo(page, submit)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Campaign Dashboard' })).toBeVisible()
}

const callBacks = (page: Page) =>
  page
    .getByRole('table', { name: 'Tasks' })
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Call / }) })

/** From Today to a task, and back to its row. */
async function openTask(page: Page): Promise<void> {
  const today = page.getByRole('region', { name: 'Today' })
  await tabTo(page, today.getByRole('link', { name: 'Call-backs due' }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/tasks\?kind=call_back/)
  const second = callBacks(page).nth(1)
  await tabTo(page, callBacks(page).first())
  await page.keyboard.press('ArrowDown')
  await expect(second).toBeFocused()
  await page.keyboard.press('Enter')
  const task = page.getByRole('dialog', { name: 'Call back' })
  await expect(task.getByRole('heading', { name: 'What to do' })).toBeVisible()
  await expectAccessible(page, 'a task by keys')
  await page.keyboard.press('Escape')
  await expect(second).toBeFocused()
}

/** The call-back is made by hand and logged. */
async function logCallBack(page: Page): Promise<void> {
  await tabTo(
    page,
    callBacks(page)
      .nth(1)
      .getByRole('button', { name: /^Call / }),
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Log the call' })).toBeVisible()
  await tabTo(page, page.getByRole('combobox', { name: 'How did it end?' }))
  await page.keyboard.press('ArrowDown')
  await tabTo(page, page.getByRole('textbox', { name: 'Note' }))
  await page.keyboard.type('Wants the rate sheet')
  await expectAccessible(page, 'a call-back by keys')
  await tabTo(page, page.getByRole('button', { name: 'Log the call' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Call logged', { exact: true })).toBeVisible()
}

/** A meeting in a free time of the week. */
async function book(page: Page): Promise<void> {
  await goByKeys(page, 'Bookings', 'Bookings')
  await tabTo(page, page.getByRole('button', { name: 'Next week' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('gridcell', { name: /: free$/ }).first()).toBeAttached()
  await tabInto(page, page.getByRole('grid'))
  const focused = page.getByRole('grid').locator(':focus')
  const nameOfFocused = async (): Promise<string> => (await focused.getAttribute('aria-label')) ?? ''
  for (let steps = 0; !(await nameOfFocused()).endsWith(': free'); steps += 1) {
    expect(steps, 'a free time is near').toBeLessThan(40)
    await page.keyboard.press(steps % 8 === 7 ? 'ArrowRight' : 'ArrowDown')
  }
  const place = (await nameOfFocused()).slice(0, -': free'.length)
  await page.keyboard.press('Enter')
  const booking = page.getByRole('dialog', { name: 'Book for a broker' })
  await expect(booking.getByRole('combobox', { name: 'Broker' })).toBeFocused()
  await page.keyboard.type('an')
  await expect(booking.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await tabTo(page, booking.getByRole('textbox', { name: 'Agenda' }))
  await page.keyboard.type('Self-employed borrowers')
  await expectAccessible(page, 'a booking by keys')
  await page.keyboard.press('Control+Enter')
  await expect(booking).toBeHidden()
  const cells = page.getByRole('gridcell', { name: `${place}: ` })
  await expect(cells).toHaveAccessibleName(/meeting with /)
  await expect(cells).toBeFocused()
}

/** The table of campaigns, and one of them paused and started. */
async function pauseAndStart(page: Page, name: string): Promise<void> {
  await goByKeys(page, 'Campaigns', 'Campaigns')
  const table = page.getByRole('button', { name: 'Table', exact: true })
  await tabTo(page, table)
  await page.keyboard.press('Enter')
  await expect(table).toBeFocused()
  const row = page.getByRole('row', { name })
  await tabTo(page, row)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expectAccessible(page, 'a campaign by keys')
  const button = (action: string) => page.getByRole('main').getByRole('button', { name: action, exact: true })
  await tabTo(page, button('Pause'))
  for (const then of ['Start', 'Pause']) {
    await page.keyboard.press('Enter')
    await expect(button(then)).toBeFocused()
    await expect(button(then)).toBeEnabled()
  }
}

async function readAnalytics(page: Page): Promise<void> {
  await goByKeys(page, 'Analytics', 'Analytics')
  await tabTo(page, page.getByRole('combobox', { name: 'Period', exact: true }))
  await page.keyboard.press('ArrowDown')
  await expect(page).toHaveURL(/period=/)
  // figures of the former period are pale until the new ones are there
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0)
  await expectAccessible(page, 'analytics by keys')
}

/** A review is read and left, and the report of the month saved. */
async function reviewAndReport(page: Page): Promise<void> {
  await goByKeys(page, 'Surveillance', 'Broker Surveillance')
  const review = page.getByRole('button', { name: /^Review / }).first()
  await tabTo(page, review)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(review).toBeFocused()
  const report = page.getByRole('button', { name: 'Monthly report' })
  await tabTo(page, report, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Monthly compliance report' })
  await expect(dialog.getByRole('region', { name: 'Opt-outs' })).toBeVisible()
  await expectAccessible(page, 'the report by keys')
  const saved = page.waitForEvent('download')
  await tabTo(page, dialog.getByRole('button', { name: 'Save as PDF' }))
  await page.keyboard.press('Enter')
  expect((await saved).suggestedFilename()).toMatch(/^compliance-report-\d{4}-\d\d\.pdf$/)
  await page.keyboard.press('Escape')
  await expect(report).toBeFocused()
}
