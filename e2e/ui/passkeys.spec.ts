import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { inviteWithoutProof } from './identity-proof.ts'
import { demoBroker } from './portal-data.ts'
import { toastOf } from './toast.ts'

// a server of its own: the passkeys of a person stay
test.use({ serverEnv: { SIM_SPEED: '1' } })

const panel = (page: Page) => page.getByRole('region', { name: 'Passkeys', exact: true })

/** A device with a fingerprint reader, played by Chromium. @returns changes whether it recognises the person */
async function plugIn(page: Page): Promise<(recognises: boolean) => Promise<void>> {
  const session = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable')
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
      ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
    },
  })
  return async (isUserVerified) => {
    await session.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  }
}

async function addPasskey(page: Page, password: string): Promise<void> {
  await panel(page).getByRole('button', { name: 'Add a passkey' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
  await dialog.getByLabel('Name').fill('Work laptop')
  await dialog.getByLabel('Current Password').fill('wrong-Horse-1')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByText('Current password is incorrect')).toBeVisible()
  await dialog.getByLabel('Current Password').fill(password)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(panel(page).getByText('Work laptop')).toBeVisible()
}

// Covers: sign-sessions-28
test('A member of staff adds a passkey, signs in with it, and removes it', async ({
  page,
  signIn,
  allowError,
}) => {
  // a wrong password, signed out, and a passkey that was removed
  allowError(/40[01]/)
  const recognise = await plugIn(page)
  await signIn(page, 'lender')
  await page.goto('/security')
  await addPasskey(page, 'demo-Lender-2026')
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()

  const withPasskey = page.getByRole('button', { name: 'Sign in with a passkey' })
  await recognise(false)
  await withPasskey.click()
  await expect(toastOf(page, 'The passkey was not used.')).toBeVisible()
  await recognise(true)
  await withPasskey.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign Dashboard' })).toBeVisible()

  await page.goto('/security')
  await panel(page).getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove passkey' }).click()
  await expect(panel(page).getByText('Work laptop')).toBeHidden()
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await withPasskey.click()
  await expect(toastOf(page, 'The passkey was not accepted here')).toBeVisible()
})

// Covers: sign-sessions-28
test('A broker adds a passkey and signs in to the portal with it', { tag: '@deep' }, async ({
  page,
  allowError,
}) => {
  // a wrong password
  allowError(/400/)
  await plugIn(page)
  await page.goto('/broker-portal')
  await page.getByLabel('Email').fill(demoBroker.email)
  await page.getByLabel('Password', { exact: true }).fill(demoBroker.password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await page.goto('/broker-portal?tab=profile&section=security')
  await addPasskey(page, demoBroker.password)
  await page.getByRole('button', { name: 'Sign Out', exact: true }).click()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await expect(page.getByRole('tab', { name: 'Overview' })).toBeVisible()
  await page.goto('/broker-portal?tab=profile&section=security')
  await expect(panel(page).getByText('Work laptop')).toBeVisible()
  await expectAccessible(page, 'a passkey')
  await panel(page).getByRole('button', { name: 'Add a passkey' }).click()
  await expect(page.getByRole('dialog', { name: 'Add a passkey' })).toBeVisible()
  await expectAccessible(page, 'adding a passkey')
})

// Covers: sign-sessions-27
test('A passkey confirms who it is before a change of the team, and its answer counts once', async ({
  page,
  signIn,
  allowError,
}) => {
  // the refusals, and a wrong password
  allowError(/40[03]/)
  await plugIn(page)
  await signIn(page, 'admin')
  await page.goto('/security')
  await addPasskey(page, 'demo-Admin-2026')
  await page.goto('/team')
  const dialog = await inviteWithoutProof(page, {
    ...{ email: 'noor.haddad@lender.example', firstName: 'Noor', lastName: 'Haddad' },
  })
  const withPasskey = dialog.getByRole('button', { name: 'Confirm with a passkey' })
  await expect(withPasskey).toBeVisible()
  // an answer counts once
  const sent = page.waitForRequest('**/api/confirm-identity/passkey')
  await withPasskey.click()
  await expect(toastOf(page, 'noor.haddad@lender.example has been invited')).toBeVisible()
  await expect(dialog).toBeHidden()
  const again = await page.request.post('/api/confirm-identity/passkey', {
    data: (await sent).postDataJSON(),
  })
  expect(again.status()).toBe(400)
})
