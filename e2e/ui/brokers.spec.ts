import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { makeBroker } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'

const directory = (page: Page) => page.getByRole('region', { name: 'Broker Directory' })
/** A table, or on a phone a list of two lines a row. */
const rows = (page: Page) =>
  page
    .getByRole('table', { name: 'Broker Directory' })
    .or(page.getByRole('list', { name: 'Broker Directory' }))
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
// the visible toast, not its announcement, which is removed after a second
const toast = (page: Page, text: string) =>
  page
    .getByRole('region', { name: /^Notifications/ })
    .getByRole('listitem')
    .filter({ hasText: text })

async function openAdd(page: Page) {
  await page.goto('/brokers')
  await page.getByRole('button', { name: 'Add Broker' }).first().click()
  return dialog(page, 'Add Broker')
}

/** Shows one broker only. */
async function find(page: Page, name: string): Promise<void> {
  await page.goto(`/brokers?q=${encodeURIComponent(name)}`)
  await expect(directory(page).getByText(name, { exact: true })).toBeVisible()
}

/** Chooses an action of a broker from the row's menu. */
async function choose(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: action }).click()
}

/** Answers that the phone may ring. */
const callNow = (page: Page, name: string) =>
  page
    .getByRole('alertdialog', { name: `Call ${name} now?` })
    .getByRole('button', { name: 'Call now' })
    .click()

/** The id of the broker of this name. */
async function brokerIn(page: Page, name: string): Promise<number> {
  const answer = await page.request.get('/api/brokers', { params: { q: name } })
  const [broker] = (await answer.json()) as { id: number }[] // the contract's type
  if (!broker) throw new Error(`no broker is called ${name}`)
  return broker.id
}

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'lender')
})

// Covers: brokers-3
test('Adding a broker says what is missing, asks to confirm the call basis, shows who may be the same, and then the broker', async ({
  page,
}, info) => {
  const name = `Yasmin Added ${info.project.name}`
  const colleague = {
    name: 'Yuri Alike',
    phone: '0491 570 156',
    email: 'yasmin@example.com',
    callBasis: 'none',
  }
  expect((await page.request.post('/api/brokers', { data: colleague })).status()).toBe(201)
  const form = await openAdd(page)
  const add = form.getByRole('button', { name: 'Add Broker' })
  await add.click()
  for (const message of [
    'Broker name is required',
    'Phone number is required',
    'Valid email is required',
    'Confirm the basis, or choose None',
  ]) {
    await expect(form.getByText(message)).toBeVisible()
  }
  await expect(form.getByLabel('Name')).toBeFocused()
  await form.getByLabel('Name').fill(name)
  await form.getByLabel('Phone').fill('0491 570 156')
  await form.getByLabel('Email').fill('yasmin@example.com')
  await form.getByLabel('Region').selectOption('VIC')
  await form.getByLabel('I confirm that we have an existing relationship with this broker').check()
  await add.click()
  const asked = page.getByRole('alertdialog', { name: 'Is this broker in the directory already?' })
  await expect(asked.getByRole('listitem').filter({ hasText: 'Yuri Alike' })).toContainText(
    'Same email and phone',
  )
  await asked.getByRole('button', { name: 'Go back' }).click()
  await expect(form.getByLabel('Name')).toHaveValue(name)
  await add.click()
  await asked.getByRole('button', { name: 'Add anyway' }).click()
  await expect(toast(page, `${name} was added`)).toBeVisible()
  await expect(form).toBeHidden()
  await expect(directory(page).getByText(name, { exact: true })).toBeVisible()
})

test('Express consent needs its source; without a basis nothing has to be confirmed', {
  tag: '@deep',
}, async ({ page }) => {
  const form = await openAdd(page)
  await form.getByLabel('Express consent').check()
  await form.getByRole('button', { name: 'Add Broker' }).click()
  await expect(form.getByText('Enter where and when the broker agreed')).toBeVisible()
  await expect(form.getByLabel('I confirm that this broker agreed to be called')).toBeVisible()
  await form.getByRole('radio', { name: /^None/ }).check()
  await expect(form.getByLabel(/^I confirm/)).toHaveCount(0)
})

