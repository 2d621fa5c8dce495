import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { makeBroker } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'admin')
})

// Covers: settings-1
test('Settings has four tabs, each with an address of its own', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/settings')
  for (const [name, address] of [
    ['Phone Numbers', /tab=numbers/],
    ['Services', /tab=services/],
    ['System', /tab=system/],
    ['Overview', /\/settings$/],
  ] as const) {
    await page.getByRole('tab', { name }).click()
    await expect(page).toHaveURL(address)
    await expect(page.getByRole('tab', { name })).toHaveAttribute('aria-selected', 'true')
  }
})

// Covers: settings-1
test('A tab that is opened by its address is seen whole', { tag: ['@phone', '@deep'] }, async ({ page }) => {
  await page.goto('/settings?tab=system')
  // its lowest pixel overlaps the line below the tabs
  await expect(page.getByRole('tab', { name: 'System' })).toBeInViewport({ ratio: 0.97 })
})

// Covers: settings-1
test('The overview shows the figures of the platform and the state of its services', async ({ page }) => {
  await page.goto('/settings')
  const system = await (await page.request.get('/api/system')).json()
  await expect(page.getByLabel('Platform stats')).toContainText(
    system.platform.campaigns.toLocaleString('en-AU'),
  )
  const services = panel(page, 'Service status')
  await expect(services.getByRole('listitem').filter({ hasText: 'Calls' })).toContainText('Working')
  await expect(services.getByRole('listitem').filter({ hasText: 'SMS' })).toContainText('Not sending')
})

test('The service providers are listed and saved as a file', async ({ page }) => {
  await page.goto('/settings?tab=services&part=providers')
  const providers = panel(page, 'Service providers and data flows')
  await expect(providers.getByRole('heading', { name: 'Database · PostgreSQL' })).toBeVisible()
  await expectAccessible(page, 'service providers')
  const download = page.waitForEvent('download')
  await providers.getByRole('button', { name: 'Save as CSV' }).click()
  const [header, ...rows] = (await readFile(await (await download).path(), 'utf8')).trim().split(/\r?\n/)
  expect(header).toContain('Service,Provider,Data shared')
  expect(rows).toHaveLength(await providers.getByRole('heading', { level: 3 }).count())
})

// Covers: settings-1
test('Every quick action of the overview works', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/settings')
  const actions = panel(page, 'Quick actions')
  await expect(actions.getByRole('link', { name: 'Broker Portal' })).toHaveAttribute('href', '/broker-portal')
  for (const [name, header] of [
    ['Export Campaign Data', 'total_calls'],
    ['Export Calls', 'status'],
  ] as const) {
    const download = page.waitForEvent('download')
    await actions.getByRole('button', { name }).click()
    const text = await readFile(await (await download).path(), 'utf8')
    expect(text.split('\n')[0]?.toLowerCase()).toContain(header)
    expect(text.trim().split('\n').length).toBeGreaterThan(1)
  }
  await actions.getByRole('link', { name: 'Import Broker List' }).click()
  await expect(page.getByRole('heading', { name: 'Import brokers' })).toBeVisible()
  await page.goto('/settings')
  await actions.getByRole('link', { name: 'View System Logs' }).click()
  await expect(page).toHaveURL(/part=audit/)
  await expect(panel(page, 'Audit log').getByRole('row').nth(1)).toBeInViewport()
  await page.getByRole('tab', { name: 'Jobs' }).click()
  await expect(panel(page, 'Job log')).toBeVisible()
})

// Covers: settings-1
test('Parts of a tab have addresses; what does not work comes first with its fix', async ({ page }) => {
  await page.goto('/settings?tab=system&part=retention')
  await expect(panel(page, 'Retention periods')).toBeVisible()
  await page.getByRole('tab', { name: 'Team' }).click()
  await expect(panel(page, 'Team members')).toBeVisible()
  await page.goBack()
  await expect(panel(page, 'Retention periods')).toBeVisible()
  await page.goto('/team')
  await expect(page.getByRole('tab', { name: 'Team' })).toHaveAttribute('aria-selected', 'true')
  await page.goto('/settings?tab=services')
  const first = panel(page, 'Service status').getByRole('listitem').first()
  await expect(first).toContainText('Not sending')
  await page.goto('/settings')
  await expect(panel(page, 'Service status').getByText('SMS and Email need attention.')).toBeVisible()
  await panel(page, 'Service status').getByRole('link', { name: 'Fix' }).click()
  await expect(page.getByRole('tab', { name: 'Phone Numbers' })).toHaveAttribute('aria-selected', 'true')
})

// Covers: settings-2
test('Without a telephony provider no number can be bought, and the tab says what to check', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/settings?tab=numbers')
  for (const [title, button, hint] of [
    ['Twilio numbers', 'Buy Number', 'Twilio not configured. Check your API keys.'],
    ['Vapi numbers', 'Create Number', 'Vapi not configured. Check your API key.'],
  ] as const) {
    const part = panel(page, title)
    await expect(part.getByText(hint).first()).toBeVisible()
    await expect(part.getByRole('button', { name: button })).toHaveAttribute('aria-disabled', 'true')
    await expect(part.getByLabel('Area code')).toBeDisabled()
  }
})

