import type { Page } from '@playwright/test'
import type { Call } from '#contract/calls/calls.ts'
import { expectAccessible } from './accessible.ts'
import { endedTestCall, makeCampaign, numberEndingIn, readCall } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'

const details = (page: Page) => page.getByRole('dialog', { name: 'Call Details' })
const panel = (page: Page, name: string) => page.getByRole('region', { name })
const stat = (page: Page, name: string) => page.getByRole('link', { name })

const stats = (changes: Record<string, number | null>) => ({
  totalCalls: 1204,
  responseRate: 31.4,
  meetingsBooked: 18,
  accreditations: 7,
  changes,
})

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'lender')
})

// Covers: dashboard-2
test('The dashboard has its title, four figures, and what they count opens from them', async ({ page }) => {
  await page.goto('/dashboard')
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign Dashboard' })).toBeVisible()
  await expect(page.getByText('Monitor your broker activation campaigns in real time.')).toBeVisible()
  // Analytics has figures of similar names for a period
  for (const basis of ['All time, from any source', 'Applications, all time'])
    await expect(page.getByLabel('Figures', { exact: true })).toContainText(basis)
  for (const [name, address] of [
    ['Total Calls Made', /\/dashboard#interactions$/],
    ['Response Rate', /response=any/],
  ] as const) {
    await stat(page, name).click()
    await expect(page).toHaveURL(address)
  }
  await expect(page.getByLabel('Response', { exact: true })).toHaveValue('any')
  await stat(page, 'Meetings Booked').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Bookings' })).toBeVisible()
  await expect(page.getByLabel('Status')).toHaveValue('not_cancelled')
  await page.goBack()
  await stat(page, 'Accreditations').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Applications' })).toBeVisible()
  await expect(page.getByLabel('Status')).toHaveValue('all')
})

// Covers: dashboard-7
test('The change indicators say by how much and in which direction, and nothing where there is nothing to compare', {
  tag: '@deep',
}, async ({ page }) => {
  let changes: Record<string, number | null> = {
    totalCalls: 12,
    responseRate: 5.2,
    meetingsBooked: -2.1,
    accreditations: 8.7,
  }
  await page.route('**/api/dashboard/stats', (route) => route.fulfill({ json: stats(changes) }))
  await page.goto('/dashboard')
  await expect(page.getByText('Up 12% from last week')).toBeVisible()
  await expect(page.getByText('Up 5.2% from last week')).toBeVisible()
  await expect(page.getByText('Down 2.1% from last week')).toBeVisible()
  await expect(page.getByText('Up 8.7% from last week')).toBeVisible()
  changes = { totalCalls: null, responseRate: null, meetingsBooked: null, accreditations: null }
  await page.reload()
  await expect(page.getByText('31.4%')).toBeVisible()
  await expect(page.getByText('from last week')).toHaveCount(0)
})

// Covers: dashboard-8
test('While it loads the dashboard says so; a failed part offers another try and leaves the rest', async ({
  page,
  allowError,
  stopLive,
}) => {
  allowError(/500/)
  await stopLive(page)
  let go: (() => void) | undefined
  const waited = new Promise<void>((resolve) => {
    go = resolve
  })
  await page.route('**/api/dashboard/stats', async (route) => {
    await waited
    await route.fulfill({ status: 500, json: {} })
  })
  await page.goto('/dashboard')
  await expect(page.getByText('Loading dashboard...')).toBeAttached()
  go?.()
  await expect(page.getByText('The figures could not be loaded.')).toBeVisible()
  await expect(panel(page, 'Active Campaigns')).toBeVisible()
  await page.unroute('**/api/dashboard/stats')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(stat(page, 'Total Calls Made')).toBeVisible()
})

// Covers: dashboard-8, dashboard-11
test('An empty dashboard says what is missing in each of its parts', { tag: '@deep' }, async ({ page }) => {
  for (const path of ['campaigns', 'activities', 'calls']) {
    await page.route(`**/api/${path}?*`, (route) =>
      route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
    )
  }
  await page.route('**/api/dashboard/needs', (route) => route.fulfill({ json: [] }))
  await page.goto('/dashboard')
  await expect(page.getByText('Nothing needs you right now.')).toBeVisible()
  await expect(page.getByText('No active campaigns')).toBeVisible()
  await expect(page.getByText('No recent activity')).toBeVisible()
  await expect(page.getByText('No broker interactions found')).toBeVisible()
})

// Covers: dashboard-9, dashboard-13
test(
  'Active Campaigns shows the newest three with status, product and calls completed',
  { tag: '@deep' },
  async ({ page }, info) => {
    const names = ['One', 'Two', 'Three', 'Four'].map((word) => `${word} ${info.project.name}`)
    for (const name of names) await makeCampaign(page, { name })
    await page.goto('/dashboard')
    const active = panel(page, 'Active Campaigns')
    await expect(active.getByRole('listitem')).toHaveCount(3)
    await expect(active.getByText(names[0] ?? '')).toHaveCount(0)
    const newest = active.getByRole('listitem').first()
    await expect(newest).toContainText(names[3] ?? '')
    await expect(newest).toContainText('Active')
    await expect(newest).toContainText('Harbour Variable')
    await expect(newest).toContainText('0/0 calls completed')
    await expect(newest).toContainText('Press Call to begin.')
    await newest.getByRole('button', { name: `Call ${names[3]}`, exact: true }).click()
    await expect(page.getByRole('dialog', { name: 'Start calls' })).toBeVisible()
  },
)

// Covers: dashboard-10
test('Recent Broker Activity shows five entries with relative times and the exact time on focus', {
  tag: '@deep',
}, async ({ page }) => {
  const now = Date.now()
  const minute = 60_000
  const ages = [10_000, 5 * minute, 3 * 60 * minute, 50 * 60 * minute, 72 * 60 * minute, 90 * 60 * minute]
  const types = ['call_completed', 'meeting_booked', 'microsite_visited', 'opted_out', 'other', 'other']
  await page.route('**/api/activities?*', (route) =>
    route.fulfill({
      json: ages.map((age, index) => ({
        id: 100 - index,
        type: types[index],
        description: `Happening ${index + 1}`,
        createdAt: new Date(now - age).toISOString(),
        broker: { id: 1, name: `Broker ${index + 1}` },
        ...{ phoneNumber: null, callId: null, test: false },
      })),
    }),
  )
  await page.goto('/dashboard')
  const entries = panel(page, 'Recent Broker Activity').getByRole('listitem')
  await expect(entries).toHaveCount(5)
  const times = ['Just now', '5 minutes ago', '3 hours ago', '2 days ago', '3 days ago']
  for (const [index, time] of times.entries()) {
    await expect(entries.nth(index)).toContainText(time)
    await expect(entries.nth(index)).toContainText(`Happening ${index + 1}`)
    await expect(entries.nth(index)).toContainText(`Broker ${index + 1}`)
  }
})

// Covers: call-details-3
test(
  'A recording plays, is moved by keyboard, changes speed and is saved under its name',
  { tag: '@deep' },
  async ({ page }, info) => {
    test.setTimeout(120_000)
    const { id } = await makeCampaign(page, { name: `Player ${info.project.name}` })
    const callId = await endedTestCall(page, id, 1)
    const { duration } = await readCall(page, callId)
    await page.goto(`/dashboard?call=${callId}`)
    const call = details(page)
    await expect(call.getByText('Recording Available')).toBeVisible()
    const position = call.getByRole('slider', { name: 'Position in the recording' })
    await position.focus()
    await position.press('ArrowRight')
    await expect(position).toHaveAttribute('aria-valuetext', /^0:05 of/)
    await call.getByLabel('Playback speed').selectOption('2×')
    await position.press('Space')
    await expect(call.getByRole('button', { name: 'Pause' })).toBeVisible()
    await expect.poll(async () => Number(await position.inputValue()), { timeout: 20_000 }).toBeGreaterThan(6)
    await call.getByRole('button', { name: 'Pause' }).click()
    await expect(call.getByRole('button', { name: 'Play' })).toBeVisible()
    await expect(call.getByRole('listitem').and(call.locator('[aria-current]'))).toHaveCount(1)
    const length = await page.evaluate(() => document.querySelector('audio')?.duration ?? 0)
    expect(Math.abs(length - (duration ?? 0))).toBeLessThanOrEqual(1)
    await call.getByRole('list', { name: 'Transcript' }).getByRole('button').first().click()
    await expect.poll(async () => Number(await position.inputValue())).toBeLessThan(3)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      call.getByRole('button', { name: 'Download recording' }).click(),
    ])
    expect(download.suggestedFilename()).toBe(`call-recording-${callId}.mp3`)
  },
)

