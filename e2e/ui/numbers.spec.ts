import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect } from './fixtures.ts'
import { test } from './vendors.ts'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const confirmed = (page: Page, title: string, action: string) =>
  page.getByRole('alertdialog', { name: title }).getByRole('button', { name: action }).click()

const open = (page: Page) => page.goto('/settings?tab=numbers')

test.beforeEach(async ({ page, signIn, twilio, vapi }) => {
  twilio.numbers.numbers.length = 0
  twilio.numbers.addresses.length = 0
  vapi.numbers.numbers.length = 0
  await signIn(page, 'admin')
})

// Covers: settings-3
test('An Australian number is bought in a dialog that says what it needs, and shows among the numbers', async ({
  page,
  twilio,
}, info) => {
  await open(page)
  const numbers = panel(page, 'Twilio numbers')
  await expect(numbers.getByText('No numbers yet')).toBeVisible()
  const areaCode = numbers.getByLabel('Area code')
  await areaCode.fill('Sydney')
  await numbers.getByRole('button', { name: 'Buy Number' }).click()
  await expect(numbers.getByText('Enter an area code such as 02, or 04 for a mobile number')).toBeVisible()
  await areaCode.fill(info.project.name === 'phone' ? '03' : '02')
  await numbers.getByRole('button', { name: 'Buy Number' }).click()
  const dialog = page.getByRole('dialog', { name: /Buy Number with area code/ })
  await expect(dialog.getByText(/fixed-line numbers/)).toBeVisible()
  await expect(dialog.getByLabel('Business name')).not.toHaveValue('')
  await dialog.getByRole('button', { name: 'Buy Number' }).click()
  await expect(dialog.getByText('Street is required')).toBeVisible()
  await expect(dialog.getByLabel('Street')).toBeFocused()
  await dialog.getByLabel('Street').fill('1 Example Street')
  await dialog.getByLabel('Suburb').fill('Sydney')
  await dialog.getByLabel('State').selectOption('NSW')
  await dialog.getByLabel('Postcode').fill('2000')
  await expectAccessible(page, 'buying a number')
  await dialog.getByRole('button', { name: 'Buy Number' }).click()
  await expect(page.getByText(/^\(0\d\) 5550 180\d is yours now$/)).toBeVisible()
  await expect(dialog).toBeHidden()
  const bought = numbers.getByRole('listitem').filter({ hasText: '5550 180' })
  await expect(bought).toContainText('Voice only')
  await expect(bought).toContainText('Connected')
  expect(twilio.numbers.numbers).toHaveLength(1)
  expect(twilio.numbers.addresses.at(-1)).toMatchObject({ street: '1 Example Street', postalCode: '2000' })
})

// Covers: settings-3
test('A purchase that Twilio refuses says why, and what was typed stays', { tag: '@deep' }, async ({
  page,
  twilio,
  allowError,
}) => {
  allowError(/422/)
  twilio.numbers.addresses.push({
    ...{ sid: `AD${'1'.repeat(32)}`, customerName: 'Banksia Lending', street: '1 Example Street' },
    ...{ city: 'Sydney', region: 'NSW', postalCode: '2000' },
  })
  await open(page)
  const numbers = panel(page, 'Twilio numbers')
  await numbers.getByLabel('Area code').fill('07')
  await numbers.getByRole('button', { name: 'Buy Number' }).click()
  const dialog = page.getByRole('dialog', { name: 'Buy Number with area code 07' })
  await dialog.getByLabel('Business address').selectOption('Enter another address')
  await dialog.getByLabel('Street').fill('2 Example Street')
  await dialog.getByLabel('Suburb').fill('Brisbane')
  await dialog.getByLabel('State').selectOption('QLD')
  await dialog.getByLabel('Postcode').fill('4000')
  twilio.numbers.refuseNext = {
    status: 400,
    body: { code: 21422, message: 'PhoneNumber is not available', status: 400 },
  }
  await dialog.getByRole('button', { name: 'Buy Number' }).click()
  await expect(page.getByText(/^Failed to buy phone number: /).first()).toBeVisible()
  await expect(dialog.getByLabel('Street')).toHaveValue('2 Example Street')
  expect(twilio.numbers.numbers).toHaveLength(0)
})

