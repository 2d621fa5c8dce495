import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { makePortalBroker } from './document-data.ts'
import { expect, test } from './fixtures.ts'
import { toastOf } from './toast.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const question = (page: Page, name: string) => page.getByRole('alertdialog', { name })
const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** The day at this distance from today, as a date field's value. */
const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const decide = async (page: Page, id: number, data: object): Promise<void> => {
  const answer = await page.request.post(`/api/documents/${id}/review`, { data })
  expect(answer.status(), await answer.text()).toBe(200)
}

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'compliance')
})

// Covers: staff-screens-documents-1
test('A queue is worked through with the keys alone', { tag: '@deep' }, async ({ page, server }) => {
  const broker = await makePortalBroker(server.url, 'Keyton Keys')
  await broker.upload('Photo ID', { pages: 3 })
  await broker.upload('National police check')
  await broker.upload('Certificate IV or Diploma of Finance and Mortgage Broking')
  await page.goto('/brokers/documents?q=keyton')
  await expect(part(page, 'Queue').getByText('3 documents')).toBeVisible()
  await page.keyboard.press('j')
  await expect(page.getByRole('row', { name: 'Open the Photo ID of Keyton Keys' })).toBeFocused()
  await page.keyboard.press('Enter')

  await expect(title(page, 'Photo ID')).toBeVisible()
  await expect(part(page, 'Pages').getByText('Page 1 of 3')).toBeVisible()
  await page.keyboard.press('PageDown')
  await expect(part(page, 'Pages').getByText('Page 2 of 3')).toBeVisible()
  await expect(page.getByAltText('Page 2 of 3')).toBeInViewport()
  await page.keyboard.press('j')
  await expect(title(page, 'National police check')).toBeVisible()
  await page.keyboard.press('k')
  await expect(title(page, 'Photo ID')).toBeVisible()
  await page.keyboard.press('c')
  await expect(page.getByText('Assigned to Cora Ellison')).toBeVisible()

  await page.keyboard.press('a')
  const lastDay = page.getByLabel('Expiry date')
  await expect(lastDay).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Enter the day on which this document expires')).toBeVisible()
  await lastDay.fill(dayIn(400))
  await page.keyboard.press('Enter')
  await expect(toastOf(page, 'The Photo ID of Keyton Keys is approved')).toBeVisible()

  // the next one opens automatically, claimed like the one before, with the end that its type suggests
  await expect(title(page, 'National police check')).toBeVisible()
  await expect(page.getByText('Assigned to Cora Ellison')).toBeVisible()
  await page.keyboard.press('a')
  await expect(page.getByLabel('Expiry date')).toHaveValue(/^\d{4}-\d{2}-\d{2}$/)
  await page.keyboard.press('Enter')
  await expect(title(page, 'Certificate IV')).toBeVisible()
  await page.keyboard.press('r')
  await expect(page.getByRole('checkbox', { name: /^1\. / })).toBeFocused()
  await page.keyboard.press('4')
  await page.keyboard.press('3')
  await expect(page.getByLabel('Reason', { exact: true })).toHaveValue(
    /^Pages are missing.*\nThe copy is not/,
  )
  await page.keyboard.press('Enter')
  await expect(page.getByText('No documents match these filters')).toBeVisible()

  await page.goto('/brokers/documents')
  await expect(part(page, 'Queue').getByRole('row').nth(1)).toBeVisible()
  await page.keyboard.press('?')
  const keys = dialog(page, 'Keyboard shortcuts')
  await keys.getByRole('switch').press('Space')
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await page.keyboard.press('?')
  await page.keyboard.press('n')
  await expect(title(page, 'Document reviews')).toBeVisible()
  await expect(keys).toBeHidden()
})

