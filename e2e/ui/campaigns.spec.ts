import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { makeBroker, makeCampaign } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'

const card = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) })

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

async function openCreate(page: Page) {
  await page.goto('/campaigns')
  await page.getByRole('button', { name: 'New Campaign' }).click()
  return dialog(page, 'Create New Campaign')
}

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'lender')
})

// Covers: create-edit-campaign-1
test(
  'Creating a campaign closes the dialog, says so and shows the new card',
  { tag: ['@desk-first', '@deep'] },
  async ({ page }, info) => {
    const name = `Premium ${info.project.name}`
    const form = await openCreate(page)
    await form.getByLabel('Campaign name').fill(name)
    await form.getByLabel('Product').fill('Premium Variable 80')
    await form.getByLabel('Rate', { exact: true }).fill('6.14')
    await form.getByLabel('Description').fill('Owner-occupied up to 80% LVR')
    await form.getByLabel('Call script').fill('Hi {{firstName}}, {{product}} is at {{rate}}.')
    await form.getByRole('button', { name: 'Create Campaign' }).click()
    await expect(page.getByText('Campaign created successfully', { exact: true })).toBeVisible()
    await expect(form).toBeHidden()
    const made = card(page, name)
    await expect(made).toContainText('6.14% p.a. variable')
    await expect(made).toContainText('Owner-occupied up to 80% LVR')
    await expect(made).toContainText('Active')
    await expect(made).toContainText('0/0 calls completed')
  },
)

// Covers: create-edit-campaign-2
test('The Create dialog starts with the defaults of a campaign and forgets what was typed before', {
  tag: '@deep',
}, async ({ page }) => {
  const form = await openCreate(page)
  const expectDefaults = async () => {
    await expect(form.getByLabel('Start time')).toHaveValue('09:00')
    await expect(form.getByLabel('End time')).toHaveValue('17:00')
    await expect(form.getByLabel('Time zone')).toHaveValue('Australia/Sydney')
    await expect(form.getByLabel('AI personality')).toHaveValue('professional')
    await expect(form.getByLabel('Respect local time')).toBeChecked()
    for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
      await expect(form.getByLabel(day)).toBeChecked()
    }
    for (const day of ['Saturday', 'Sunday']) await expect(form.getByLabel(day)).not.toBeChecked()
    await expect(form.getByLabel('Campaign name')).toHaveValue('')
  }
  await expectDefaults()
  await expect(form.getByLabel('Rate', { exact: true })).toHaveAttribute('step', '0.001')
  await form.getByLabel('Campaign name').fill('Not to be kept')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('button', { name: 'New Campaign' }).click()
  await expectDefaults()
})

// Covers: create-edit-campaign-2
test('The Create dialog offers twelve time zones and four personalities', { tag: '@deep' }, async ({
  page,
}) => {
  const form = await openCreate(page)
  await expect(form.getByLabel('Time zone').getByRole('option')).toHaveText(
    [
      ...['Sydney', 'Melbourne', 'Brisbane', 'Perth', 'Adelaide', 'Darwin', 'Hobart'],
      ...['Auckland', 'Los Angeles', 'New York', 'London', 'Singapore'],
    ].map((city) => new RegExp(`^${city}`)),
  )
  await expect(form.getByLabel('AI personality').getByRole('option')).toHaveText([
    /^Professional/,
    /^Friendly/,
    /^Authoritative/,
    /^Consultative/,
  ])
})

// Covers: create-edit-campaign-1
test('A failed creation without a message of its own reads Failed to create campaign', {
  tag: '@deep',
}, async ({ page, allowError }) => {
  allowError(/500/)
  const form = await openCreate(page)
  await page.route('**/api/campaigns', (route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 500, json: {} }) : route.fallback(),
  )
  await form.getByLabel('Campaign name').fill('Never made')
  await form.getByLabel('Product').fill('Premium')
  await form.getByLabel('Call script').fill('Hi')
  await form.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(page.getByText('Failed to create campaign', { exact: true })).toBeVisible()
  await expect(form.getByLabel('Campaign name')).toHaveValue('Never made')
})

// Covers: create-edit-campaign-3
test('Required fields of a campaign name what is missing and take the focus', async ({ page }) => {
  const form = await openCreate(page)
  await form.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(form.getByText('Campaign name is required')).toBeVisible()
  await expect(form.getByText('Product name is required')).toBeVisible()
  await expect(form.getByText('Call script is required')).toBeVisible()
  await expect(form.getByLabel('Campaign name')).toBeFocused()
})