test('An error of the server is shown at its field, and nothing typed is lost', { tag: '@deep' }, async ({
  page,
  allowError,
}) => {
  allowError(/400/)
  const form = await openAdd(page)
  await form.getByLabel('Name').fill('Nico Number')
  await form.getByLabel('Phone').fill('12345')
  await form.getByLabel('Email').fill('nico@example.com')
  await form.getByLabel(/^I confirm/).check()
  await form.getByLabel('Email').press('ControlOrMeta+Enter')
  await expect(form.getByText(/^Enter a valid phone number/)).toBeVisible()
  await expect(form.getByLabel('Phone')).toBeFocused()
  await expect(form.getByLabel('Name')).toHaveValue('Nico Number')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog', { name: 'Leave without saving?' })).toBeVisible()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await expect(form.getByLabel('Phone')).toHaveValue('12345')
})

// Covers: brokers-7
test('A failed creation without a message of its own reads Failed to create broker', {
  tag: '@deep',
}, async ({ page, allowError }) => {
  allowError(/500/)
  await page.route('**/api/brokers', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  const form = await openAdd(page)
  await form.getByLabel('Name').fill('Nobody')
  await form.getByLabel('Phone').fill('(02) 7010 0987')
  await form.getByLabel('Email').fill('nobody@example.com')
  await form.getByLabel(/^I confirm/).check()
  await form.getByRole('button', { name: 'Add Broker' }).click()
  await expect(toast(page, 'Failed to create broker')).toBeVisible()
  await expect(form).toBeVisible()
})

test('Editing changes only what was changed and shows in the timeline', async ({ page }, info) => {
  const name = `Edda Edited ${info.project.name}`
  const { id } = await makeBroker(page, { name, digit: 5 })
  await page.goto(`/brokers?broker=${id}`)
  const panel = dialog(page, name)
  await panel.getByRole('button', { name: 'Edit' }).click()
  const form = dialog(page, `Edit ${name}`)
  await form.getByLabel('Company').fill('Redgum Lending')
  const sent = page.waitForRequest((request) => request.method() === 'PATCH')
  await form.getByRole('button', { name: 'Save Changes' }).click()
  expect((await sent).postDataJSON()).toEqual({ company: 'Redgum Lending' })
  await expect(toast(page, 'Broker updated successfully')).toBeVisible()
  await expect(panel.getByText('Redgum Lending')).toBeVisible()
  await expect(panel.getByText(/Changed by .*: company/)).toBeVisible()
})

// Covers: brokers-2
test('Search, filters and order live in the address and act on the server', async ({ page }, info) => {
  const word = `Quokka${info.project.name}`
  await makeBroker(page, { name: `Zoe ${word}`, digit: 5, region: 'TAS' })
  await makeBroker(page, { name: `Abel ${word}`, digit: 5, region: 'NT' })
  await page.goto('/brokers')
  await page.getByLabel('Search brokers').fill(word)
  await expect(page).toHaveURL(new RegExp(`q=${word}`))
  await expect(directory(page).getByText('2 brokers')).toBeVisible()
  const asked = page.waitForRequest((request) => /\/api\/brokers\?.*region=NT/.test(request.url()))
  await page.getByLabel('Region', { exact: true }).selectOption('NT')
  await asked
  await expect(directory(page).getByText('1 broker', { exact: true })).toBeVisible()
  await expect(directory(page).getByText(`Abel ${word}`, { exact: true })).toBeVisible()
  await expect(directory(page).getByText(`Zoe ${word}`, { exact: true })).toHaveCount(0)
  await page.reload()
  await expect(page.getByLabel('Region', { exact: true })).toHaveValue('NT')
  await page.getByLabel('Region', { exact: true }).selectOption('WA')
  await expect(page.getByText('No brokers match these filters')).toBeVisible()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL(/\/brokers$/)
})

// Covers: brokers-1
test('The figures count all brokers, those of the last 7 days and those with an ASIC number, and open them', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/brokers')
  for (const [label, query] of [
    ['Active This Week', 'createdWithinDays=7'],
    ['Accredited', 'status=Verified'],
  ] as const) {
    await page.getByRole('link', { name: label }).click()
    await expect(page).toHaveURL(new RegExp(query))
  }
  // on a phone too, where the names alone would mean something else
  for (const basis of ['Added in 7 days', 'With ASIC no.'])
    await expect(page.getByLabel('Broker figures').getByText(basis)).toBeInViewport()
  const summary = await (await page.request.get('/api/brokers/summary')).json()
  await expect(page.getByLabel('Broker figures')).toContainText(summary.accredited.toLocaleString('en-AU'))
  await expect(rows(page).getByText('Verified').first()).toBeVisible()
  await expect(rows(page).getByText('Pending')).toHaveCount(0)
})

