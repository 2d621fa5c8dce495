import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { CHECK_MAIL, NOT_VERIFIED } from '#contract/accounts/broker-accounts.ts'
import type { ReviewDocument, ReviewDocumentDetails } from '#contract/documents/document-reviews.ts'
import { type Client, signIn as signInStaff } from '#test/product/client.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import {
  addressOf,
  chooseFile,
  comeBack,
  expectToast,
  fillSignIn,
  mailedLink,
  openTab,
  PASSWORD,
  pdfFile,
} from './portal-data.ts'

const required = {
  Licensing: [
    'ASIC credit representative or licence evidence',
    'Professional indemnity certificate of currency',
    'AFCA membership certificate',
  ],
  Identity: ['Photo ID', 'National police check'],
  Professional: [
    'Association membership certificate',
    'Certificate IV or Diploma of Finance and Mortgage Broking',
    'CPD statement',
  ],
}
const all = Object.values(required).flat()
const REASON = 'The copy is not readable. Please upload a clearer one.'

const nextYear = (): string => `${new Date().getFullYear() + 1}-06-30`

/** A broker's pending documents, as a reviewer sees them. */
async function pendingOf(admin: Client, name: string): Promise<ReviewDocument[]> {
  const waiting = await admin.all<ReviewDocument>('/api/documents?status=pending')
  return waiting.filter(({ broker }) => broker.name === name)
}

async function decide(admin: Client, { id }: ReviewDocument, reason: string | null): Promise<void> {
  const { expires } = await admin.get<ReviewDocumentDetails>(`/api/documents/${id}`)
  const decision =
    reason === null
      ? { action: 'approve', expiresOn: expires ? nextYear() : '' }
      : { action: 'reject', reason }
  await admin.post(`/api/documents/${id}/review`, decision)
}

async function register(page: Page, name: string): Promise<void> {
  await page.goto('/broker-portal')
  await expect(page.getByRole('heading', { name: 'Broker Portal' })).toBeVisible()
  // the sample credentials of the demo
  await expect(page.getByLabel('Email', { exact: true })).toHaveValue('broker@brokerline.example')
  await expect(page.getByRole('button', { name: 'Forgot your password?' })).toBeVisible()
  await openTab(page, 'Register')
  await page.getByLabel('Full Name').fill(name)
  await page.getByLabel('Email Address').fill(addressOf(name))
  await page.getByLabel('Phone Number').fill('0491 570 156')
  await page.getByLabel('Company/Brokerage').fill('Harbour Home Loans')
  await page.getByLabel('Region').selectOption('NSW')
  await page.getByLabel('Membership').selectOption('MFAA')
  await page.getByLabel('ASIC Number').fill('990123')
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('Confirm Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Create Account' }).click()
  await expectToast(page, 'Registration Successful', CHECK_MAIL)
  await expect(page.getByRole('tab', { name: 'Sign In', exact: true })).toHaveAttribute(
    'aria-selected',
    'true',
  )
  await expect(page.getByRole('link', { name: 'Settings → Services' })).toBeVisible()
  await openTab(page, 'Register')
  await expect(page.getByLabel('Full Name')).toHaveValue('')
  await openTab(page, 'Sign In')
}