// Covers: create-edit-campaign-7
test('A campaign refuses an end before its start, no days, a wrong rate and a script that is too long', {
  tag: '@deep',
}, async ({ page }) => {
  const form = await openCreate(page)
  await form.getByLabel('Campaign name').fill('Wrong in many ways')
  await form.getByLabel('Product').fill('Premium')
  await form.getByLabel('Rate', { exact: true }).fill('6.1234')
  await form.getByLabel('Call script').fill('x'.repeat(200_000))
  await expect(form.getByText('200,000 of 4,000 characters')).toBeVisible()
  await form.getByLabel('End time').fill('08:00')
  for (const day of ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']) {
    await form.getByLabel(day).uncheck()
  }
  await form.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(
    form.getByText('Enter a rate between 0 and 100 with at most three decimals, such as 6.14'),
  ).toBeVisible()
  await expect(form.getByText('At most 4,000 characters')).toBeVisible()
  await expect(form.getByText('Choose at least one day')).toBeVisible()
  await form.getByLabel('Monday').check()
  await form.getByLabel('Rate', { exact: true }).fill('6.123')
  await form.getByLabel('Call script').fill('Hi {{nickname}}')
  await form.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(form.getByText(/Unknown placeholder \{\{nickname\}\}/)).toBeVisible()
  await form.getByLabel('Call script').fill('Hi')
  await form.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(form.getByText('End time must be after start time')).toBeVisible()
  await expect(form.getByLabel('Campaign name')).toHaveValue('Wrong in many ways')
})

// Covers: create-edit-campaign-5
test('A rate that is no number is refused instead of being taken for none', { tag: '@deep' }, async ({
  page,
}) => {
  const form = await openCreate(page)
  await form.getByLabel('Rate', { exact: true }).pressSequentially('e')
  await form.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(form.getByText(/^Enter a rate between 0 and 100/)).toBeVisible()
})

// Covers: create-edit-campaign-8
test('The Create dialog says which of the chosen hours the law takes away', { tag: '@deep' }, async ({
  page,
}) => {
  const form = await openCreate(page)
  await form.getByLabel('Sunday').check()
  await form.getByLabel('Start time').fill('07:30')
  await expect(form.getByRole('status')).toHaveText(
    'Nobody is called on Sundays. Nobody is called before 9:00 am.',
  )
})

test('A placeholder is put into the script where the cursor is', { tag: '@deep' }, async ({ page }) => {
  const form = await openCreate(page)
  const script = form.getByLabel('Call script')
  await script.fill('Hi , good news')
  await script.press('Home')
  for (let step = 0; step < 3; step += 1) await script.press('ArrowRight')
  await form
    .getByRole('group', { name: 'Placeholders' })
    .first()
    .getByRole('button', { name: '{{firstName}}' })
    .click()
  await expect(script).toHaveValue('Hi {{firstName}}, good news')
})

test('Ctrl + Enter submits a campaign from any field', { tag: '@deep' }, async ({ page }, info) => {
  const form = await openCreate(page)
  await form.getByLabel('Product').fill('Premium')
  await form.getByLabel('Call script').fill('Hi')
  await form.getByLabel('Campaign name').fill(`By keyboard ${info.project.name}`)
  await form.getByLabel('Campaign name').press('Control+Enter')
  await expect(form).toBeHidden()
  await expect(card(page, `By keyboard ${info.project.name}`)).toBeVisible()
})

// Covers: create-edit-campaign-9
test(
  'Editing a campaign keeps three decimals, moves the rate by 0.01 and can set any status',
  { tag: '@deep' },
  async ({ page }, info) => {
    const { name } = await makeCampaign(page, { name: `Edit ${info.project.name}`, rate: '6.145' })
    await page.goto('/campaigns')
    await card(page, name).getByRole('button', { name: 'Edit' }).click()
    const form = dialog(page, 'Edit Campaign')
    const rate = form.getByLabel('Rate', { exact: true })
    await expect(rate).toHaveValue('6.145')
    await expect(rate).toHaveAttribute('step', '0.01')
    await rate.press('ArrowUp')
    await expect(rate).toHaveValue('6.155')
    await form.getByLabel('Rate type').fill('p.a. fixed')
    await form.getByLabel('Status').selectOption('Completed')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(form).toBeHidden()
    await expect(card(page, name)).toContainText('6.155% p.a. fixed')
    await expect(card(page, name)).toContainText('Completed')
  },
)

