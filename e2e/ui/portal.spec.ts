import { createHmac } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type Client, signIn as signInStaff } from '#test/product/client.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import {
  type Account,
  chooseFile,
  expectToast,
  fillSignIn,
  mailedLink,
  makeAccount,
  openTab,
  PASSWORD,
  pdfFile,
  signInAs,
} from './portal-data.ts'

let admin: Client
test.beforeAll(async ({ server }) => {
  admin = await signInStaff(server.url)
})

/** Each test has a broker of its own, signed in. */
async function ownBroker(page: Page, name: string): Promise<Account> {
  await page.goto('/broker-portal')
  const account = await makeAccount(new URL(page.url()).origin, admin, name)
  await signInAs(page, account)
  return account
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** The code that an authenticator app shows (RFC 6238). */
function codeOf(secret: string, now = Date.now()): string {
  const bits = [...secret.replaceAll(/[\s=]/g, '').toUpperCase()]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(now / 30_000)))
  const hash = createHmac('sha1', key).update(counter).digest()
  const offset = (hash.at(-1) ?? 0) & 15
  return String((hash.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, '0')
}

// Covers: broker-portal-screens-2
test('A wrong password is said in the form and in a toast, and a forgotten one is set anew by a link that works once', {
  tag: '@deep',
}, async ({ page, server, allowError }) => {
  allowError(/401|404|422|400/)
  const { email } = await makeAccount(server.url, admin, 'Wrong Password')
  await page.goto('/broker-portal')
  await fillSignIn(page, { email, password: 'not-the-password' })
  await expectToast(page, 'Login Failed', 'Invalid credentials')
  await expect(
    page.getByRole('form', { name: 'Sign In', exact: true }).getByText('Invalid credentials'),
  ).toBeVisible()
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue(email)

  await page.getByLabel('Email', { exact: true }).fill('nonsense')
  await page.getByLabel('Password', { exact: true }).fill('')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()

  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email Address').fill(email)
  await page.getByRole('button', { name: 'Send Link' }).click()
  await expect(page.getByText('Check your email')).toBeVisible()
  const link = await mailedLink(admin, email, '/broker-portal/reset-password')
  await page.goto(link)
  await page.getByLabel('New Password', { exact: true }).fill('another-Password-2026')
  await page.getByLabel('Confirm New Password').fill('something-else')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await page.getByLabel('Confirm New Password').fill('another-Password-2026')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByRole('heading', { name: 'Your password is set' })).toBeVisible()

  await page.goto(link)
  await expect(page.getByRole('link', { name: 'Request a new link' })).toBeVisible()
  await signInAs(page, { email, password: 'another-Password-2026' })
})

// Covers: broker-portal-screens-3
test('Registering says what is wrong beside each field and keeps what was typed; a link that is no good says so kindly', async ({
  page,
  allowError,
}) => {
  allowError(/400|404/)
  await page.goto('/broker-portal?view=register')
  await page.getByRole('button', { name: 'Create Account' }).click()
  for (const text of [
    'Name must be at least 2 characters',
    'Invalid email address',
    'Phone number must be at least 10 digits',
    'Password must be at least 8 characters',
  ]) {
    await expect(page.getByText(text)).toBeVisible()
  }
  await expect(page.getByLabel('Full Name')).toBeFocused()
  await page.getByLabel('Full Name').fill('Ann Ng')
  await page.getByLabel('Email Address').fill('ann.ng@example.com')
  await page.getByLabel('Phone Number').fill('000 000 000 000')
  await page.getByLabel('Password', { exact: true }).fill('long-enough')
  await page.getByLabel('Confirm Password').fill('other')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await page.getByLabel('Confirm Password').fill('long-enough')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.locator('[data-toasts]')).toContainText('Registration Failed')
  await openTab(page, 'Sign In')
  await openTab(page, 'Register')
  await expect(page.getByLabel('Full Name')).toHaveValue('Ann Ng')

  await page.goto('/broker-portal/verify?token=made-up')
  await expect(page.getByRole('heading', { name: 'This link is no longer valid' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'register again' })).toBeVisible()
})

