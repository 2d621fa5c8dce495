import type { Page } from '@playwright/test'
import { codeOf } from '#test/worlds/authenticator.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { toastOf } from './toast.ts'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function signInAs(page: Page, role: string, password: string): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Email').fill(`${role}@brokerline.example`)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

// Covers: sign-sessions-17
test('A member of staff turns two-factor on from the user menu, and signs in with codes from then on', async ({
  page,
  signIn,
  allowError,
}, info) => {
  // a wrong code is refused
  allowError(/40[01]/)
  const role = info.project.name === 'phone' ? 'viewer' : 'lender'
  const password = `demo-${role.charAt(0).toUpperCase()}${role.slice(1)}-2026`
  await signIn(page, role)
  await page.goto('/settings')
  // a screen that is still coming takes the focus, and closes a menu
  await expect(page.getByRole('heading', { level: 1, name: 'Settings' })).toBeVisible()
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Security' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
  await expect(panel(page, 'Where you are signed in').getByText('This device')).toBeVisible()
  await expectAccessible(page, 'security')

  await page.getByRole('button', { name: 'Turn on two-factor' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Current Password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const secret = await dialog.getByLabel('Or type this key').inputValue()
  await expectAccessible(page, 'setting two-factor up')
  const code = dialog.getByLabel('Code from your app')
  await code.fill(codeOf(secret, new Date(Date.now() - 120_000)))
  await dialog.getByRole('button', { name: 'Turn on two-factor' }).click()
  await expect(dialog.getByText(/That code is not right/)).toBeVisible()
  await code.fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn on two-factor' }).click()
  const backupCode = (await dialog.getByRole('listitem').first().textContent()) ?? ''
  await expect(dialog.getByRole('listitem')).toHaveCount(10)
  await dialog.getByRole('button', { name: 'I have saved them' }).click()
  await expect(panel(page, 'Two-factor sign-in').getByText('On', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out everywhere' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to the console' })).toBeVisible()
  await signInAs(page, role, password)
  await expect(page.getByRole('heading', { name: 'One more step' })).toBeVisible()
  await expectAccessible(page, 'the code')
  await page.getByRole('textbox', { name: 'Code' }).fill('aaaaa-aaaaa')
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(page.getByText(/That code is not right/)).toBeVisible()
  await page.getByRole('textbox', { name: 'Code' }).fill(backupCode)
  await page.getByRole('button', { name: 'Verify' }).click()
  await expect(toastOf(page, 'Logged in successfully')).toBeVisible()

  await page.goto('/security')
  await page.getByRole('button', { name: 'Turn off two-factor' }).click()
  await dialog.getByLabel('Current Password').fill(password)
  await dialog.getByRole('button', { name: 'Turn off two-factor' }).click()
  await expect(panel(page, 'Two-factor sign-in').getByText('Off', { exact: true })).toBeVisible()
})

// Covers: sign-sessions-21
test('The link of the mail sets a new password, once', { tag: '@deep' }, async ({
  page,
  browser,
  server,
  allowError,
}) => {
  allowError(/422/)
  await page.goto('/')
  await page.getByLabel('Email').fill('compliance@brokerline.example')
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('If compliance@brokerline.example has an account')).toBeVisible()
  await expectAccessible(page, 'asking for a link')

  const admin = await browser.newContext({ baseURL: server.url })
  const credentials = { email: 'admin@brokerline.example', password: 'demo-Admin-2026' }
  await admin.request.post('/api/login', { data: credentials })
  const link = await untilMailed(async () => {
    const mails = await (await admin.request.get('/api/messages?channel=email&q=compliance@')).json()
    const mail = mails.find(({ subject }: { subject: string }) => subject === 'Set a new password')
    if (!mail) return null
    const { body } = await (await admin.request.get(`/api/messages/${mail.id}`)).json()
    return /\S+\?reset=\w+/.exec(body)?.[0] ?? null
  })
  await admin.close()

  const path = link.slice(link.indexOf('/?reset'))
  await page.goto(path)
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('brand-New-Password')
  await page.getByLabel('Confirm new password').fill('brand-New-Passwort')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText("Passwords don't match")).toBeVisible()
  await expectAccessible(page, 'setting a password')
  await page.getByLabel('Confirm new password').fill('brand-New-Password')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(toastOf(page, 'Your password is set')).toBeVisible()
  await signInAs(page, 'compliance', 'brand-New-Password')
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign Dashboard' })).toBeVisible()

  // a used link shows an error, also to signed-in users
  await page.goto(path)
  await expect(page.getByRole('alert').filter({ hasText: 'has been used' })).toBeVisible()
  await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0)
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign Dashboard' })).toBeVisible()

  // as the other tests of this worker know it
  await page.goto('/security')
  const form = page.getByRole('form', { name: 'Change password' })
  await form.getByLabel('Current Password').fill('brand-New-Password')
  await form.getByLabel('New Password', { exact: true }).fill('demo-Compliance-2026')
  await form.getByLabel('Confirm New Password').fill('demo-Compliance-2026')
  await form.getByRole('button', { name: 'Change Password' }).click()
  await expect(toastOf(page, 'Your password has been updated successfully.')).toBeVisible()
})

async function untilMailed(find: () => Promise<string | null>): Promise<string> {
  let found: string | null = null
  await expect(async () => {
    found = await find()
    expect(found).not.toBeNull()
  }).toPass()
  return found ?? ''
}

// Covers: sign-sessions-16
test('Where two-factor is required, every screen is the one that turns it on', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  await page.route('**/api/auth/user', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), mustSetUpTwoFactor: true } })
  })
  await signIn(page, 'compliance')
  await page.goto('/campaigns')
  await expect(page.getByRole('heading', { level: 1, name: 'Security' })).toBeVisible()
  await expect(page.getByRole('status').filter({ hasText: 'to continue' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Turn on two-factor' })).toBeVisible()
})
