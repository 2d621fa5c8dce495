import type { Page } from '@playwright/test'
import { SIGN_ON_CALLBACK } from '#contract/accounts/sign-on.ts'
import { CLIENT, type IssuerDouble, startIssuer } from '#test/doubles/issuer-double.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { inviteWithoutProof } from './identity-proof.ts'
import { toastOf } from './toast.ts'

// a server of its own: the last step turns passwords off
test.use({ serverEnv: { SIM_SPEED: '1' } })

const SETTINGS = '/settings?tab=system&part=sign-on'
const form = (page: Page, name: string) => page.getByRole('form', { name })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const issuerLink = (page: Page) => page.getByRole('link', { name: 'Sign in with Example Bank' })

async function setUp(page: Page, issuer: IssuerDouble): Promise<void> {
  const settings = form(page, 'Single sign-on')
  await settings.getByLabel('Issuer', { exact: true }).fill(`${issuer.issuer}/`)
  await settings.getByRole('button', { name: 'Test the issuer' }).click()
  await expect(settings.getByText(`is of the issuer ${issuer.issuer}. Enter exactly that.`)).toBeVisible()
  await settings.getByLabel('Issuer', { exact: true }).fill(issuer.issuer)
  await settings.getByRole('button', { name: 'Test the issuer' }).click()
  await expect(settings.getByText('The issuer can be used.')).toBeVisible()
  await settings.getByLabel('Name on the button').fill('Example Bank')
  await settings.getByLabel('Client ID').fill(CLIENT.clientId)
  await settings.getByLabel('Client secret').fill(CLIENT.clientSecret)
  await settings.getByLabel('Group 1', { exact: true }).fill('brokerline-lenders')
  await settings.getByLabel('Role of group 1').selectOption('Lender')
  await settings.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page, 'Single sign-on saved')).toBeVisible()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to the console' })).toBeVisible()
}

// Covers: sign-sessions-27
test('A change of who may do what asks for the password again, keeps the form, and is then saved', {
  tag: '@deep',
}, async ({ page, signIn, allowError }) => {
  // the refusal, and a wrong password
  allowError(/40[03]/)
  await signIn(page, 'admin')
  await page.goto('/team')
  await expect(page.getByRole('region', { name: 'Team members' }).getByText('(you)')).toBeVisible()
  const dialog = await inviteWithoutProof(page, {
    ...{ email: 'ines.park@lender.example', firstName: 'Ines', lastName: 'Park' },
  })
  await expectAccessible(page, 'the proof of identity')
  await dialog.getByLabel('Password', { exact: true }).fill('wrong-Horse-1')
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible()
  await dialog.getByLabel('Password', { exact: true }).fill('demo-Admin-2026')
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
  await expect(toastOf(page, 'ines.park@lender.example has been invited')).toBeVisible()
  await expect(dialog).toBeHidden()
})

// Covers: sign-sessions-23, sign-sessions-25, sign-sessions-26
test('An admin sets the single sign-on up, an employee comes in with one click, and it becomes the only way', async ({
  page,
  signIn,
  server,
  allowError,
}) => {
  // signed out while the page is open
  allowError(/401/)
  const issuer = await startIssuer(`${server.url}${SIGN_ON_CALLBACK}`)
  try {
    await signIn(page, 'admin')
    await page.goto(SETTINGS)
    await setUp(page, issuer)
    await expectAccessible(page, 'the single sign-on')
    await signOut(page)

    issuer.employee = {
      ...{ sub: 'noor', email: 'noor@bank.example', email_verified: true },
      ...{ given_name: 'Noor', family_name: 'Haddad', groups: ['everybody'] },
    }
    await issuerLink(page).click()
    await expect(page.getByRole('alert').getByText(/in no group that may use Brokerline/)).toBeVisible()
    await expectAccessible(page, 'a refused sign-in')
    issuer.employee.groups = ['brokerline-lenders']
    await issuerLink(page).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Campaign Dashboard' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^User menu.*Noor/ })).toBeVisible()
    await signOut(page)

    await page.getByLabel('Email').fill('admin@brokerline.example')
    await page.getByLabel('Password', { exact: true }).fill('demo-Admin-2026')
    await button(page, 'Sign In').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Campaign Dashboard' })).toBeVisible()
    await page.goto(SETTINGS)
    await form(page, 'The only way for staff').getByLabel('Break-glass admin').selectOption({ index: 1 })
    await button(page, 'Turn passwords off').click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Turn passwords off' }).click()
    await expect(toastOf(page, 'Staff now sign in through single sign-on only')).toBeVisible()
    await signOut(page)

    await expect(page.getByLabel('Password', { exact: true })).toBeHidden()
    await expectAccessible(page, 'the only way')
    issuer.faults.set('/.well-known/openid-configuration', 'down')
    await issuerLink(page).click()
    await expect(page.getByRole('alert').getByText(/could not be reached/)).toBeVisible()
    await button(page, 'Break-glass sign-in').click()
    await page.getByLabel('Email').fill('admin@brokerline.example')
    await page.getByLabel('Password', { exact: true }).fill('demo-Admin-2026')
    await button(page, 'Sign In').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Campaign Dashboard' })).toBeVisible()
  } finally {
    await issuer.close()
  }
})