// Covers: broker-portal-screens-5, broker-portal-screens-6
test('An upload that is refused, or breaks off, says why and loses nothing', { tag: '@deep' }, async ({
  page,
  allowError,
}) => {
  allowError(/Failed to load resource/)
  await ownBroker(page, 'Bad Uploads')
  await openTab(page, 'Documents')
  const zone = page.getByRole('region', { name: 'Upload Documents' })
  await chooseFile(page, null, pdfFile('untyped.pdf'))
  await expectToast(page, 'Select Document Type', 'Please select a document type before uploading.')

  await chooseFile(page, 'Photo ID', { name: 'id.png', mimeType: 'image/png', buffer: Buffer.from('x') })
  await expectToast(
    page,
    'Invalid File Type',
    'Only PDF files are allowed. To make a PDF of a photo, open it, choose Print, and save it as a PDF.',
  )

  const large = { ...pdfFile('large.pdf'), buffer: Buffer.alloc(10 * 1024 * 1024 + 1, 32) }
  await chooseFile(page, 'Photo ID', large)
  await expectToast(page, 'File Too Large', 'File size must be less than 10MB.')
  await expect(zone).toContainText('File size must be less than 10MB.')

  // a PDF by its name only: the server looks into it
  await chooseFile(page, 'Photo ID', { ...pdfFile('text.pdf'), buffer: Buffer.from('just some text') })
  await expectToast(page, 'Upload Failed', /^.*4\d\d: \S/)
  await expect(zone.getByText(/^4\d\d: /)).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Uploading' })).toHaveCount(0)
  await expect(zone.getByRole('button', { name: 'Try again' })).toHaveCount(0)

  // an upload that fails on the network can be repeated
  let isDown = true
  await page.route('**/api/broker/documents/upload', (route) => (isDown ? route.abort() : route.continue()))
  await chooseFile(page, 'Photo ID', pdfFile('licence.pdf'))
  await expectToast(page, 'Upload Failed', 'The connection broke before licence.pdf had arrived.')
  isDown = false
  await zone.getByRole('button', { name: 'Try again' }).click()
  await expectToast(page, 'Upload Successful', 'pending review: Photo ID')
  await expect(page.getByRole('list', { name: 'Uploaded identity documents' })).toContainText('licence.pdf')
})

// Covers: broker-portal-screens-7
test('An upload shows how far it is, goes on behind other tabs, and can be cancelled', {
  tag: '@deep',
}, async ({ page }) => {
  await ownBroker(page, 'Slow Upload')
  await openTab(page, 'Documents')
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/broker/documents/upload', async (route) => {
    await held
    await route.continue()
  })
  await chooseFile(page, 'Photo ID', pdfFile('slow.pdf'))
  await expect(page.getByRole('progressbar', { name: /Uploading|Checking the file/ })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Select File' })).toBeDisabled()
  await openTab(page, 'Overview')
  release()
  await expectToast(page, 'Upload Successful', 'pending review: Photo ID')
  await expect(page.getByRole('region', { name: 'Recent Document Activity' })).toContainText('slow.pdf')

  await page.unrouteAll()
  await page.route('**/api/broker/documents/upload', () => undefined)
  await openTab(page, 'Documents')
  await chooseFile(page, 'CPD statement', pdfFile('never.pdf'))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByText('Drop your PDF file here')).toBeVisible()
  await openTab(page, 'Professional')
  await expect(page.getByText('No professional documents uploaded yet.')).toBeVisible()
})

// Covers: import-11, broker-portal-screens-10
test('The preview dialog shows the pages, and says so where there is none', {
  tag: ['@desk-first', '@deep'],
}, async ({ page, allowError }) => {
  allowError(/Failed to load resource/)
  await ownBroker(page, 'Preview Person')
  await openTab(page, 'Documents')
  await chooseFile(page, 'Photo ID', pdfFile('two-pages.pdf', 2))
  await expectToast(page, 'Upload Successful', 'pending review: Photo ID')
  const card = page.getByRole('listitem').filter({ hasText: 'two-pages.pdf' })
  await card.getByRole('button', { name: 'Preview' }).click()
  const dialog = page.getByRole('dialog', { name: 'two-pages.pdf' })
  for (const name of ['Page 1 of 2', 'Page 2 of 2']) {
    const picture = dialog.getByRole('img', { name })
    await picture.scrollIntoViewIfNeeded()
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
      .toBeGreaterThan(100)
  }
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await expect(dialog).toBeHidden()
  // the picture of the first page appears without a reload
  await expect
    .poll(() => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(20)

  await page.route('**/preview', (route) =>
    route.fulfill({ json: { state: 'failed', fault: null, pages: 0, urls: [] } }),
  )
  await card.getByRole('button', { name: 'Preview' }).click()
  for (const text of [
    'PDF Document',
    'Preview not available',
    'Download the file to view the complete document',
  ]) {
    await expect(dialog.getByText(text, { exact: true })).toBeVisible()
  }
  await page.route('**/download', (route) => route.fulfill({ status: 500 }))
  await dialog.getByRole('button', { name: 'Download' }).click()
  await expectToast(page, 'Download Failed', 'Failed to download document')
})

// Covers: broker-portal-screens-3
test('The profile is checked and saved, its address stays, and the password changes', {
  tag: '@deep',
}, async ({ page, allowError }) => {
  allowError(/400|422/)
  const { email, token } = await ownBroker(page, 'Profile Person')
  await openTab(page, 'Profile')
  await expect(page.getByLabel('Email Address')).toHaveValue(email)
  await expect(page.getByLabel('Email Address')).not.toBeEditable()
  await expect(page.getByText('Email cannot be changed')).toBeVisible()
  await page.getByLabel('Full Name').fill('P')
  await page.getByLabel('Phone Number').fill('12')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page.getByText('Name must be at least 2 characters')).toBeVisible()
  await expect(page.getByText('Phone number must be at least 10 digits')).toBeVisible()
  await page.getByLabel('Full Name').fill('Profile Personsson')
  await page.getByLabel('Phone Number').fill('0491 570 737')
  await page.getByLabel('Membership').selectOption('CBA')
  // another part of the portal, and back: nothing typed is lost
  await openTab(page, 'Accreditation')
  await openTab(page, 'Profile')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expectToast(page, 'Profile Updated', 'Your profile information has been saved successfully.')
  await expect(page.getByRole('banner')).toContainText('Profile Personsson')
  await page.reload()
  await expect(page.getByLabel('Membership')).toHaveValue('CBA')
  await expect(page.getByLabel('Phone Number')).toHaveValue('0491 570 737')

  await openTab(page, 'Security Settings')
  await expect(page.getByText('Account ID')).toBeVisible()
  await expect(page.getByText('Member since account creation')).toBeVisible()
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.getByText('Current password is required')).toBeVisible()
  await page.getByLabel('Current Password').fill('not-it-at-all')
  await page.getByLabel('New Password', { exact: true }).fill('a-new-Password-2026')
  await page.getByLabel('Confirm New Password').fill('a-new-Password-2026')
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expect(page.locator('[data-toasts]')).toContainText('Password Change Failed')
  await page.getByLabel('Current Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Change Password' }).click()
  await expectToast(page, 'Password Changed', 'Your password has been updated successfully.')
  // every other session has ended
  const other = await page.request.get('/api/broker/profile', {
    headers: { authorization: `Bearer ${token}` },
  })
  expect(other.status()).toBe(401)
})

