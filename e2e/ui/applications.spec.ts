import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { makeBroker } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'
import { approveAnyhow, NEEDS_JUSTIFICATION } from './justify-approval.ts'
import { toastOf } from './toast.ts'

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const queue = (page: Page) => page.getByRole('region', { name: 'Queue' })

const pdf = Buffer.from(`%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>endobj
xref
0 4
0000000000 65535 f 
0000000009 00000 n 
0000000052 00000 n 
0000000098 00000 n 
trailer<</Size 4/Root 1 0 R>>
startxref
160
%%EOF
`)

let submitted = 0

/** Sends an application as the public form does. */
async function apply(
  page: Page,
  lastName: string,
  given: { email?: string; asicNumber?: string } = {},
): Promise<number> {
  submitted += 1
  const answer = await page.request.post('/api/accreditations', {
    multipart: {
      firstName: 'Toni',
      lastName,
      email: given.email ?? `toni.${lastName.toLowerCase()}@example.com`,
      phone: `(02) 5550 02${String(submitted).padStart(2, '0')}`,
      asicNumber: given.asicNumber ?? `77${String(submitted).padStart(4, '0')}`,
      membership: 'MFAA',
      company: `${lastName} Finance`,
      acceptedTerms: 'true',
      piInsurance: { name: 'insurance.pdf', mimeType: 'application/pdf', buffer: pdf },
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  return ((await answer.json()) as { id: number }).id // the contract's type
}

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'compliance')
})