async function uploadAll(page: Page): Promise<void> {
  await openTab(page, 'Documents')
  await expect(page.getByText('Drop your PDF file here')).toBeVisible()
  await expect(page.getByText('Maximum file size: 10MB • PDF files only')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Select File' })).toBeDisabled()
  for (const [category, types] of Object.entries(required)) {
    await openTab(page, category)
    const list = page.getByRole('region', { name: 'Required Documents' })
    await expect(list.getByText('No document uploaded yet')).toHaveCount(types.length)
    for (const type of types) {
      await list.getByRole('button', { name: `Upload ${type}` }).click()
      await expect(page.getByLabel('Document Type')).toHaveValue(/\d+/)
      await expect(page.getByRole('button', { name: 'Select File' })).toBeEnabled()
      await chooseFile(page, null, pdfFile(`${type}.pdf`))
      await expectToast(page, 'Upload Successful', `pending review: ${type}`)
    }
    await expect(list).toBeHidden()
    const cards = page.getByRole('list', { name: `Uploaded ${category.toLowerCase()} documents` })
    await expect(cards.getByText('Pending', { exact: true })).toHaveCount(types.length)
    await expect(cards.getByText('Required', { exact: true })).toHaveCount(types.length)
  }
}

test.describe('A broker', () => {
  test.setTimeout(240_000)

  // Covers: broker-portal-screens-1, broker-portal-screens-2, broker-portal-screens-11
  // Covers: broker-portal-screens-13, broker-portal-screens-15
  test(
    'registers, uploads, is rejected, uploads again and is accredited, at any width',
    { tag: '@phone' },
    async ({ page, server, allowError }, info) => {
      // the sign-in before the address is verified
      allowError(/403/)
      const name = `Mei O'Brien ${info.project.name}`
      const email = addressOf(name)
      const admin = await signInStaff(server.url)

      await register(page, name)
      await page.getByLabel('Email', { exact: true }).fill(email)
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expectToast(page, 'Login Failed', NOT_VERIFIED)
      await expect(page.getByRole('tabpanel').getByText(NOT_VERIFIED)).toBeVisible()
      await page.getByRole('tabpanel').getByRole('button', { name: 'Send the email again' }).last().click()
      await expect(page.getByText('Sent again.')).toBeVisible()

      await page.goto(await mailedLink(admin, email, '/broker-portal/verify'))
      await expect(page.getByRole('heading', { name: 'Complete your account' })).toBeVisible()
      await page.getByRole('button', { name: 'Set Password and Complete' }).click()
      await expect(page.getByText('Password must be at least 8 characters')).toBeVisible()
      await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
      // typed twice at the registration, and once here
      await expect(page.getByLabel('Confirm Password')).toHaveCount(0)
      await expectAccessible(page, 'Complete your account')
      await page.getByRole('button', { name: 'Set Password and Complete' }).click()
      await expect(page.getByText(`${email} is verified and your account is ready.`)).toBeVisible()
      await page.getByRole('link', { name: 'Go to Sign In' }).click()
      await fillSignIn(page, { email, password: PASSWORD })
      await expectToast(page, 'Login Successful', 'Welcome to your broker portal')

      await expect(page.getByText('0 of 8 required documents')).toBeVisible()
      await expect(
        page.getByText('No documents uploaded yet. Start by uploading your required documents.'),
      ).toBeVisible()
      await expect(page.getByRole('region', { name: 'Next Steps' }).getByText('Not uploaded')).toHaveCount(8)
      // no member of staff
      await expect(page.getByRole('link', { name: /Admin/ })).toHaveCount(0)

      await uploadAll(page)
      await openTab(page, 'Accreditation')
      await expect(page.getByRole('heading', { name: 'Accreditation in Progress' })).toBeVisible()
      await expect(page.getByText('8 documents remaining')).toBeVisible()
      await openTab(page, 'Overview')
      const figures = page.locator('dl')
      await expect(figures).toContainText('0%')
      await expect(figures).toContainText(/Pending8under review/)
      await expect(page.getByText('We are reviewing your documents')).toBeVisible()

      const waiting = await pendingOf(admin, name)
      expect(waiting.map(({ documentType }) => documentType.name).toSorted()).toEqual(all.toSorted())
      for (const document of waiting)
        await decide(admin, document, document.documentType.name === 'Photo ID' ? REASON : null)
      await comeBack(page)
      await expect(figures).toContainText('88%')
      await expect(page.getByText('7 of 8 required documents')).toBeVisible()
      await expect(figures).toContainText(/Approved7Rejected1/)
      await expect(page.getByRole('heading', { name: 'Please upload again: Photo ID' })).toBeVisible()

      await page.getByRole('button', { name: 'Re-upload Photo ID' }).click()
      const card = page.getByRole('listitem').filter({ hasText: 'Photo ID.pdf' })
      await expect(card).toContainText('Rejected')
      await expect(card).toContainText(REASON)
      await chooseFile(page, null, pdfFile('passport.pdf'))
      await expectToast(page, 'Upload Successful', 'pending review: Photo ID')
      const again = page.getByRole('listitem').filter({ hasText: 'passport.pdf' })
      await again.getByRole('button', { name: /^Version 2/ }).click()
      await expect(page.getByRole('dialog')).toContainText(REASON)
      await page.keyboard.press('Escape')
      const saved = page.waitForEvent('download')
      await again.getByRole('button', { name: 'Download passport.pdf' }).click()
      const file = await saved
      expect(file.suggestedFilename()).toBe('passport.pdf')
      expect((await readFile(await file.path())).equals(pdfFile('passport.pdf').buffer)).toBe(true)

      for (const document of await pendingOf(admin, name)) await decide(admin, document, null)
      await comeBack(page)
      await expect(again).toContainText('Approved')
      await openTab(page, 'Overview')
      await expect(figures).toContainText('100%')
      await expect(page.getByText('8 of 8 required documents')).toBeVisible()
      await openTab(page, 'Accreditation')
      await expect(page.getByRole('heading', { name: 'You are accredited', exact: true })).toBeVisible()
      await expect(page.getByText('100%', { exact: true })).toBeVisible()
    },
  )
})