// Covers: call-details-5
test(
  'A recording that cannot be played is tried again, then says so and starts over',
  { tag: '@deep' },
  async ({ page, allowError }, info) => {
    test.setTimeout(120_000)
    allowError(/503/)
    const { id } = await makeCampaign(page, { name: `Broken ${info.project.name}` })
    const callId = await endedTestCall(page, id, 2)
    let asked = 0
    await page.route('**/api/calls/*/recording', (route) => {
      asked += 1
      return route.fulfill({ status: 503, json: {} })
    })
    await page.goto(`/dashboard?call=${callId}`)
    await details(page).getByRole('button', { name: 'Play' }).click()
    await expect(details(page).getByRole('alert')).toHaveText(
      'Unable to play recording. The audio file may not be available yet or there may be a network issue.',
    )
    expect(asked).toBe(2)
    await expect(details(page).getByRole('button', { name: 'Play' })).toBeVisible()
  },
)

// Covers: call-details-4, call-details-5
test('Each state of a recording has its words', { tag: '@deep' }, async ({ page }, info) => {
  test.setTimeout(120_000)
  const { id } = await makeCampaign(page, { name: `States ${info.project.name}` })
  const callId = await endedTestCall(page, id, 0)
  const stored = (await (await page.request.get(`/api/calls/${callId}`)).json()) as object // the contract's type
  await page.goto(`/dashboard?call=${callId}`)
  await expect(details(page).getByText('No recording available for this call')).toBeVisible()
  await expect(details(page).getByText('Recording Unavailable')).toBeVisible()
  await expect(details(page).getByText('No response recorded')).toBeVisible()
  await page.route(`**/api/calls/${callId}`, (route) =>
    route.fulfill({ json: { ...stored, recordingStatus: 'recording', recordingUrl: null } }),
  )
  await page.reload()
  await expect(
    details(page).getByText(
      'Recording is being processed. It will be available shortly after the call ends.',
    ),
  ).toBeVisible()
  await expect(details(page).getByText('Recording in Progress...')).toBeVisible()
  await page.route(`**/api/calls/${callId}`, (route) =>
    route.fulfill({
      json: { ...stored, recordingStatus: 'completed', recordingUrl: `/api/calls/${callId}/recording` },
    }),
  )
  let ready = 0.4
  await page.route('**/waveform', (route) => route.fulfill({ json: { agent: [0.5], caller: [0], ready } }))
  await page.reload()
  const progress = details(page).getByRole('progressbar', { name: 'Preparing the recording' })
  await expect(progress).toHaveAttribute('aria-valuetext', '40%')
  ready = 1
  await expect(progress).toBeHidden()
})