// Covers: campaigns-list-3
test('Pause and Start change places, and Call waits for Start with the reason', async ({ page }, info) => {
  const { name } = await makeCampaign(page, { name: `Pause ${info.project.name}` })
  await page.goto('/campaigns')
  const one = card(page, name)
  await one.getByRole('button', { name: 'Pause' }).click()
  await expect(one).toContainText('Paused')
  const call = one.getByRole('button', { name: 'Call', exact: true })
  await expect(call).toHaveAccessibleDescription('This campaign is paused. Press Start first, then Call.')
  await expect(call).toHaveAttribute('aria-disabled', 'true')
  await one.getByRole('button', { name: 'Start' }).click()
  await expect(one).toContainText('Active')
  await expect(call).toBeEnabled()
})

// Covers: starting-pausing-1
test('Call shows who would be called before it dials and what happened after', async ({ page }, info) => {
  test.slow()
  await makeBroker(page, { name: `Preflight ${info.project.name}`, digit: 5 })
  const { name, id } = await makeCampaign(page, { name: `Call ${info.project.name}` })
  await page.goto('/campaigns')
  await card(page, name).getByRole('button', { name: 'Call', exact: true }).click()
  const before = dialog(page, 'Start calls')
  await expect(before.getByText('Can be called now')).toBeVisible()
  await expect(before.getByText('Can be called later')).toBeVisible()
  await expect(before.getByText('First call')).toBeVisible()
  await before.getByRole('button', { name: /^Call [\d,]+ brokers?$/ }).click()
  const after = dialog(page, 'Calls started')
  await expect(after.getByText('Brokers queued', { exact: true })).toBeVisible()
  await expect(after.getByText(/brokers? queued\. Dialling continues in the background\./)).toBeVisible()
  await after.getByRole('link', { name: 'Open campaign' }).click()
  await expect(page).toHaveURL(new RegExp(`/campaigns/${id}$`))
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByRole('progressbar', { name: 'Finished' })).toBeVisible()
  await page.getByLabel('Search interactions').fill(`Preflight ${info.project.name}`)
  await expect(page.getByText('Completed').first()).toBeVisible({ timeout: 60_000 })
})

// Covers: campaigns-list-2
test(
  'Search and status of the campaigns act on the server and live in the address',
  { tag: '@deep' },
  async ({ page }, info) => {
    const { name } = await makeCampaign(page, { name: `Needle ${info.project.name}` })
    await page.goto('/campaigns')
    await page.getByLabel('Search campaigns').fill(`needle ${info.project.name}`)
    await expect(page).toHaveURL(/q=needle/)
    await expect(page.getByRole('article')).toHaveCount(1)
    await expect(card(page, name)).toBeVisible()
    await page.getByLabel('Status').selectOption('Paused')
    await expect(page.getByText('No campaigns match these filters')).toBeVisible()
    await page.reload()
    await expect(page.getByText('No campaigns match these filters')).toBeVisible()
    await page.getByRole('button', { name: 'Clear filters' }).click()
    await expect(card(page, name)).toBeVisible()
  },
)

// Covers: campaigns-list-4
test('Without campaigns the list says so and offers to create one', { tag: '@deep' }, async ({ page }) => {
  await page.route('**/api/campaigns?*', (route) =>
    route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
  )
  await page.goto('/campaigns')
  await expect(page.getByText('No campaigns yet')).toBeVisible()
  await page.getByRole('button', { name: 'Create Campaign' }).click()
  await expect(dialog(page, 'Create New Campaign')).toBeVisible()
})

// Covers: campaigns-list-4
test('While campaigns load the list says so, and a failure offers another try', { tag: '@deep' }, async ({
  page,
  allowError,
  stopLive,
}) => {
  allowError(/500/)
  await stopLive(page)
  let answer: (() => void) | undefined
  const waited = new Promise<void>((resolve) => {
    answer = resolve
  })
  let fails = true
  await page.route('**/api/campaigns?*', async (route) => {
    await waited
    if (fails) await route.fulfill({ status: 500, json: {} })
    else await route.continue()
  })
  await page.goto('/campaigns')
  await expect(page.getByText('Loading campaigns...')).toBeAttached()
  answer?.()
  await expect(page.getByText('The campaigns could not be loaded.')).toBeVisible()
  fails = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()
})