// Covers: messages-12
test('The outbox shows held messages whose links open, filtered by channel, and says once why they are held', {
  tag: '@deep',
}, async ({ page, context, server }) => {
  // links in the demo world lead to where it was made
  await context.route(`${process.env.DEMO_WORLD_URL}/**`, (route) => {
    const { pathname, search } = new URL(route.request().url())
    return route.fulfill({ status: 302, headers: { location: `${server.url}${pathname}${search}` } })
  })
  await page.goto('/settings?tab=services&part=messages')
  const outbox = panel(page, 'Outbox')
  await expect(outbox.getByText('SMS isn’t set up', { exact: false })).toHaveCount(1)
  await page.getByLabel('Channel').selectOption('sms')
  await expect(page).toHaveURL(/channel=sms/)
  const rows = outbox.getByRole('row')
  await expect(rows.nth(1)).toContainText('SMS')
  await expect(rows.nth(1)).toContainText('Not sent')
  await page.getByLabel('Search messages').fill('http')
  await rows.nth(1).click()
  const opened = context.waitForEvent('page')
  await page.getByRole('dialog', { name: 'SMS' }).getByRole('link', { name: /^http/ }).first().click()
  const linked = await opened
  await linked.waitForLoadState()
  await expect(linked.getByRole('heading').first()).toBeVisible()
  await linked.close()
  await page.keyboard.press('Escape')
  await page.getByLabel('Search messages').fill('')
  await page.getByLabel('Channel').selectOption('email')
  await expect(rows.nth(1)).toContainText('Email')
  await page.getByLabel('Search messages').fill('nothing says this')
  await expect(outbox.getByText('No messages match these filters')).toBeVisible()
})

// Covers: messages-12
test('Only an admin reads the outbox; other users see the reason', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  await signIn(page, 'lender')
  await page.goto('/settings?tab=services')
  await expect(panel(page, 'Service status')).toBeVisible()
  await page.getByRole('tab', { name: 'Messages' }).click()
  await expect(panel(page, 'Outbox')).toContainText('Only admins may do this.')
})

// Covers: settings-6
test('The system tab shows version, environment, database and service as they are', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto('/settings?tab=system')
  const facts = page.getByLabel('System', { exact: true }).filter({ hasText: 'Version' }).last()
  for (const text of ['1.0.0', 'Development', 'PostgreSQL', 'Active']) await expect(facts).toContainText(text)
})

// Covers: settings-7
test('The audit log is searched on the server and opens with the states before and after', async ({
  page,
}, info) => {
  const { id } = await makeBroker(page, { name: `Audra ${info.project.name}`, digit: 5 })
  await page.request.patch(`/api/brokers/${id}`, { data: { company: 'Banksia Capital' } })
  await page.goto('/settings?tab=system&part=audit')
  await page.getByLabel('Search the audit log').fill(`broker.changed broker ${id}`)
  const log = panel(page, 'Audit log')
  await expect(log.getByText('1 entry', { exact: true })).toBeVisible()
  const saved = page.waitForEvent('download')
  await log.getByRole('button', { name: 'Export CSV' }).click()
  const csv = await readFile(await (await saved).path(), 'utf8')
  expect(csv.trim().split('\n')).toHaveLength(2)
  const named = `Changed Audra ${info.project.name}`
  const line = log.getByRole('row', { name: named })
  await expect(line.getByRole('link')).toHaveAttribute('href', `/brokers/${id}`)
  await line.getByRole('cell').nth(1).click()
  const entry = page.getByRole('dialog', { name: named })
  const row = entry.getByRole('row', { name: /company/ })
  await expect(row).toContainText(`Audra ${info.project.name} Finance`)
  await expect(row).toContainText('Banksia Capital')
  await page.keyboard.press('Escape')
  // the same by kind and person; a reversed date range is reported, and is cleared with the rest
  await log.getByLabel('Kind').selectOption('Sign-ins and passwords')
  await expect(log.getByText('No entries match these filters')).toBeVisible()
  await log.getByLabel('Kind').selectOption('Brokers and imports')
  await log.getByLabel('Person').selectOption({ index: 1 })
  await expect(page).toHaveURL(/kind=brokers/)
  await log.getByLabel('First day').fill('2026-11-24')
  await log.getByLabel('Last day').fill('2026-11-01')
  await expect(log.getByRole('alert')).toHaveText('The last day cannot be before the first')
})

// Covers: settings-8
test('The job log says what ran and how it ended, by kind and result', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/settings?tab=system&part=jobs')
  const log = panel(page, 'Job log')
  // failed runs and those of staff come first: the many of the schedule are a choice
  const origin = log.getByLabel('Started by')
  await expect(origin).toHaveValue('staff')
  await origin.selectOption('All runs')
  const first = log.getByRole('row').nth(1)
  await expect(first).toContainText(/Done|Failed|Gave up/)
  // the latest job: a server that has just started has run few of its jobs
  const job = await first.getByRole('cell').first().innerText()
  const kind = log.getByLabel('Job', { exact: true })
  await kind.selectOption(job)
  await expect(page).toHaveURL(/job=[a-z-]+\.[a-z-]+/)
  await expect(first).toContainText(job)
  await expect(first).toContainText(/\d m?s/)
  await log.getByLabel('Result').selectOption({ label: 'Failed (0)' })
  await log.getByRole('button', { name: 'Clear filters' }).click()
  await expect(kind).toHaveValue('')
})

