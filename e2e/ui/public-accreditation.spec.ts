import type { Page } from '@playwright/test'
import {
  EMPTY_FILE,
  FILE_TOO_LARGE,
  MAX_APPLICATION_FILE,
  PI_REQUIRED,
  PI_REQUIRED_TITLE,
  WRONG_FILE_TYPE,
} from '#contract/accreditations/accreditations.ts'
import type { Application, ApplicationDetails } from '#contract/accreditations/applications.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { linkIn } from './public-booking.ts'

const PDF = 'application/pdf'
/** The smallest PDF that is still valid. */
const pdf = (mark = ''): Buffer =>
  Buffer.from(`%PDF-1.4\n% ${mark}\ntrailer<</Root 1 0 R>>\nstartxref\n9\n%%EOF\n`)

const pi = (page: Page) => page.getByLabel('Professional indemnity insurance')
const licence = (page: Page) => page.getByLabel('ASIC licence copy')
const submit = (page: Page) => page.getByRole('button', { name: 'Submit Application' })
const save = (page: Page) => page.getByRole('button', { name: 'Save Draft' })

/** Fills everything but the files; each name is somebody else. */
async function fillForm(page: Page, name: string): Promise<string> {
  const [first = '', last = ''] = name.split(' ')
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  // as for people: before hydration, the page accepts no input
  await expect(page.locator('main')).not.toHaveAttribute('inert')
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill(last)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Phone').fill('0491 570 158')
  await page.getByLabel('Company').fill(`${last} Home Loans`)
  await page.getByLabel('ASIC number').fill('512345')
  await page.getByLabel('Membership').selectOption('FBAA')
  // the register's result for the number appears meanwhile and moves the content below
  const terms = page.getByLabel('I agree to the Terms and Conditions and Privacy Policy *')
  await expect(() => terms.check({ timeout: 2_000 })).toPass({ timeout: 20_000 })
  return email
}

/** Lets a file fall onto the field that `label` belongs to. */
async function drop(page: Page, label: string, file: { name: string; type: string; text: string }) {
  const files = await page.evaluateHandle(({ name, type, text }) => {
    const transfer = new DataTransfer()
    transfer.items.add(new File([text], name, { type }))
    return transfer
  }, file)
  const zone = page.getByLabel(label).locator('..')
  await zone.dispatchEvent('dragover', { dataTransfer: files })
  await zone.dispatchEvent('drop', { dataTransfer: files })
}

async function applicationOf(page: Page, email: string): Promise<Application> {
  const answer = await page.request.get('/api/accreditations?limit=200')
  const found = ((await answer.json()) as Application[]).find((each) => each.email === email)
  if (!found) throw new Error(`no application of ${email}`)
  return found
}

