import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { toastOf } from './toast.ts'

const EMAIL = 'ines.novak@lender.example'
const team = (page: Page) => page.getByRole('region', { name: 'Team members' })
const row = (page: Page) => team(page).getByRole('row', { name: /Ines/ })

async function choose(page: Page, item: string): Promise<void> {
  await team(page)
    .getByRole('button', { name: /^More for Ines/ })
    .click()
  await page.getByRole('menuitem', { name: item }).click()
}

/** The link of the invitation, as an admin of an installation without a mail server reads it. */
async function invitationLink(page: Page): Promise<string> {
  const list = await page.request.get(`/api/messages?q=${EMAIL}`)
  const [{ id }] = await list.json()
  const { body } = await (await page.request.get(`/api/messages/${id}`)).json()
  return /\/\?invitation=\S+/.exec(body)?.[0] ?? ''
}

// Covers: team-1
test('An admin invites a colleague, who sets a password behind the link; roles change and access ends at once', {
  tag: '@deep',
}, async ({ page, signIn, allowError }) => {
  // signed out while a screen is open, and a link that was used
  allowError(/40[14]/)
  await signIn(page, 'admin')
  await page.goto('/team')
  await expect(team(page).getByText('(you)')).toBeVisible()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite to the team' })
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(dialog.getByText('Invalid email address')).toBeVisible()
  await expect(dialog.getByText('First name is required')).toBeVisible()
  await dialog.getByLabel('Email').fill(EMAIL)
  await dialog.getByLabel('First name').fill('Ines')
  await dialog.getByLabel('Last name').fill('Novak')
  await dialog.getByLabel('Role').selectOption('Compliance')
  await expect(dialog.getByText(/^Reviews applications and documents/)).toBeVisible()
  await expectAccessible(page, 'inviting')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await expect(row(page)).toContainText('Invited')
  await expectAccessible(page, 'the team')
  await choose(page, 'Send the invitation again')
  await expect(toastOf(page, `A new link is on its way to ${EMAIL}`)).toBeVisible()

  const link = await invitationLink(page)
  await page.goto(link)
  await expect(page.getByText('Hello Ines, you are invited as a compliance officer.')).toBeVisible()
  await expectAccessible(page, 'accepting')
  await page.getByLabel('Password', { exact: true }).fill('green-Teapot-2026')
  await page.getByLabel('Confirm password').fill('green-Teapot-2026')
  await page.getByRole('button', { name: 'Accept the invitation' }).click()
  await expect(toastOf(page, 'Welcome to the team.')).toBeVisible()
  await page.request.post('/api/logout')

  await page.goto(link)
  await expect(page.getByRole('alert')).toContainText('This invitation has been used')
  await page.getByRole('button', { name: 'Back to sign-in' }).click()
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill('green-Teapot-2026')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await page.getByRole('button', { name: 'User menu, Ines' }).click()
  await expect(page.getByRole('menuitem', { name: 'Team' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await page.goto('/team')
  await expect(page.getByText('Only admins manage the team')).toBeVisible()

  await signIn(page, 'admin')
  await page.goto('/team')
  await choose(page, 'Edit name and role')
  const edit = page.getByRole('dialog', { name: 'Edit Ines Novak' })
  await edit.getByLabel('Role').selectOption('Viewer')
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(row(page)).toContainText('Viewer')
  await choose(page, 'Deactivate')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Deactivate' }).click()
  await expect(row(page)).toContainText('Deactivated')
  await choose(page, 'Reactivate')
  await expect(row(page)).toContainText('Active')
})

test('The team says so while it does not load', { tag: '@deep' }, async ({ page, signIn, allowError }) => {
  allowError(/500/)
  await signIn(page, 'admin')
  await page.route('**/api/users', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/team')
  await expect(team(page).getByRole('button', { name: /again/i })).toBeVisible()
  await page.unroute('**/api/users')
  await team(page).getByRole('button', { name: /again/i }).click()
  await expect(team(page).getByText('(you)')).toBeVisible()
})