// Covers: broker-portal-screens-12
test('Two-factor is set up with an app, asked for at the sign-in, and a backup code opens once', {
  tag: '@deep',
}, async ({ page, allowError }) => {
  allowError(/40\d|422/)
  const account = await ownBroker(page, 'Two Factor')
  await openTab(page, 'Profile')
  await openTab(page, 'Security Settings')
  await page.getByRole('button', { name: 'Turn on two-factor' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current Password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = await dialog.getByLabel('Or type this key').inputValue()
  await dialog.getByLabel('Code from your app').fill('000000')
  await dialog.getByRole('button', { name: 'Turn on two-factor' }).click()
  await expect(dialog.getByLabel('Code from your app')).toHaveAttribute('aria-invalid', 'true')
  await dialog.getByLabel('Code from your app').fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn on two-factor' }).click()
  await expect(dialog.getByRole('heading', { name: 'Save your backup codes' })).toBeVisible()
  const codes = await dialog.getByRole('listitem').allTextContents()
  expect(codes.length).toBeGreaterThanOrEqual(8)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(page.getByRole('button', { name: 'Turn off two-factor' })).toBeVisible()
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()

  for (const isFirst of [true, false]) {
    await page.goto('/broker-portal')
    await fillSignIn(page, account)
    await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
    await page.getByLabel('Code').fill(codes[0] ?? '')
    await page.getByRole('button', { name: 'Verify' }).click()
    if (isFirst) {
      await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
      await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
    } else await expect(page.locator('[data-toasts]')).toContainText('Login Failed')
  }
})

// Covers: broker-portal-screens-12
test('Sessions are listed and ended one by one or everywhere; a session that ended elsewhere leads to the sign-in', {
  tag: '@deep',
}, async ({ page, allowError }) => {
  allowError(/401/)
  const { token, ...account } = await ownBroker(page, 'Session Person')
  const bearer = { headers: { authorization: `Bearer ${token}` } }
  await openTab(page, 'Profile')
  await openTab(page, 'Security Settings')
  const list = page.getByRole('region', { name: 'Where you are signed in' })
  await expect(list.getByRole('listitem')).toHaveCount(2)
  await expect(list.getByText('This device')).toHaveCount(1)
  await list
    .getByRole('listitem')
    .getByRole('button', { name: /^Sign out/ })
    .click()
  await expect(list.getByRole('listitem')).toHaveCount(1)
  expect((await page.request.get('/api/broker/profile', bearer)).status()).toBe(401)

  await list.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('tab', { name: 'Register' })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('brokerToken'))).toBeNull()

  await signInAs(page, account)
  const own = await page.evaluate(() => localStorage.getItem('brokerToken'))
  await page.request.delete('/api/broker/sessions', { headers: { authorization: `Bearer ${own}` } })
  await page.reload()
  await expect(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('brokerToken'))).toBeNull()
})