// Covers: accreditation-form-1
test('What is missing is said at its field, accessible and on a narrow screen too, and leaving asks', {
  tag: '@phone',
}, async ({ page }) => {
  await page.goto('/accreditation')
  await expect(page.getByText('You must accept the terms and conditions to proceed.')).toBeVisible()
  await expect(page.getByLabel('Membership').getByRole('option')).toHaveText([
    'Choose one',
    'MFAA',
    'FBAA',
    'Both',
    'Other',
  ])
  await submit(page).click()
  await expect(page.getByLabel('First name')).toBeFocused()
  for (const text of [
    'First name is required',
    'Last name is required',
    'Valid email is required',
    'Phone number is required',
    'ASIC number is required',
    'Membership selection is required',
    'Company name is required',
    'You must accept the terms and conditions',
    PI_REQUIRED_TITLE,
  ]) {
    await expect(page.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(page.getByText(PI_REQUIRED)).toHaveCount(2)
  await expect(pi(page)).toHaveAccessibleDescription(PI_REQUIRED)
  await expectAccessible(page, 'accreditation with messages')
  await page.getByLabel('First name').fill('Eve')
  await expect(page.getByText('First name is required')).toHaveCount(0)
  await page.getByLabel('Email').fill('nobody')
  await page.getByLabel('Email').press('Tab')
  await expect(page.getByText('Valid email is required')).toBeVisible()
  const asked = page.waitForEvent('dialog')
  const leaving = page.reload().catch(() => {})
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.accept()
  await leaving
})

// Covers: accreditation-form-2
test('Files are chosen or dropped, checked, shown with name and size, replaced and removed', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/accreditation')
  const field = pi(page)
  await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await expect(page.getByText(WRONG_FILE_TYPE)).toBeVisible()
  await field.setInputFiles({ name: 'empty.pdf', mimeType: PDF, buffer: Buffer.alloc(0) })
  await expect(page.getByText(EMPTY_FILE)).toBeVisible()
  const large = Buffer.alloc(MAX_APPLICATION_FILE + 1, 'x')
  await field.setInputFiles({ name: 'large.pdf', mimeType: PDF, buffer: large })
  await expect(page.getByText(FILE_TOO_LARGE)).toBeVisible()
  await field.setInputFiles({
    name: 'limit.pdf',
    mimeType: PDF,
    buffer: large.subarray(0, MAX_APPLICATION_FILE),
  })
  await expect(page.getByText(FILE_TOO_LARGE)).toHaveCount(0)
  await expect(page.getByText('limit.pdf').first()).toBeVisible()
  await expect(page.getByText('10.0 MB')).toBeVisible()
  await drop(page, 'Professional indemnity insurance', { name: 'scan.png', type: 'image/png', text: 'x' })
  await expect(page.getByText('limit.pdf')).toHaveCount(0)
  await expect(page.getByText('scan.png').first()).toBeVisible()
  await drop(page, 'ASIC licence copy', { name: 'page.html', type: 'text/html', text: 'x' })
  await expect(licence(page)).toHaveAccessibleDescription(WRONG_FILE_TYPE)
  await page.getByRole('button', { name: 'Remove scan.png' }).click()
  await expect(page.getByText('scan.png')).toHaveCount(0)
  await expect(page.getByText('Choose a file')).toHaveCount(2)
})

// Covers: surveillance-34
test('ASIC’s register fills in what is empty, and leaves what was typed', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto('/accreditation')
  await page.getByLabel('Company').fill('Redgum Lending')
  await page.getByLabel('ASIC number').fill('000995003')
  await page.getByLabel('ASIC number').blur()
  await expect(page.getByText(/^On ASIC’s register of .*: \w+ \w+ \w+, \w+ Credit Services/)).toBeVisible()
  await page.getByRole('button', { name: 'Fill in what is empty' }).click()
  await expect(page.getByLabel('First name')).toHaveValue(/^[A-Z][a-z]+ [A-Z][a-z]+$/)
  await expect(page.getByLabel('Last name')).toHaveValue(/^[A-Z][a-z]+$/)
  await expect(page.getByLabel('Company')).toHaveValue('Redgum Lending')
  await page.getByLabel('ASIC number').fill('999999')
  await page.getByLabel('ASIC number').blur()
  await expect(page.getByText('has no current credit representative or licensee')).toBeVisible()
})

// Covers: accreditation-form-5
test('What was typed is still there after going away and back', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/accreditation')
  await page.getByLabel('First name').fill('Back')
  await page.getByLabel('Membership').selectOption('MFAA')
  page.on('dialog', (dialog) => dialog.accept())
  await page.goto('/booking')
  await page.goBack()
  await expect(page.getByLabel('First name')).toHaveValue('Back')
  await submit(page).click()
  await expect(page.getByLabel('Last name')).toBeFocused()
  await expect(page.getByLabel('First name')).toHaveValue('Back')
  await expect(page.getByLabel('Membership')).toHaveValue('MFAA')
  await expect(page.getByText('First name is required')).toHaveCount(0)
})