// Covers: settings-7
test('A failed job is listed with its error and can be run again', { tag: '@deep' }, async ({ page }) => {
  let jobs = [
    {
      id: 12,
      task: 'brokers.run-import',
      attempts: 25,
      maxAttempts: 25,
      lastError: 'connection lost in batch 3',
      createdAt: new Date().toISOString(),
    },
  ]
  await page.route(/\/api\/jobs\/failed/, (route) =>
    route.fulfill({ json: jobs, headers: { 'X-Total-Count': String(jobs.length) } }),
  )
  await page.route('**/api/jobs/12/retry', (route) => {
    jobs = []
    return route.fulfill({ json: { retried: true } })
  })
  await page.goto('/settings?tab=system&part=jobs')
  const failed = panel(page, 'Failed jobs')
  await expect(failed).toContainText('connection lost in batch 3')
  await expect(failed).toContainText('Gave up')
  await failed.getByRole('button', { name: 'Retry: Import brokers' }).click()
  await expect(failed.getByText('No failed jobs')).toBeVisible()
})

test('A part of the settings that does not load says so and offers another try', { tag: '@deep' }, async ({
  page,
  allowError,
  stopLive,
}) => {
  allowError(/500/)
  await stopLive(page)
  await page.route('**/api/system', (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/settings')
  await expect(page.getByText('The services could not be loaded.')).toBeVisible()
  await page.unroute('**/api/system')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(panel(page, 'Service status').getByText('Working').first()).toBeVisible()
})

// Covers: console-toasts-12
test('Every tab of the settings is accessible', { tag: '@deep' }, async ({ page }) => {
  for (const tab of [
    ...['overview', 'numbers', 'services', 'services&part=messages&channel=email', 'system'],
    ...['system&part=jobs', 'system&part=audit&q=campaign'],
  ]) {
    await page.goto(`/settings?tab=${tab}`)
    await expect(page.getByRole('tabpanel').last()).toBeVisible()
    if (tab === 'services') {
      await expect(panel(page, 'Document vault').getByText(/encrypted/)).toBeVisible()
    }
    await expectAccessible(page, tab)
  }
})

// Covers: settings-10
test('How long data is kept has its least, and a shorter period is saved after a look at what it removes', async ({
  page,
}) => {
  await page.goto('/settings/data')
  const kept = panel(page, 'Retention periods')
  const count = kept.getByLabel('Call recordings, number')
  const save = kept.getByRole('button', { name: 'Save Changes' })
  await expect(count).toHaveValue('12')
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await expectAccessible(page, 'data kept')

  await count.fill('29')
  await kept.getByLabel('Call recordings, unit').selectOption('days')
  await count.press('Enter')
  await expect(kept.getByRole('alert')).toHaveText(/^Call recordings are kept for at least 30 days: /)
  await expect(count).toBeFocused()

  await count.fill('90')
  await count.press('Enter')
  const question = page.getByRole('alertdialog').or(page.getByRole('dialog'))
  await expect(question).toContainText('Call recordings, 90 days instead of 12 months: ')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect(count).toHaveValue('90')
  expect((await (await page.request.get('/api/retention')).json()).recordings).toEqual({
    count: 12,
    unit: 'months',
  })

  await save.click()
  await question.getByRole('button', { name: /^Save/ }).click()
  await expect(page.getByText('Periods saved. They apply from tonight.', { exact: true })).toBeVisible()
  await page.reload()
  await expect(count).toHaveValue('90')
  // a longer period removes nothing, and needs no confirmation
  await count.fill('12')
  await kept.getByLabel('Call recordings, unit').selectOption('months')
  await save.click()
  await expect(save).toHaveAttribute('aria-disabled', 'true')
  await expect(panel(page, 'Past removals').getByText('Nothing has been removed yet')).toBeVisible()
})

// Covers: sign-sessions-19
test('How long people stay signed in has its bounds and is saved', { tag: '@deep' }, async ({ page }) => {
  await page.goto('/team')
  const sessions = panel(page, 'Sessions')
  const hours = sessions.getByLabel('Idle timeout (staff)')
  await hours.fill('73')
  await hours.press('Enter')
  await expect(sessions.getByRole('alert')).toHaveText('Enter 1 to 72 hours')
  await expectAccessible(page, 'session limits')
  await hours.fill('24')
  await hours.press('Enter')
  await expect(page.getByText('Sessions saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(hours).toHaveValue('24')
  expect((await page.request.patch('/api/session-limits', { data: { staffIdleHours: 12 } })).status()).toBe(
    200,
  )
})