// Covers: brokers-7
test('An empty directory reads No brokers found and offers to add one', { tag: '@deep' }, async ({
  page,
}) => {
  await page.route('**/api/brokers?*', (route) =>
    route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
  )
  await page.goto('/brokers')
  await expect(page.getByText('No brokers found')).toBeVisible()
  await directory(page).getByRole('button', { name: 'Add Broker' }).click()
  await expect(dialog(page, 'Add Broker')).toBeVisible()
})

// Covers: brokers-6
test(
  'Deleting asks, says what is lost and what stays, and takes the broker away',
  { tag: '@deep' },
  async ({ page }, info) => {
    const name = `Dora Deleted ${info.project.name}`
    await makeBroker(page, { name, digit: 5 })
    await find(page, name)
    await choose(page, name, 'Delete broker')
    const question = page.getByRole('alertdialog', { name: `Delete ${name}?` })
    await expect(question).toContainText('timeline')
    await expect(question).toContainText('stays suppressed')
    await question.getByRole('button', { name: 'Cancel' }).click()
    await expect(directory(page).getByText(name, { exact: true })).toBeVisible()
    await choose(page, name, 'Delete broker')
    await question.getByRole('button', { name: 'Delete broker' }).click()
    await expect(toast(page, 'Broker deleted successfully')).toBeVisible()
    await expect(page.getByText('No brokers match these filters')).toBeVisible()
    await page.getByRole('button', { name: 'Show receipt' }).click()
    const receipt = page.getByRole('alertdialog', { name: /^Erased on / })
    await expect(receipt.getByRole('list', { name: 'What was erased' })).toContainText(
      'Broker record: 1 erased',
    )
    await expectAccessible(page, 'Receipt of an erasure')
    const saved = page.waitForEvent('download')
    await receipt.getByRole('button', { name: 'Save receipt' }).click()
    expect((await saved).suggestedFilename()).toMatch(/^erasure-broker-\d+\.json$/)
  },
)