// Covers: accreditation-form-3
test(
  'An application is submitted, and its status page opens, on a narrow screen too',
  { tag: '@desk-first' },
  async ({ page, signIn }, info) => {
    await signIn(page, 'compliance')
    const brokers = (await (await page.request.get('/api/brokers?limit=1')).json()) as { id: number }[]
    const link = await page.request.get(`/api/brokers/${brokers[0]?.id}/link-key`)
    const { key } = (await link.json()) as { key: string }
    await page.goto(`/accreditation?broker=${brokers[0]?.id}&key=${encodeURIComponent(key)}`)
    const email = await fillForm(page, `Finn ${info.project.name}`)
    await pi(page).setInputFiles({ name: 'pi.pdf', mimeType: PDF, buffer: pdf('pi') })
    await licence(page).setInputFiles({ name: 'licence.pdf', mimeType: PDF, buffer: pdf('licence') })
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/accreditations', async (route) => {
      await held
      await route.continue()
    })
    await submit(page).click()
    await expect(page.getByRole('button', { name: 'Submitting...' })).toBeDisabled()
    await expect(page.getByRole('progressbar', { name: 'Sending pi.pdf' })).toBeVisible()
    release()
    await expect(page.getByRole('heading', { name: 'Application received', level: 1 })).toBeVisible()
    await expect(page.getByText(`We have emailed a receipt to ${email}`)).toBeVisible()
    await page.getByRole('link', { name: 'See the status of your application' }).click()
    await expect(page).toHaveURL(/\/accreditation\/status\//)
    await expect(page.getByRole('main')).toContainText('Submitted')
    const application = await applicationOf(page, email)
    expect(application).toMatchObject({ status: 'submitted', broker: { id: brokers[0]?.id } })
    expect(application.files.map(({ kind, filename }) => `${kind} ${filename}`).sort()).toEqual([
      'licenceCopy licence.pdf',
      'piInsurance pi.pdf',
    ])
  },
)