// Covers: roles-audit-6
test(
  'A viewer reads a call without its recording, and the reason is said',
  { tag: '@deep' },
  async ({ page, signIn }, info) => {
    test.setTimeout(120_000)
    const { id } = await makeCampaign(page, { name: `Unplayed ${info.project.name}` })
    const callId = await endedTestCall(page, id, 1)
    await signIn(page, 'viewer')
    await page.goto(`/dashboard?call=${callId}`)
    await expect(
      details(page).getByText(/Only admins, lenders and compliance staff may do this/),
    ).toBeVisible()
    await expect(details(page).getByRole('button', { name: 'Play' })).toHaveCount(0)
    await page.goto('/dashboard')
    await expect(page.getByRole('button', { name: 'New Campaign' })).toHaveAccessibleDescription(
      'Only admins and lenders may do this.',
    )
  },
)

// Covers: call-details-2
test('An address with an unknown call says so', { tag: '@deep' }, async ({ page, allowError }) => {
  allowError(/404/)
  await page.goto('/dashboard?call=2147483000')
  await expect(details(page).getByText('Call not found')).toBeVisible()
  await page.goto('/dashboard?call=nonsense')
  await expect(details(page).getByText('Call not found')).toBeVisible()
})

// Covers: test-calls-1
test('A test call takes local and international numbers, says that it calls and opens the live call', async ({
  page,
}, info) => {
  await makeCampaign(page, { name: `Test ${info.project.name}` })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: `Test Call for Test ${info.project.name}` }).click()
  const dialog = page.getByRole('dialog', { name: 'Test AI Voice Call' })
  await expect(
    dialog.getByText(/International \(\+61 .*\) or local \(04.*\) format is accepted/),
  ).toBeVisible()
  const number = dialog.getByLabel('Phone number')
  const start = dialog.getByRole('button', { name: 'Start Test Call' })
  await start.click()
  await expect(dialog.getByText('Phone number is required')).toBeVisible()
  await number.fill('not a number')
  await start.click()
  await expect(dialog.getByText('Enter a valid phone number')).toBeVisible()
  await number.fill('0491 570 156')
  await start.click()
  await expect(page.getByText('Test Call Initiated', { exact: true })).toBeVisible()
  await expect(
    page.getByText('Calling the dialed number with the AI script for the campaign', { exact: true }),
  ).toBeVisible()
  await dialog.getByRole('button', { name: 'Test another number' }).click()
  await number.fill(numberEndingIn(5))
  await start.click()
  await dialog.getByRole('button', { name: 'Open call details' }).click()
  await expect(details(page).getByText('Test call', { exact: true })).toBeVisible()
  await expect(details(page).getByText('Completed')).toBeVisible({ timeout: 30_000 })
})