// Covers: brokers-7
test('A failed deletion says so', { tag: '@deep' }, async ({ page, allowError }, info) => {
  allowError(/500/)
  const name = `Klaus Kept ${info.project.name}`
  const { id } = await makeBroker(page, { name, digit: 5 })
  await page.route(`**/api/brokers/${id}`, (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  await find(page, name)
  await choose(page, name, 'Delete broker')
  await page.getByRole('button', { name: 'Delete broker' }).click()
  await expect(toast(page, 'Failed to delete broker. Please try again.')).toBeVisible()
})

// Covers: test-calls-6
test(
  "A test call from the directory asks before it dials, and leads to the call's details",
  { tag: '@deep' },
  async ({ page }, info) => {
    const name = `Tara Tested ${info.project.name}`
    await makeBroker(page, { name, digit: 5 })
    await find(page, name)
    await choose(page, name, 'Test call')
    await page
      .getByRole('alertdialog', { name: `Call ${name} now?` })
      .getByRole('button', { name: 'Cancel' })
      .click()
    const calls = await page.request.get(`/api/calls?brokerId=${await brokerIn(page, name)}&test=true`)
    expect(await calls.json()).toEqual([])
    await choose(page, name, 'Test call')
    await callNow(page, name)
    await expect(toast(page, 'Test Call Initiated')).toBeVisible()
    await page.getByRole('button', { name: 'Call details' }).click()
    await expect(dialog(page, 'Call Details')).toContainText(name)
    await expect(page).toHaveURL(/call=\d+/)
  },
)

// Covers: test-calls-6
test(
  'A refused test call is titled Call failed and gives the reason',
  { tag: '@deep' },
  async ({ page, allowError }, info) => {
    allowError(/422/)
    const name = `Rita Real ${info.project.name}`
    const answer = await page.request.post('/api/brokers', {
      data: { name, phone: '0412 345 678', email: 'rita@example.com' },
    })
    expect(answer.status()).toBe(201)
    await find(page, name)
    await choose(page, name, 'Test call')
    await callNow(page, name)
    await expect(toast(page, 'Call failed')).toContainText(
      'The simulator calls only fictitious numbers such as 0491 570 156. Set up Twilio or Vapi to call real phones.',
    )
  },
)

// Covers: brokers-10
test('The details say whether and why a broker may be called, and follow a suppression', async ({
  page,
}, info) => {
  const name = `Sven Suppressed ${info.project.name}`
  const { id } = await makeBroker(page, { name, digit: 5 })
  await page.goto(`/brokers?broker=${id}`)
  const panel = dialog(page, name)
  await expect(panel.getByText(/^(Yes|No until .*)$/)).toBeVisible()
  await expect(panel.getByText(/Basis: existing relationship/)).toBeVisible()
  await expect(panel.getByText('Not yet checked against the Do Not Call Register.')).toBeVisible()
  await expect(panel.getByText(/^Added by /)).toBeVisible()
  await panel.getByRole('button', { name: 'Suppress number' }).click()
  const form = dialog(page, 'Add number')
  await form.getByLabel('Reason').fill('Asked by letter')
  await form.getByRole('button', { name: 'Add number' }).click()
  await expect(panel.getByText(/^Put on the suppression list by staff on /)).toBeVisible()
  await expect(panel.getByText('Note on the suppression list: Asked by letter.')).toBeVisible()
  await expect(panel.getByText('Never', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(page).toHaveURL(/\/brokers$/)
})

test('A broker that is not there is said to be not there', { tag: '@deep' }, async ({ page, allowError }) => {
  allowError(/404/)
  await page.goto('/brokers?broker=99999999')
  await expect(page.getByText('Broker not found')).toBeVisible()
})

// Covers: brokers-8
test('The export holds the brokers as filtered', { tag: '@deep' }, async ({ page }, info) => {
  const word = `Numbat${info.project.name}`
  await makeBroker(page, { name: `Nina ${word}`, digit: 5 })
  await find(page, `Nina ${word}`)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export CSV' }).click()
  const text = await readFile(await (await download).path(), 'utf8')
  const lines = text.trim().split(/\r?\n/)
  expect(lines).toHaveLength(2)
  expect(lines[1]).toContain(`Nina ${word}`)
})

// Covers: roles-audit-6
test('A viewer sees why nothing may be changed', { tag: '@deep' }, async ({ page, signIn }) => {
  await signIn(page, 'viewer')
  await page.goto('/brokers')
  for (const name of ['Add Broker', 'Import CSV']) {
    const control = page.getByRole('button', { name }).first()
    await expect(control).toHaveAttribute('aria-disabled', 'true')
    await expect(control).toHaveAccessibleDescription('Only admins and lenders may do this.')
  }
  await page
    .getByRole('button', { name: /^Actions for / })
    .first()
    .click()
  const remove = page.getByRole('menuitem', { name: /^Delete broker/ })
  await expect(remove).toBeDisabled()
  await expect(remove).toContainText('Only admins and lenders may do this.')
  await page.keyboard.press('Escape')
  await rows(page).getByRole('checkbox').nth(1).check()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar.getByRole('button', { name: 'Assign BDM' })).toHaveAccessibleDescription(
    'Only admins and lenders may do this.',
  )
})

// Covers: console-toasts-12
test('The directory, the details and the dialog are accessible', { tag: '@deep' }, async ({ page }, info) => {
  const name = `Axel ${info.project.name}`
  const { id } = await makeBroker(page, { name, digit: 5 })
  // a dozen rows look like a hundred, and are checked in a tenth of the time
  await page.route('**/api/brokers?**', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: (await response.json()).slice(0, 12) })
  })
  await page.goto('/brokers')
  await expect(page.getByText(name).first()).toBeVisible()
  await expectAccessible(page, 'directory', { colours: true })
  // let pending requests finish first: the list is read again whenever brokers change
  await page.unrouteAll({ behavior: 'wait' })
  await page.goto(`/brokers?q=Axel&broker=${id}`)
  await expect(page.getByText(/^Added by /)).toBeVisible()
  await expectAccessible(page, 'details')
  await page.getByRole('dialog').getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('button', { name: 'Save Changes' })).toBeVisible()
  await expectAccessible(page, 'Edit Broker')
})