// Covers: staff-screens-documents-3
test('A rejection takes ticked and own words, loses none of them, and can be taken back', {
  tag: '@deep',
}, async ({ page, server, allowError }) => {
  const broker = await makePortalBroker(server.url, 'Rita Reject')
  const id = await broker.upload('Photo ID', { filename: 'licence.pdf' })
  await page.goto(`/brokers/documents?q=rita&status=all&document=${id}`)
  for (const text of ['Rita Reject Finance', 'licence.pdf', 'rita.reject@example.com', '0 of 8']) {
    await expect(page.getByText(text).first()).toBeVisible()
  }
  await expect(part(page, 'What to compare')).toContainText('Name as in the profile')
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByRole('button', { name: 'Reject document' }).click()
  await expect(page.getByText('Enter a reason; the broker will see it')).toBeVisible()
  const reason = page.getByLabel('Reason', { exact: true })
  await reason.fill('The photo is cut off.')
  await page.getByRole('checkbox', { name: /not readable/ }).check()
  await expect(reason).toHaveValue(/^The photo is cut off\.\nThe copy is not readable/)
  await reason.press('Escape')
  await question(page, 'Leave without saving?').getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Reject document' }).click()
  await expect(toastOf(page, 'The Photo ID of Rita Reject is rejected')).toBeVisible()

  await page.getByRole('row', { name: 'Open the Photo ID of Rita Reject' }).click()
  await expect(part(page, 'History')).toContainText('The photo is cut off.')
  await page.getByRole('button', { name: 'Approve' }).click()
  allowError(/400/)
  await page.getByLabel('Expiry date').fill(dayIn(-3))
  await page.getByRole('button', { name: 'Approve document' }).click()
  await expect(
    page.getByText('This day has passed: a document that has expired cannot be approved'),
  ).toBeVisible()
  await page.getByLabel('Expiry date').fill(dayIn(300))
  await page.getByRole('button', { name: 'Approve document' }).click()
  await expect(part(page, 'History')).toContainText('Approved')
  await expect(page.getByRole('button', { name: 'Correct expiry' })).toBeVisible()

  const newer = await broker.upload('Photo ID')
  await expect(page.getByText('Replaced by a newer version', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toHaveAccessibleDescription(
    'A newer version was uploaded. Review that one.',
  )
  await part(page, 'Versions').getByRole('link', { name: 'Version 2' }).click()
  await expect(page).toHaveURL(new RegExp(`document=${newer}`))
  await expect(part(page, 'Versions')).toContainText('Version 2 (shown)')
})

// Covers: staff-screens-documents-4
test("A colleague's document is left alone, and what is decided meanwhile is not overwritten", {
  tag: '@deep',
}, async ({ page, server, browser, baseURL, signIn, watchErrors, allowError }) => {
  allowError(/409/)
  const broker = await makePortalBroker(server.url, 'Clara Claimed')
  const id = await broker.upload('Photo ID')
  const other = await browser.newContext({ baseURL: baseURL ?? '' })
  watchErrors(other)
  const colleague = await other.newPage()
  await signIn(colleague, 'admin')
  await colleague.request.post(`/api/documents/${id}/claim`, { data: { claim: true } })
  await page.goto(`/brokers/documents?document=${id}`)
  for (const name of ['Approve', 'Reject', 'Claim']) {
    await expect(page.getByRole('button', { name, exact: true })).toHaveAccessibleDescription(
      /^This document is assigned to /,
    )
  }
  // nor by their keys
  for (const key of ['a', 'r']) await page.keyboard.press(key)
  await expect(page.getByRole('button', { name: /^(Approve|Reject) document$/ })).toHaveCount(0)
  await colleague.request.post(`/api/documents/${id}/claim`, { data: { claim: false } })
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByLabel('Expiry date').fill(dayIn(90))
  await decide(colleague, id, { action: 'reject', reason: 'Not yours' })
  await expect(part(page, 'History')).toContainText('Not yours')
  await page.getByRole('button', { name: 'Approve document' }).click()
  await expect(toastOf(page, 'rejected this document')).toBeVisible()
  await other.close()
})

// Covers: staff-screens-documents-5
test('The next documents to expire are listed, and a new one is requested from the broker', {
  tag: '@deep',
}, async ({ page, server }) => {
  const broker = await makePortalBroker(server.url, 'Enid Ending')
  await decide(page, await broker.upload('Photo ID'), { action: 'approve', expiresOn: dayIn(20) })
  await decide(page, await broker.upload('CPD statement'), { action: 'approve', expiresOn: dayIn(200) })
  await page.goto('/brokers/documents?tab=expiring&q=enid')
  await expect(page.getByText('1 document', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Request new version of the Photo ID of Enid Ending' }).click()
  const ask = dialog(page, 'Request new version from Enid Ending')
  await expect(ask.getByLabel('What is needed')).toHaveValue(/^Our copy expires on /)
  await ask.getByLabel('What is needed').fill('Both sides, please')
  await ask.getByLabel('What is needed').press('Control+Enter')
  await expect(toastOf(page, 'Enid Ending was asked for a new version')).toBeVisible()
  const row = page.getByRole('row', { name: 'Open the Photo ID of Enid Ending' })
  await expect(row).toContainText('Requested')
  await row.click()
  await expect(page.getByText('Both sides, please').first()).toBeVisible()
})

// Covers: staff-screens-documents-7
test('Every view and download is in the access log, by broker', { tag: '@deep' }, async ({
  page,
  server,
}) => {
  const broker = await makePortalBroker(server.url, 'Logan Looked')
  const id = await broker.upload('Photo ID', { filename: 'seen.pdf' })
  await page.goto(`/brokers/documents?document=${id}`)
  await expect(part(page, 'Pages').getByText('Page 1 of 1')).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download' }).click()
  expect((await download).suggestedFilename()).toBe('seen.pdf')
  await page.goto('/brokers/documents?tab=access')
  await page.getByRole('combobox', { name: 'Documents of' }).fill('Logan')
  await page.getByRole('option', { name: /Logan Looked/ }).click()
  const log = page.getByRole('table', { name: 'Access log' })
  await expect(log.getByRole('row')).toHaveCount(3)
  await expect(log.getByRole('row').nth(1)).toContainText(
    /compliance@brokerline\.example.*Downloaded.*seen\.pdf.*Logan Looked/,
  )
  await expect(log.getByRole('row').nth(2)).toContainText('Viewed')
  await log.getByRole('link', { name: 'Photo ID' }).first().click()
  await expect(title(page, 'Photo ID')).toBeVisible()
})

// Covers: staff-screens-documents-6
test('Document types and rejection reasons are kept by who may, and read by all', { tag: '@deep' }, async ({
  page,
  signIn,
  allowError,
}) => {
  // a name that is taken
  allowError(/409/)
  await page.goto('/brokers/documents?tab=types')
  await expect(page.getByRole('button', { name: 'New document type' })).toHaveAccessibleDescription(
    'Only admins may do this.',
  )
  const reasons = part(page, 'Rejection reasons')
  const last = reasons.getByRole('textbox').last()
  await reasons.getByRole('button', { name: 'Add reason' }).click()
  await last.fill('The copy is not readable. Please upload a clearer one.')
  await reasons.getByRole('button', { name: 'Save reasons' }).click()
  await expect(reasons.getByText('This reason is listed twice')).toBeVisible()
  await last.fill('The signature is missing.')
  await reasons
    .getByRole('button', { name: /^Move reason \d+ up$/ })
    .last()
    .click()
  await reasons.getByRole('button', { name: 'Save reasons' }).click()
  await expect(toastOf(page, 'Reasons saved')).toBeVisible()
  await page.reload()
  await expect(reasons.getByRole('textbox').nth(-2)).toHaveValue('The signature is missing.')

  await signIn(page, 'admin')
  await page.getByRole('button', { name: 'New document type' }).click()
  const add = dialog(page, 'New document type')
  await add.getByLabel('Name').fill('photo id')
  await add.getByLabel('Maximum file size').fill('60')
  await add.getByRole('button', { name: 'New document type' }).click()
  await expect(add.getByText('At most 50MB')).toBeVisible()
  await add.getByLabel('Maximum file size').fill('5')
  await add.getByRole('button', { name: 'New document type' }).click()
  await expect(add.getByText(/Another document type has this name/)).toBeVisible()
  await add.getByLabel('Name').fill('Mentor letter')
  await add.getByRole('button', { name: 'New document type' }).click()
  const types = part(page, 'Document types')
  const row = types.getByRole('row', { name: 'Edit Mentor letter' })
  await expect(row).toContainText(/Professional.*Optional.*After 12 months.*5 MB/)
  await expect(types.getByRole('row').last()).toContainText('Mentor letter')
  const act = async (name: string): Promise<void> => {
    await row.getByRole('button', { name: 'Actions for Mentor letter' }).click()
    await page.getByRole('menuitem', { name }).click()
  }
  await act('Move up')
  await expect(types.getByRole('row').last()).not.toContainText('Mentor letter')
  await row.click()
  const edit = dialog(page, 'Edit Mentor letter')
  await edit.getByLabel('Expires').uncheck()
  await edit.getByRole('button', { name: 'Save changes' }).click()
  await expect(row).toContainText('Does not expire')
  await act('Retire')
  await question(page, 'Retire Mentor letter?').getByRole('button', { name: 'Retire document type' }).click()
  await expect(row).toContainText('Retired')

  await signIn(page, 'viewer')
  await expect(types.getByRole('row', { name: /Photo ID/ })).toBeVisible()
  await expect(reasons.getByText('Only admins and compliance staff may do this.')).toBeVisible()
  for (const [tab, text] of [
    ['review', 'Brokers’ documents are confidential'],
    ['expiring', 'Brokers’ documents are confidential'],
    ['access', 'The access log is confidential'],
  ]) {
    await page.goto(`/brokers/documents?tab=${tab}`)
    await expect(page.getByText(text ?? '')).toBeVisible()
  }
})

// Covers: staff-screens-documents-8
test('The vault tells how it is, is checked by an admin, and is closed to others', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  await signIn(page, 'admin')
  await page.goto('/settings?tab=services')
  const vault = part(page, 'Document vault')
  await expect(vault.getByText('100% encrypted')).toBeVisible()
  await vault.getByRole('button', { name: 'Check now' }).click()
  await expect(vault.getByText(/^Passed, /)).toHaveCount(1)
  await vault.getByRole('button', { name: 'Test restore' }).click()
  await expect(vault.getByText(/^Passed, /)).toHaveCount(2)
  await vault.getByRole('button', { name: 'Rotate keys' }).click()
  const sure = question(page, 'Rotate the vault’s key?')
  await expect(sure).toContainText('Documents can be read and uploaded in the meantime')
  await sure.getByRole('button', { name: 'Rotate keys' }).click()
  await expect(vault.getByText(/^Passed, /)).toHaveCount(3)
  await expect(vault.getByText('2 keys')).toBeVisible()

  await signIn(page, 'compliance')
  await expect(vault.getByRole('button', { name: 'Check now' })).toHaveAccessibleDescription(
    'Only admins may do this.',
  )
  await signIn(page, 'lender')
  await expect(vault).toContainText('Only admins and compliance staff may do this.')
})

// Covers: staff-screens-documents-9
test('Queue and document show separate load errors, and an empty queue describes its contents', {
  tag: '@deep',
}, async ({ page, allowError, stopLive }) => {
  allowError(/500|404/)
  await stopLive(page)
  await page.route('**/api/documents?**', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/brokers')
  await page.getByRole('link', { name: /^Documents/ }).click()
  await expect(page.getByText('The documents could not be loaded.')).toBeVisible()
  await page.unroute('**/api/documents?**')
  await page.route('**/api/documents?**', (route) =>
    route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('Nothing to review')).toBeVisible()
  await page.goto('/brokers/documents?document=999999')
  await expect(page.getByText('Document not found')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(title(page, 'Document reviews')).toBeVisible()
})

// Covers: staff-screens-documents-9
test('A page whose address has ended is shown with a fresh one, and one that fails can be tried again', {
  tag: '@deep',
}, async ({ page, server, allowError }) => {
  allowError(/403|500/)
  const broker = await makePortalBroker(server.url, 'Paige Page')
  const id = await broker.upload('Photo ID')
  const picture = '**/api/documents/*/pages/1?**'
  await page.route(picture, (route) => route.fulfill({ status: 403, json: {} }), { times: 1 })
  await page.goto(`/brokers/documents?document=${id}`)
  await expect(page.getByAltText('Page 1 of 1')).toHaveJSProperty('complete', true)
  await expect(page.getByAltText('Page 1 of 1')).not.toHaveJSProperty('naturalWidth', 0)
  await page.route(picture, (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText('Page 1 could not be shown.')).toBeVisible()
  await page.unroute(picture)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByAltText('Page 1 of 1')).not.toHaveJSProperty('naturalWidth', 0)
})

// Covers: staff-screens-documents-10
test(
  'The review and each of its parts are accessible and fit the width',
  { tag: '@deep' },
  async ({ page, server }, info) => {
    const broker = await makePortalBroker(server.url, `Axel Axe ${info.project.name}`)
    const id = await broker.upload('Photo ID', { pages: 2 })
    await page.goto('/brokers/documents?status=all')
    await expect(part(page, 'Queue').getByText(broker.name).first()).toBeVisible()
    await expectAccessible(page, 'queue')
    await page.goto(`/brokers/documents?document=${id}`)
    await expect(page.getByAltText('Page 1 of 2')).toBeVisible()
    await expectAccessible(page, 'document')
    await page.getByRole('button', { name: 'Reject', exact: true }).click()
    await expect(page.getByRole('checkbox').first()).toBeFocused()
    await expectAccessible(page, 'Reject')
    for (const tab of ['types', 'access']) {
      await page.goto(`/brokers/documents?tab=${tab}`)
      await expect(page.getByRole('tabpanel').getByRole('heading').first()).toBeVisible()
      await expectAccessible(page, tab)
    }
  },
)