// Covers: test-calls-2
test(
  'A test call that is refused says why in the words of the server',
  { tag: '@deep' },
  async ({ page, allowError }, info) => {
    allowError(/422/)
    await makeCampaign(page, { name: `Refused ${info.project.name}` })
    await page.goto('/dashboard')
    await page.getByRole('button', { name: 'Test Call' }).first().click()
    await page.getByLabel('Phone number').fill('0412 345 678')
    await page.getByRole('button', { name: 'Start Test Call' }).click()
    await expect(page.getByText('Test Call Failed', { exact: true })).toBeVisible()
    await expect(page.getByText(/^The simulator calls only fictitious numbers/).first()).toBeVisible()
  },
)

// Covers: test-calls-2
test(
  'A test call that fails without a message of its own has the specified text',
  { tag: '@deep' },
  async ({ page, allowError }, info) => {
    allowError(/500/)
    const { name } = await makeCampaign(page, { name: `Fallback ${info.project.name}` })
    await page.route('**/api/calls/test', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/dashboard')
    await page.getByRole('button', { name: `Test Call for ${name}` }).click()
    await page.getByLabel('Phone number').fill('0491 570 156')
    await page.getByRole('button', { name: 'Start Test Call' }).click()
    await expect(page.getByText('Test Call Failed', { exact: true })).toBeVisible()
    await expect(
      page
        .getByText('Failed to initiate test call. Please check your phone number and try again.', {
          exact: true,
        })
        .first(),
    ).toBeVisible()
  },
)

// Covers: dashboard-1
test(
  'An interaction without a broker has the number of a test call or reads N/A, and a dash without a response',
  { tag: '@deep' },
  async ({ page }, info) => {
    test.setTimeout(120_000)
    const { id } = await makeCampaign(page, { name: `No broker ${info.project.name}` })
    const callId = await endedTestCall(page, id, 0)
    const stored = (await (await page.request.get(`/api/calls/${callId}`)).json()) as Call
    const erased = { ...stored, id: callId + 1, test: false }
    await page.route('**/api/calls?*', (route) =>
      route.fulfill({ json: [stored, erased], headers: { 'X-Total-Count': '2' } }),
    )
    await page.goto('/dashboard')
    const rows = panel(page, 'Broker Interactions')
    await expect(rows.getByText(`(02) 5550 ${stored.phoneNumber.slice(-4)}`, { exact: true })).toBeVisible()
    await expect(rows.getByText('N/A', { exact: true })).toBeVisible()
    await expect(rows.getByText('No Answer').last()).toBeVisible()
    await expect(rows.getByText(/^[-–—]$/).first()).toBeVisible()
    await expect(rows.getByText('Less than an hour ago').first()).toBeVisible()
  },
)

// Covers: call-details-6
test('A call in flight is ended after asking', { tag: '@deep' }, async ({ page }, info) => {
  const { id } = await makeCampaign(page, { name: `Ended ${info.project.name}` })
  const answer = await page.request.post('/api/calls/test', {
    data: { phoneNumber: numberEndingIn(5), campaignId: id },
  })
  const { callId } = (await answer.json()) as { callId: number } // the contract's type
  const stored = (await (await page.request.get(`/api/calls/${callId}`)).json()) as object // as above
  let ended = false
  await page.route(`**/api/calls/${callId}`, (route) =>
    route.fulfill({
      json: ended
        ? { ...stored, status: 'failed', outcome: 'cancelled' }
        : { ...stored, status: 'ringing', outcome: null, callEndTime: null },
    }),
  )
  await page.route(`**/api/calls/${callId}/end`, (route) => {
    ended = true
    return route.fulfill({ json: stored })
  })
  await page.goto(`/dashboard?call=${callId}`)
  await details(page).getByRole('button', { name: 'End call' }).click()
  await page
    .getByRole('alertdialog', { name: 'End this call now?' })
    .getByRole('button', { name: 'End call' })
    .click()
  await expect(details(page).getByText('Ended before it was answered')).toBeVisible()
  await expect(details(page).getByRole('button', { name: 'End call' })).toHaveCount(0)
})

// Covers: console-toasts-12
test(
  'The dashboard and Call Details pass axe, light and dark, and fit the width',
  { tag: '@deep' },
  async ({ page }, info) => {
    test.setTimeout(120_000)
    const { id } = await makeCampaign(page, { name: `Axe dashboard ${info.project.name}` })
    const callId = await endedTestCall(page, id, 1)
    await page.goto('/dashboard')
    await expect(panel(page, 'Recent Broker Activity')).toBeVisible()
    await expectAccessible(page, 'dashboard', { colours: true })
    await page.goto(`/dashboard?call=${callId}`)
    await expect(details(page).getByRole('heading', { name: 'Transcript' })).toBeVisible()
    await expectAccessible(page, 'Call Details', { colours: true })
  },
)
