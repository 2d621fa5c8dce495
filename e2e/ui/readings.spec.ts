import { personWho } from '#test/doubles/twilio/calls-lines.ts'
import { expectAccessible } from './accessible.ts'
import { expect } from './fixtures.ts'
import { test } from './vendors.ts'

test.use({ callingNumber: '+61491570300' })

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'admin')
})

// Covers: confirmed-3, confirmed-4, suppressions-2
test('A call shows its readings, their reasons and the answer to each read-back; a misread opt-out is lifted', async ({
  page,
  twilio,
}, info) => {
  const to = info.project.name === 'phone' ? '+61491570431' : '+61491570441'
  const acts = ['text me the link', 'yes please', 'start my accreditation', 'no', 'lose my number']
  twilio.calls.setLine(to, personWho('silence', ...acts.map((says) => ({ says }))))
  const [campaign] = await (await page.request.get('/api/campaigns')).json()
  const answer = await page.request.post('/api/calls/test', {
    data: { phoneNumber: to, campaignId: campaign.id },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { callId } = await answer.json()
  await page.goto(`/settings?tab=numbers&call=${callId}`)
  const details = page.getByRole('dialog', { name: 'Call Details' })
  const lines = details.getByRole('list', { name: 'Transcript' }).getByRole('listitem')
  await expect(lines).toHaveCount(7)
  await expect(lines.nth(0)).toContainText('text me the link')
  await expect(lines.nth(0)).toContainText(/Understood: wants the link by SMS · “.+” · rule \S+/)
  await expect(lines.nth(1)).toContainText('Shall I send it?')
  await expect(lines.nth(1)).toContainText('Confirmed')
  await expect(lines.nth(4)).toContainText('You would like to start your accreditation.')
  await expect(lines.nth(4)).toContainText('Refused')
  await expect(lines.nth(6)).toContainText('Understood: wants no more calls')
  await expectAccessible(page, 'a call with its readings')

  await page.goto(`/brokers/suppressions?q=${encodeURIComponent(to.slice(3))}`)
  const list = page.getByRole('region', { name: 'Suppressed numbers' })
  await expect(list.getByText('“lose my number”').first()).toBeVisible()
  await list.getByRole('button', { name: /^Lift / }).click()
  const dialog = page.getByRole('dialog', { name: /^Lift the opt-out of / })
  await expect(dialog.getByText('“lose my number”')).toBeVisible()
  await expect(dialog.getByText(/rule \S+/)).toBeVisible()
  await expectAccessible(page, 'lifting an opt-out')
  await dialog.getByLabel('Reason').fill('The recording says: choose my number')
  await dialog.getByRole('button', { name: 'Lift opt-out' }).click()
  await expect(list.getByText('“lose my number”')).toHaveCount(0)
})
