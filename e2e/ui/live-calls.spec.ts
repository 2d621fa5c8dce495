import type { Page } from '@playwright/test'
import { anyPerson } from '#test/doubles/twilio/calls-lines.ts'
import { expectAccessible } from './accessible.ts'
import { makeCampaign } from './campaign-data.ts'
import { expect } from './fixtures.ts'
import { test } from './vendors.ts'

test.use({ callingNumber: '+61491570300' })

const inFlight = (page: Page) => page.getByRole('region', { name: 'Live calls' })

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'admin')
})

// the worker's next test has the same double, whose calls would ring for ever
test.afterEach(({ twilio }) => twilio.calls.holdLines(false))

const refusals = [
  {
    why: 'an unverified number',
    code: 21219,
    says: 'The number is unverified. Trial accounts may only make calls to verified numbers.',
    shown:
      'This number is not verified. Verify it in the telephony provider console before calling it from a trial account.',
  },
  {
    why: 'a limit of the trial account',
    code: 21000,
    says: 'Invalid or disallowed parameters provided - trial accounts have limited parameter access, upgrade your account',
    shown:
      'Your trial account does not allow this. Upgrade the account with the telephony provider, or call a verified number.',
  },
  {
    why: 'a number of the wrong pattern',
    code: 21211,
    says: "The 'To' number is not a valid phone number.",
    shown: 'Invalid phone number format. Please use international format (e.g., +61 491 570 156).',
  },
  {
    why: 'a country that is switched off',
    code: 21215,
    says: 'Account not authorized to call this number.',
    shown:
      "Calls to this country are switched off in the account. Enable Australia under geographic permissions in the telephony provider's console.",
  },
]

// Covers: test-calls-7
test('A test call that the vendor refuses says what to do, on the screen and on the call', {
  tag: '@deep',
}, async ({ page, twilio, allowError }) => {
  allowError(/422/)
  await page.goto('/settings?tab=numbers')
  await page.getByRole('button', { name: 'Test Call' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test AI Voice Call' })
  await dialog.getByLabel('Campaign').selectOption({ index: 1 })
  for (const [index, { code, says, shown }] of refusals.entries()) {
    const to = `+6149157040${index}`
    twilio.calls.setLine(to, { ...anyPerson, refused: { status: 400, code, message: says } })
    await dialog.getByLabel('Phone number').fill(to)
    await dialog.getByRole('button', { name: 'Start Test Call' }).click()
    await expect(page.getByText('Call failed', { exact: true })).toBeVisible()
    await expect(page.getByText(shown, { exact: true }).first()).toBeVisible()
  }
  const [last] = await (await page.request.get('/api/calls?test=true&status=failed&limit=1')).json()
  await page.goto(`/settings?tab=numbers&call=${last.id}`)
  const details = page.getByRole('dialog', { name: 'Call Details' })
  await expect(details.getByText(refusals.at(-1)?.shown ?? '', { exact: true }).first()).toBeVisible()
})

// Covers: calls-live-providers-1
test(
  'A call in flight shows live in a panel that keeps its size once anyPerson was called, and is ended by its button',
  { tag: '@desk-first' },
  async ({ page, twilio }, info) => {
    const to = info.project.name === 'phone' ? '+61491570411' : '+61491570421'
    twilio.calls.holdLines()
    const campaign = await makeCampaign(page, { name: `Live ${info.project.name}` })
    await page.goto(`/campaigns/${campaign.id}`)
    const calls = inFlight(page)
    await expect(calls.getByText('No live calls')).toBeVisible()
    const height = async () => (await calls.boundingBox())?.height
    expect(await height()).toBeLessThan(60)
    await page.request.post('/api/calls/test', { data: { phoneNumber: to, campaignId: campaign.id } })
    const call = calls.getByRole('listitem').filter({ hasText: to.slice(-3) })
    await expect(call).toContainText('Test')
    await expect(call).toContainText('Ringing')
    const full = await height()
    twilio.calls.let(to, 'answered')
    await expect(call).toContainText('Talking')
    await expect(call.getByRole('time').or(call.locator('time'))).toHaveText(/^0:\d\d$/)
    await page.goto('/dashboard')
    await expect(call).toContainText(campaign.name)
    // the dashboard around it has its own turn
    await expectAccessible(page, 'a call in flight', { within: '[aria-label="Live calls"]' })
    await call.getByRole('button', { name: 'End call' }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'End call' }).click()
    await expect(calls.getByText('No live calls')).toBeVisible()
    expect(await height()).toBe(full)
    expect(twilio.calls.calls.find((made) => made.to === to)?.status).toBe('completed')
  },
)