// Covers: console-toasts-20
test('One press of a tab is one step back, and a session that ends keeps the chosen file', {
  tag: '@deep',
}, async ({ page, allowError }) => {
  allowError(/401/)
  const account = await ownBroker(page, 'Kept File')
  const before = await page.evaluate(() => history.length)
  await openTab(page, 'Documents')
  await expect(page.getByText('Drop your PDF file here')).toBeVisible()
  expect(await page.evaluate(() => history.length)).toBe(before + 1)

  const token = await page.evaluate(() => localStorage.getItem('brokerToken'))
  await page.request.delete('/api/broker/sessions', { headers: { authorization: `Bearer ${token}` } })
  const option = page.getByLabel('Document Type').locator('option').nth(1)
  await page.getByLabel('Document Type').selectOption(await option.getAttribute('value'))
  await expect(page.getByRole('button', { name: 'Select File' })).toBeEnabled()
  await chooseFile(page, null, pdfFile('kept.pdf'))
  const ended = page.getByRole('alertdialog', { name: 'Your session has ended' })
  await ended.getByLabel('Password', { exact: true }).fill(account.password)
  await page.keyboard.press('Enter')
  await expect(ended).toHaveCount(0)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expectToast(page, 'Upload Successful', 'pending review')
})

// Covers: broker-portal-screens-13
test(
  'A broker who is staff too finds the way to the admin area, floating where the screen is narrow',
  { tag: ['@phone', '@deep'] },
  async ({ page }, info) => {
    const isPhone = info.project.name === 'phone'
    // registers with the address of a member of staff, whose password stays
    const [email, password] = isPhone
      ? ['compliance@brokerline.example', 'demo-Compliance-2026']
      : ['viewer@brokerline.example', 'demo-Viewer-2026']
    const details = { name: 'Both Sides', phone: '0491 570 313', email, password: PASSWORD }
    expect((await page.request.post('/api/broker/register', { data: details })).status()).toBe(201)
    await page.goto(await mailedLink(admin, email, '/broker-portal/verify'))
    await expect(page.getByText('keep signing in with its password')).toBeVisible()
    await page.getByRole('button', { name: 'Complete', exact: true }).click()
    await expect(page.getByText('Sign in with the password of your account.')).toBeVisible()
    await signInAs(page, { email, password })
    const link = page.getByRole('link', { name: isPhone ? 'Admin' : 'Admin Dashboard', exact: true })
    await expect(link).toBeVisible()
    await expect(link).toHaveAttribute('href', '/dashboard')
  },
)

// Covers: broker-portal-screens-17
test('Every part of the portal is accessible and fits the width, for the demo broker and before the sign-in', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/broker-portal?view=register')
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expect(page.getByText('Invalid email address')).toBeVisible()
  await expectAccessible(page, 'Register with errors', { colours: true })
  await openTab(page, 'Sign In')
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('broker@brokerline.example')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  const steps = page.getByRole('region', { name: 'Next Steps' })
  await expect(steps.getByRole('listitem').first()).toContainText('Rejected')
  await steps.getByText(/^\d+ approved documents$/).click()
  await expect(steps.getByRole('listitem').last()).toContainText('Approved')
  await expect(page.getByRole('region', { name: 'Meetings' })).toContainText(/with|No meetings/)
  const contacts = page.getByRole('region', { name: 'Calls and messages we sent you' })
  // the demo has no mail server: what is held in the outbox was not sent
  const message = contacts.getByRole('listitem').filter({ hasText: 'We called you' }).first()
  await expect(message).toBeVisible()
  await expect(contacts.getByText('Email,')).toHaveCount(0)
  await expectAccessible(page, 'Overview', { colours: true })
  await message.click()
  await expect(page.getByRole('dialog')).toContainText('The code of the call is')
  await page.keyboard.press('Escape')
  // opens on the category of what is to be uploaded first
  await page.goto('/broker-portal?tab=documents')
  await expect(page.getByRole('tab', { name: 'Professional' })).toHaveAttribute('aria-selected', 'true')
  // a rejected one with its reason, and one that was never uploaded
  await expect(page.getByText('Not accepted')).toBeVisible()
  await expect(page.getByText('No document uploaded yet').first()).toBeVisible()
  await expectAccessible(page, 'Documents', { colours: true })
  await page.goto('/broker-portal?tab=profile&section=security')
  await expect(page.getByText('This device')).toBeVisible()
  await expectAccessible(page, 'Security Settings', { colours: true })
  await openTab(page, 'Profile Information')
  await expect(page.getByLabel('Full Name')).toBeVisible()
  await openTab(page, 'Accreditation')
  await expect(page.getByRole('heading', { name: 'Required documents' })).toBeVisible()
  await expectAccessible(page, 'Accreditation', { colours: true })
})