// Covers: staff-screens-microsites-20
test('An application shows by itself, is claimed, and becomes a new broker on approval', async ({
  page,
  allowError,
}) => {
  allowError(NEEDS_JUSTIFICATION)
  await page.goto('/brokers/applications')
  await page.getByLabel('Search applications').fill('Newcombe')
  await expect(page.getByText('No applications match these filters')).toBeVisible()
  await apply(page, 'Newcombe')
  await queue(page).getByRole('button', { name: 'Claim Toni Newcombe' }).click()
  await expect(toastOf(page, 'The application of Toni Newcombe is assigned to you')).toBeVisible()
  await page.getByLabel('Assigned to').selectOption('mine')
  await queue(page).getByText('Toni Newcombe').click()
  const panel = dialog(page, 'Toni Newcombe')
  await expect(panel.getByRole('region', { name: 'Register check' })).toContainText(/register/)
  for (const text of ['Newcombe Finance', 'toni.newcombe@example.com', 'In review', 'Application form']) {
    await expect(panel.getByText(text, { exact: true }).first()).toBeVisible()
  }
  await expect(
    panel.getByText('No broker in the directory has this email, phone or ASIC number.'),
  ).toBeVisible()
  await panel.getByRole('button', { name: 'Approve' }).click()
  const approve = dialog(page, 'Approve Toni Newcombe')
  await expect(approve.getByRole('radio', { name: /^Create a new broker/ })).toBeChecked()
  await approve.getByLabel('Message to the applicant').fill('Welcome aboard')
  await approveAnyhow(approve)
  await expect(toastOf(page, 'The application of Toni Newcombe is approved')).toBeVisible()
  await expect(panel.getByRole('region', { name: 'History' })).toContainText('Welcome aboard')
  await expect(panel.getByRole('button', { name: 'Decline' })).toHaveAccessibleDescription(
    'This application has already been approved.',
  )
  await panel.getByRole('region', { name: 'Applicant' }).getByRole('link', { name: 'Toni Newcombe' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Toni Newcombe' })).toBeVisible()
  const record = page.getByRole('region', { name: 'Record' })
  await expect(page.getByRole('main').getByText('Verified', { exact: true })).toBeVisible()
  await record.getByRole('tab', { name: 'Documents' }).click()
  await expect(record.getByRole('region', { name: 'Accreditation' })).toContainText('Approved')
})

// Covers: staff-screens-microsites-20
test('Who may be the same broker is shown with what is the same, and is linked', { tag: '@deep' }, async ({
  page,
  signIn,
  allowError,
}) => {
  allowError(NEEDS_JUSTIFICATION)
  await signIn(page, 'admin')
  const { id } = await makeBroker(page, { name: 'Lorna Linked', digit: 5 })
  await apply(page, 'Linkable', { email: 'lorna.linked@example.com' })
  await page.goto('/brokers/applications?q=linkable')
  await queue(page).getByText('Toni Linkable').click()
  const panel = dialog(page, 'Toni Linkable')
  const possible = panel.getByRole('region', { name: 'Possible brokers' })
  await expect(possible.getByRole('link', { name: 'Lorna Linked' })).toHaveAttribute('href', `/brokers/${id}`)
  await expect(possible).toContainText('Same email')
  await panel.getByRole('button', { name: 'Approve' }).click()
  const approve = dialog(page, 'Approve Toni Linkable')
  await approve.getByRole('button', { name: 'Approve application' }).click()
  await expect(approve.getByText('Choose the applicant’s broker record')).toBeVisible()
  await approve.getByRole('radio', { name: /^Link another broker/ }).check()
  await approve.getByRole('button', { name: 'Approve application' }).click()
  await expect(approve.getByText('Choose the broker')).toBeVisible()
  await approve.getByRole('radio', { name: /^Link Lorna Linked/ }).check()
  await approveAnyhow(approve)
  await expect(
    panel.getByRole('region', { name: 'Applicant' }).getByRole('link', { name: 'Lorna Linked' }),
  ).toBeVisible()
  const broker = await (await page.request.get(`/api/brokers/${id}`)).json()
  expect(broker.asicNumber).toMatch(/^77/)
})

// Covers: staff-screens-microsites-20
test('More is asked for, and an application is declined, with a reason that the applicant reads', async ({
  page,
}) => {
  await apply(page, 'Asked')
  await apply(page, 'Declined')
  await page.goto('/brokers/applications?q=asked')
  await queue(page).getByText('Toni Asked').click()
  const asked = dialog(page, 'Toni Asked')
  await asked.getByRole('button', { name: 'Request information' }).click()
  const ask = dialog(page, 'Request information: Toni Asked')
  await ask.getByRole('button', { name: 'Send request' }).click()
  await expect(ask.getByText('Enter a reason; the applicant will see it')).toBeVisible()
  await ask.getByLabel('What is missing').fill('The policy has expired')
  await ask.getByLabel('What is missing').press('Control+Enter')
  await expect(toastOf(page, 'Toni Asked was asked for more information')).toBeVisible()
  await expect(asked.getByRole('region', { name: 'History' })).toContainText('The policy has expired')
  await expect(asked.getByRole('button', { name: 'Approve' })).toHaveAccessibleDescription(
    'More information was requested: the applicant has not replied yet.',
  )

  await page.goto('/brokers/applications?q=declined')
  await queue(page).getByText('Toni Declined').click()
  const declined = dialog(page, 'Toni Declined')
  await declined.getByRole('button', { name: 'Decline' }).click()
  const decline = dialog(page, 'Decline application: Toni Declined')
  await decline.getByLabel('Reason').fill('The ASIC number is not yours')
  await decline.getByRole('button', { name: 'Decline application' }).click()
  await expect(toastOf(page, 'The application of Toni Declined is declined')).toBeVisible()
  await declined.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('No applications match these filters')).toBeVisible()
  await page.getByLabel('Status').selectOption('declined')
  await expect(queue(page).getByText('Toni Declined')).toBeVisible()
})

// Covers: staff-screens-microsites-21
test("A colleague's application is left alone, until an admin unassigns it", { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  const id = await apply(page, 'Held')
  await page.request.post(`/api/accreditations/${id}/claim`, { data: { claim: true } })
  await signIn(page, 'admin')
  await page.goto(`/brokers/applications?application=${id}`)
  const panel = dialog(page, 'Toni Held')
  await expect(panel.getByRole('button', { name: 'Approve' })).toHaveAccessibleDescription(
    /^This application is assigned to /,
  )
  await panel.getByRole('button', { name: /^Unassign / }).click()
  await expect(toastOf(page, 'The application of Toni Held is back in the queue')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Approve' })).toBeEnabled()
  await panel.getByRole('button', { name: 'Claim' }).click()
  await expect(panel.getByRole('button', { name: 'Unassign', exact: true })).toBeVisible()
})

// Covers: staff-screens-microsites-22
test('Files are opened and downloaded by those who may read documents, and by nobody else', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  const id = await apply(page, 'Filed')
  await page.goto(`/brokers/applications?application=${id}`)
  const files = dialog(page, 'Toni Filed').getByRole('region', { name: 'Files' })
  await expect(files).toContainText('insurance.pdf (PDF, 1 kB)')
  await expect(files).toContainText('Not uploaded')
  const download = page.waitForEvent('download')
  await files.getByRole('button', { name: 'Download Professional indemnity insurance' }).click()
  expect(await readFile(await (await download).path())).toEqual(pdf)
  const open = files.getByRole('link', { name: /^Open Professional indemnity insurance/ })
  const opened = await page.request.get((await open.getAttribute('href')) ?? '')
  expect(opened.headers()['content-type']).toBe('application/pdf')

  await signIn(page, 'lender')
  for (const name of ['Open', 'Download']) {
    await expect(
      files.getByRole('button', { name: `${name} Professional indemnity insurance` }),
    ).toHaveAccessibleDescription('Only admins and compliance staff may do this.')
  }
  await expect(dialog(page, 'Toni Filed').getByRole('button', { name: 'Claim' })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
})

test('The queue that does not load offers another try, and an empty one says what belongs there', {
  tag: '@deep',
}, async ({ page, allowError, stopLive }) => {
  allowError(/500/)
  await stopLive(page)
  await page.route('**/api/accreditations?**', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/brokers')
  await page.getByRole('link', { name: 'Applications' }).click()
  await expect(page.getByText('The applications could not be loaded.')).toBeVisible()
  await page.unroute('**/api/accreditations?**')
  await page.route('**/api/accreditations?**', (route) =>
    route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
  )
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No applications waiting')).toBeVisible()
  await page.getByRole('link', { name: 'All applications' }).click()
  await expect(page.getByText('No applications yet')).toBeVisible()
})

// Covers: staff-screens-microsites-23
test(
  'The queue and an application are accessible and fit the width',
  { tag: '@deep' },
  async ({ page }, info) => {
    const id = await apply(page, `Axe${info.project.name}`)
    await page.goto('/brokers/applications?status=all')
    await expect(queue(page).getByText(`Toni Axe${info.project.name}`)).toBeVisible()
    await expectAccessible(page, 'applications')
    await page.goto(`/brokers/applications?application=${id}`)
    const panel = dialog(page, `Toni Axe${info.project.name}`)
    await expect(panel.getByRole('heading', { name: 'History' })).toBeVisible()
    await expectAccessible(page, 'application')
    await panel.getByRole('button', { name: 'Approve' }).click()
    await expect(dialog(page, `Approve Toni Axe${info.project.name}`)).toBeVisible()
    await expectAccessible(page, 'Approve')
  },
)