// Covers: settings-4
test('A number is connected, imported into Vapi and released, each after asking', { tag: '@deep' }, async ({
  page,
  twilio,
  vapi,
}) => {
  twilio.numbers.rent({ phoneNumber: '+61255501700', friendlyName: 'Head office', sms: false })
  await open(page)
  const mine = panel(page, 'Twilio numbers').getByRole('listitem').filter({ hasText: '(02) 5550 1700' })
  await expect(mine).toContainText('Head office · Voice only · no calls from it yet')
  await expect(mine).toContainText('Not connected: return calls do not reach Brokerline')
  await mine.getByRole('button', { name: 'Connect' }).click()
  await confirmed(page, 'Connect (02) 5550 1700?', 'Connect number')
  await expect(mine.getByText('Connected', { exact: true })).toBeVisible()
  expect(twilio.numbers.numbers[0]?.voiceUrl).toContain('/api/webhooks/twilio/inbound')
  const theirs = panel(page, 'Vapi numbers')
  await theirs.getByRole('button', { name: 'Import (02) 5550 1700' }).click()
  await confirmed(page, 'Import (02) 5550 1700 into Vapi?', 'Import number')
  await expect(theirs.getByRole('list', { name: 'Vapi numbers' })).toContainText('(02) 5550 1700')
  await expect(theirs.getByRole('button', { name: 'Import (02) 5550 1700' })).toHaveCount(0)
  await expect(mine).toContainText('Connected through Vapi')
  expect(vapi.numbers.numbers).toHaveLength(1)
  await theirs.getByRole('button', { name: 'Release (02) 5550 1700' }).click()
  await confirmed(page, 'Release (02) 5550 1700?', 'Release number')
  await expect(theirs.getByText('No numbers yet')).toBeVisible()
  expect(vapi.numbers.numbers).toHaveLength(0)
})

// Covers: settings-5
test('A vendor that does not let us in says so in its part, and Retry finds it back; the rest stays usable', {
  tag: '@deep',
}, async ({ page, twilio }) => {
  twilio.numbers.rent({ phoneNumber: '+61255501701' })
  const { authToken } = twilio.account
  twilio.account.authToken = 'changed'
  await open(page)
  const numbers = panel(page, 'Twilio numbers')
  await expect(numbers.getByRole('alert')).toContainText("Twilio's numbers could not be loaded.")
  await expect(numbers.getByRole('alert')).toContainText('does not accept our key')
  await expect(panel(page, 'Vapi numbers').getByText('No numbers yet')).toBeVisible()
  await expectAccessible(page, 'a vendor that fails')
  twilio.account.authToken = authToken
  await numbers.getByRole('button', { name: 'Retry' }).click()
  await expect(numbers.getByText('(02) 5550 1701').first()).toBeVisible()
})

// Covers: settings-5
test('The connection test lists what is right and what to do', { tag: '@deep' }, async ({ page, twilio }) => {
  twilio.numbers.rent({ phoneNumber: '+61255501703', friendlyName: 'Head office' })
  await open(page)
  const numbers = panel(page, 'Twilio numbers')
  await numbers.getByRole('button', { name: 'Test connection' }).click()
  const results = numbers.getByRole('status').filter({ hasText: 'Tested at' })
  await expect(results.getByRole('listitem').first()).toContainText('OK')
  await expect(results.getByText('Calls will not work yet')).toBeVisible()
  await expectAccessible(page, 'numbers and a connection test')
})

// Covers: test-calls-7
test('Without a calling number a test call says what to do', { tag: '@deep' }, async ({
  page,
  allowError,
}) => {
  allowError(/422/)
  await open(page)
  await page.getByRole('button', { name: 'Test Call' }).click()
  const dialog = page.getByRole('dialog', { name: 'Test AI Voice Call' })
  await dialog.getByLabel('Phone number').fill('0491 570 201')
  await dialog.getByRole('button', { name: 'Start Test Call' }).click()
  await expect(dialog.getByText('Choose a campaign', { exact: true }).last()).toBeVisible()
  await dialog.getByLabel('Campaign').selectOption({ index: 1 })
  await dialog.getByRole('button', { name: 'Start Test Call' }).click()
  await expect(page.getByText('Call failed', { exact: true })).toBeVisible()
  await expect(
    page
      .getByText('No phone numbers configured. Please add a phone number in Settings before making calls.', {
        exact: true,
      })
      .first(),
  ).toBeVisible()
})

// Covers: settings-4
test('A user who may not rent numbers reads them, and sees the reason', { tag: '@deep' }, async ({
  page,
  signIn,
  twilio,
}) => {
  twilio.numbers.rent({ phoneNumber: '+61255501702' })
  await signIn(page, 'lender')
  await open(page)
  const numbers = panel(page, 'Twilio numbers')
  await expect(numbers.getByText('(02) 5550 1702').first()).toBeVisible()
  for (const name of ['Buy Number', 'Test connection', 'Connect (02) 5550 1702', 'Release (02) 5550 1702']) {
    await expect(numbers.getByRole('button', { name })).toHaveAccessibleDescription(
      'Only admins may do this.',
    )
  }
})