// Covers: campaigns-list-5
test(
  'A failed request shows the message of the server, and nothing typed is lost',
  { tag: '@deep' },
  async ({ page, allowError }, info) => {
    allowError(/409|500/)
    const { name } = await makeCampaign(page, { name: `Fails ${info.project.name}` })
    await page.goto('/campaigns')
    const one = card(page, name)
    await page.route('**/api/campaigns/*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
    )
    await one.getByRole('button', { name: 'Pause' }).click()
    await expect(page.getByText('Failed to update campaign status', { exact: true })).toBeVisible()
    await one.getByRole('button', { name: 'Edit' }).click()
    const form = dialog(page, 'Edit Campaign')
    await form.getByLabel('Description').fill('Typed with care')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(page.getByText('Failed to update campaign', { exact: true })).toBeVisible()
    await expect(form.getByLabel('Description')).toHaveValue('Typed with care')
    await form.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: 'Leave' }).click()
    await page.route('**/api/campaigns/*/start-calls', (route) => route.fulfill({ status: 500, json: {} }))
    const counts = {
      ...{ callableNow: 1, callableLater: 0, elsewhere: 0, betterHour: 0, skipped: {} },
      ...{ outsideHours: 0, dialledBefore: 0 },
      ...{
        firstCallAt: null,
        finishesAt: null,
        alreadyIn: { waiting: 0, reached: 2, notReached: 0 },
        total: 3,
        withoutSource: 0,
      },
    }
    const notice = 'No business development manager has a free time.'
    await page.route('**/api/campaigns/*/preflight?*', (route) =>
      route.fulfill({ json: { ...counts, notices: [notice] } }),
    )
    await one.getByRole('button', { name: 'Call', exact: true }).click()
    await expect(page.getByRole('dialog').getByText(notice)).toBeVisible()
    await expect(page.getByText('3 brokers in all. 2 have answered a call of this campaign.')).toBeVisible()
    await page.getByRole('button', { name: 'Call 1 broker' }).click()
    await expect(page.getByText('Failed to start calls', { exact: true })).toBeVisible()
  },
)

// Covers: campaigns-list-11
test('A campaign that paused itself says why and what to do', { tag: '@deep' }, async ({ page }, info) => {
  const { id, name } = await makeCampaign(page, { name: `Burst ${info.project.name}`, status: 'paused' })
  const stored = (await (await page.request.get(`/api/campaigns/${id}`)).json()) as object // the contract's type
  await page.route(`**/api/campaigns/${id}`, (route) =>
    route.fulfill({ json: { ...stored, pausedReason: '2 of the last 20 calls failed: calls #17, #18.' } }),
  )
  await page.goto(`/campaigns/${id}`)
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await expect(page.getByText('Paused automatically: 2 of the last 20 calls failed.')).toBeVisible()
  await page.getByRole('link', { name: '2 failed calls' }).click()
  await expect(page).toHaveURL(/ids=17%2C18|ids=17,18/)
  await page.getByRole('button', { name: '2 chosen calls' }).click()
  await expect(page).not.toHaveURL(/ids=/)
})

// Covers: roles-audit-6
test(
  'A viewer sees the campaigns, and every change is disabled with the reason',
  { tag: '@deep' },
  async ({ page, signIn }, info) => {
    const { name } = await makeCampaign(page, { name: `Viewed ${info.project.name}` })
    await signIn(page, 'viewer')
    await page.goto('/campaigns')
    const one = card(page, name)
    for (const label of ['Pause', 'Call', 'Edit']) {
      await expect(one.getByRole('button', { name: label, exact: true })).toHaveAccessibleDescription(
        'Only admins and lenders may do this.',
      )
    }
  },
)

// Covers: campaigns-list-11
test('An address with an unknown campaign says so', { tag: '@deep' }, async ({ page, allowError }) => {
  allowError(/404/)
  await page.goto('/campaigns/2147483000')
  await expect(page.getByText('Campaign not found')).toBeVisible()
})

// Covers: console-toasts-12
test(
  'The campaign screens and their dialogs pass axe and fit the width',
  { tag: '@deep' },
  async ({ page }, info) => {
    test.setTimeout(120_000)
    const { id } = await makeCampaign(page, { name: `Axe ${info.project.name}` })
    await page.goto('/campaigns')
    await expect(page.getByRole('article').first()).toBeVisible()
    await expectAccessible(page, 'campaigns')
    await page.getByRole('button', { name: 'New Campaign' }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await expectAccessible(page, 'Create New Campaign')
    await page.goto(`/campaigns/${id}`)
    await expect(page.getByText('No brokers are enrolled yet. Press Call to begin.').first()).toBeVisible()
    await expect(page.getByText('No calls yet.')).toBeVisible()
    await expectAccessible(page, 'results of a campaign')
    await page.getByRole('tab', { name: 'Set-up' }).click()
    await expect(page.getByRole('heading', { name: 'Offer and calling hours' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Audit log' }).getByText('Created')).toBeVisible()
    await expectAccessible(page, 'set-up of a campaign')
  },
)