// Covers: accreditation-form-4
test('A draft keeps everything, goes on in another browser and is submitted from there', async ({
  page,
  signIn,
  browser,
  server,
  watchErrors,
}, info) => {
  await signIn(page, 'admin')
  await page.goto('/accreditation')
  await page.getByLabel('First name').fill('Gwen')
  await save(page).click()
  await expect(page.getByText('Valid email is required')).toBeVisible()
  await expect(page.getByText('Last name is required')).toHaveCount(0)
  const email = `gwen.${info.project.name}@example.com`
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Membership').selectOption('Both')
  await pi(page).setInputFiles({ name: 'pi.pdf', mimeType: PDF, buffer: pdf() })
  await save(page).click()
  await expect(page.getByText(`The link we emailed to ${email} opens it again`).first()).toBeVisible()
  await expect(page).toHaveURL(/\/accreditation\/resume\//)
  const link = await linkIn(page, email, '/accreditation/resume/')
  // nothing is unsaved now: no question
  await page.goto('about:blank')

  const elsewhere = await browser.newContext({ baseURL: server.url })
  watchErrors(elsewhere)
  const other = await elsewhere.newPage()
  await other.goto(link)
  await expect(other.getByText('Welcome back')).toBeVisible()
  await expect(other.getByLabel('First name')).toHaveValue('Gwen')
  await expect(other.getByLabel('Membership')).toHaveValue('Both')
  await expect(other.getByText('pi.pdf').first()).toBeVisible()
  await other.getByRole('button', { name: 'Remove pi.pdf' }).click()
  await expect(other.getByText('pi.pdf')).toHaveCount(0)
  await pi(other).setInputFiles({ name: 'newer.pdf', mimeType: PDF, buffer: pdf('newer') })
  await save(other).click()
  await expect(other.getByText('1 kB, saved')).toBeVisible()
  await other.reload()
  await expect(other.getByText('newer.pdf').first()).toBeVisible()
  await fillForm(other, 'Gwen Hall')
  await other.getByLabel('Email').fill(email)
  await submit(other).click()
  await expect(other.getByRole('heading', { name: 'Application received' })).toBeVisible()
  await other.goto(link)
  await expect(other).toHaveURL(/\/accreditation\/status\//)
  await elsewhere.close()
  const application = await applicationOf(page, email)
  expect(application.files.map(({ filename }) => filename)).toEqual(['newer.pdf'])
})

// Covers: accreditation-form-5
test('What only the server can see stands at its field, and nothing typed is lost', {
  tag: '@deep',
}, async ({ page, allowError }) => {
  allowError(/415|400|404/)
  await page.goto('/accreditation')
  await fillForm(page, 'Hugo Kerr')
  await page.getByLabel('Phone').fill('12')
  await pi(page).setInputFiles({ name: 'renamed.pdf', mimeType: PDF, buffer: Buffer.from('no PDF') })
  await submit(page).click()
  await expect(page.getByLabel('Phone')).toBeFocused()
  await expect(page.getByLabel('Phone')).toHaveAccessibleDescription(/valid phone number/)
  await expect(pi(page)).toHaveAccessibleDescription(WRONG_FILE_TYPE)
  await expect(page.getByLabel('Company')).toHaveValue('Kerr Home Loans')
  await page.getByLabel('Phone').fill('0491 570 158')
  await expect(page.getByLabel('Phone')).not.toHaveAccessibleDescription(/valid phone number/)
  await pi(page).setInputFiles({ name: 'real.pdf', mimeType: PDF, buffer: pdf() })
  await save(page).click()
  await expect(page.getByText('1 kB, saved')).toBeVisible()
  // as when the draft has expired while the page was open
  await page.route('**/api/accreditations', (route) =>
    route.fulfill({
      status: 404,
      json: { code: 'not_found', message: 'This link no longer works.', requestId: 'r1' },
    }),
  )
  await submit(page).click()
  await expect(page.getByText(/What you typed is still here: choose your files again/)).toBeVisible()
  await expect(page.getByLabel('Company')).toHaveValue('Kerr Home Loans')
  await expect(page.getByText('real.pdf')).toHaveCount(0)
})

// Covers: accreditation-form-6
test(
  'What a reviewer asked for is shown above the form, and answered with it',
  { tag: '@deep' },
  async ({ page, signIn }, info) => {
    await signIn(page, 'admin')
    await page.goto('/accreditation')
    const email = await fillForm(page, `Ivy ${info.project.name}`)
    await pi(page).setInputFiles({ name: 'old.pdf', mimeType: PDF, buffer: pdf('old') })
    await submit(page).click()
    await expect(page.getByRole('heading', { name: 'Application received' })).toBeVisible()
    const { id } = await applicationOf(page, email)
    const reason = 'The certificate has ended. Please send the new one.'
    const asked = await page.request.post(`/api/accreditations/${id}/review`, {
      data: { action: 'request_info', reason },
    })
    expect(asked.status(), await asked.text()).toBe(200)
    await page.goto(await linkIn(page, email, '/accreditation/resume/'))
    await expect(page.getByText('We need more information from you')).toBeVisible()
    await expect(page.getByText(reason)).toBeVisible()
    await expect(page.getByLabel('I agree to the Terms')).toBeChecked()
    await pi(page).setInputFiles({ name: 'new.pdf', mimeType: PDF, buffer: pdf('new') })
    await submit(page).click()
    await expect(page.getByRole('heading', { name: 'Application received' })).toBeVisible()
    const answer = await page.request.get(`/api/accreditations/${id}`)
    expect((await answer.json()) as ApplicationDetails).toMatchObject({
      status: 'submitted',
      files: [{ filename: 'new.pdf' }],
    })
  },
)

// Covers: console-toasts-19
test('Two tabs on one accreditation draft lose nothing of each other', { tag: '@deep' }, async ({
  page,
  allowError,
}) => {
  allowError(/409/)
  await page.goto('/accreditation')
  await fillForm(page, 'Twoa Tabs')
  await save(page).click()
  await expect(page.getByText('Draft saved').first()).toBeVisible()
  const address = page.url()
  const other = await page.context().newPage()
  await other.goto(address)
  await expect(other.locator('main')).not.toHaveAttribute('inert')
  await page.getByLabel('Company').fill('First Tab Finance')
  await page.getByLabel('Phone').fill('0491 570 159')
  await save(page).click()
  await expect(page.getByText('Draft saved').first()).toBeVisible()

  await other.getByLabel('Company').fill('Second Tab Finance')
  await other.getByLabel('ASIC number').fill('512346')
  await save(other).click()
  const notice = other.getByText('Saved in another tab', { exact: true })
  await expect(notice).toBeVisible()
  const company = other.getByRole('group', { name: /^Company/ })
  await expect(company.getByLabel('Keep mine: Second Tab Finance')).toBeChecked()
  await expect(other.getByLabel('Phone')).toHaveValue('0491 570 159')
  await expect(other.getByLabel('ASIC number')).toHaveValue('512346')
  await company.getByLabel('Take theirs: First Tab Finance').check()
  await expect(other.getByLabel('Company', { exact: false }).first()).toHaveValue('First Tab Finance')
  await save(other).click()
  await expect(notice).toHaveCount(0)
  await other.reload()
  await expect(other.getByLabel('ASIC number')).toHaveValue('512346')
  await expect(other.getByLabel('Phone')).toHaveValue('0491 570 159')
  await other.close()
})