// Covers: brokers-20
test(
  'The panel of a broker leads to the next and previous one of its list, by its buttons and by keys',
  { tag: '@deep' },
  async ({ page }, info) => {
    const word = `Bettong${info.project.name}`
    for (const first of ['Ada', 'Ben', 'Cleo']) await makeBroker(page, { name: `${first} ${word}`, digit: 5 })
    await page.goto(`/brokers?q=${word}&sort=name`)
    await rows(page).getByText(`Ada ${word}`, { exact: true }).click()
    const ada = dialog(page, `Ada ${word}`)
    const ben = dialog(page, `Ben ${word}`)
    const cleo = dialog(page, `Cleo ${word}`)
    const previous = page.getByRole('button', { name: 'Previous broker' })
    const next = page.getByRole('button', { name: 'Next broker' })
    await expect(ada).toContainText('1 of 3')
    await expect(previous).toBeDisabled()
    await expect(previous).toHaveAccessibleDescription('This is the first.')
    await next.click()
    await expect(ben).toContainText('2 of 3')
    await next.click()
    await expect(cleo).toContainText('3 of 3')
    await expect(next).toBeDisabled()
    await expect(next).toHaveAccessibleDescription('This is the last.')
    await page.keyboard.press('k')
    await expect(ben).toBeVisible()
    await page.keyboard.press('ArrowLeft')
    await expect(ada).toBeVisible()
    await page.keyboard.press('j')
    await expect(ben).toBeVisible()
    await page.keyboard.press('ArrowRight')
    await expect(cleo).toBeVisible()

    // users who switched letters off at the review desk use the arrow keys
    await page.evaluate(() => localStorage.setItem('brokerline.review-keys', 'off'))
    await page.keyboard.press('k')
    await page.keyboard.press('ArrowLeft')
    await expect(ben).toBeVisible()
    await page.evaluate(() => localStorage.removeItem('brokerline.review-keys'))
    await page.keyboard.press('j')
    await expect(cleo).toBeVisible()

    // letters that are typed are no keys
    await cleo.getByRole('button', { name: 'Edit' }).click()
    const form = dialog(page, `Edit Cleo ${word}`)
    await form.getByLabel('Company').press('k')
    await form.getByLabel('Company').press('Backspace')
    // nor while a layer covers the panel
    await form.getByRole('button', { name: 'Cancel' }).press('k')
    await expect(form).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await expect(cleo).toBeVisible()

    // a reload keeps the list; Back leads to it, not through all viewed brokers
    await page.reload()
    await expect(cleo).toContainText('3 of 3')
    await page.goBack()
    await expect(cleo).toBeHidden()
    await expect(page).toHaveURL(/sort=name$/)
    await page.goForward()
    await expect(cleo).toContainText('3 of 3')
    await expectAccessible(page, 'panel of a broker in a list')

    // a person who is sent the address has no list
    await page.goto('about:blank')
    await page.goto(`/brokers?q=${word}&broker=${await brokerIn(page, `Ben ${word}`)}`)
    await expect(ben.getByRole('link', { name: 'Open full record' })).toBeVisible()
    await expect(next).toHaveCount(0)
    await page.keyboard.press('j')
    await expect(ben).toBeVisible()
  },
)

// Covers: brokers-20
test('Below the panel the list keeps the open broker in view, and takes the focus back there', {
  tag: ['@desk-first', '@deep'],
}, async ({ page }) => {
  const STEPS = 14
  await page.goto('/brokers')
  // rows below a panel have no role
  const marks = page.locator('[data-record^="brokers:"]')
  await expect(marks.nth(STEPS)).toBeAttached()
  await marks.first().click()
  const panel = page.getByRole('dialog')
  await expect(panel).toContainText(/1 of [\d,]+/)
  await expect(marks.nth(STEPS)).not.toBeInViewport()
  for (let step = 2; step <= STEPS + 1; step++) {
    await page.keyboard.press('j')
    await expect(panel).toContainText(`${step} of `)
  }
  await expect(marks.nth(STEPS)).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('Escape')
  await expect(panel).toBeHidden()
  await expect(marks.nth(STEPS)).toBeFocused()
})
