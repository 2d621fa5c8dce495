import type { Locator, Page } from '@playwright/test'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { expect, test } from './fixtures.ts'

/** The words of a figure on screen, once it is loaded. */
async function shown(place: Locator): Promise<string> {
  await expect(place).toHaveText(/\d/)
  return (await place.innerText()).trim()
}

const card = (page: Page, group: string, label: string): Locator =>
  page
    .getByLabel(group, { exact: true })
    .locator('> div', { has: page.locator('dt', { hasText: label }) })
    .locator('dd')
    .first()

const read = async (page: Page, group: string, label: string): Promise<string> =>
  shown(card(page, group, label))

/** '1,283' of '1,283 interactions' or '100 of 1,283 interactions', below a list. */
async function countBelow(page: Page, noun: string): Promise<string> {
  const text = page.getByText(new RegExp(`^([\\d,]+ of )?[\\d,]+ ${noun}$`))
  await text.first().scrollIntoViewIfNeeded()
  return /([\d,]+) \D+$/.exec(await shown(text.first()))?.[1] ?? ''
}

/** Flagged brokers of the list, without suspended ones. */
async function countFlagged(page: Page): Promise<string> {
  const answer = await page.request.get('/api/surveillance/flagged-brokers?status=flagged&limit=1')
  return Number(answer.headers()['x-total-count']).toLocaleString('en-AU')
}

/** The cells of a row, by the heading of their column. */
async function row(page: Page, table: string, name: string): Promise<Record<string, string>> {
  const place = page.getByRole('table', { name: table })
  const cells = place.getByRole('row', { name }).first()
  await expect(cells).toBeVisible()
  const [heads, values] = await Promise.all([
    place.getByRole('columnheader').allInnerTexts(),
    cells.getByRole('cell').allInnerTexts(),
  ])
  return Object.fromEntries(heads.map((head, at) => [head.trim(), values[at]?.trim() ?? '']))
}

// Covers: analytics-figures-30, campaigns-list-12
test('A figure that several screens show is the same on all of them', { tag: '@desk-first' }, async ({
  page,
  signIn,
}) => {
  await signIn(page, 'admin')
  // calls of other tests may still end: the screens agree once nothing changes any more
  await expect(async () => {
    await page.goto('/dashboard')
    const calls = await read(page, 'Figures', 'Total Calls Made')
    const rate = await read(page, 'Figures', 'Response Rate')
    const meetings = await read(page, 'Figures', 'Meetings Booked')
    const accreditations = await read(page, 'Figures', 'Accreditations')
    expect(await countBelow(page, 'interactions')).toBe(calls)

    await page.goto('/analytics?period=365')
    const analytics = 'Figures of the period'
    expect(await read(page, analytics, 'Calls')).toBe(calls)
    expect(await read(page, analytics, 'Response rate')).toBe(rate)
    expect(await read(page, analytics, 'Meetings')).toBe(meetings)
    expect(await read(page, analytics, 'Accreditations')).toBe(accreditations)

    await page.goto('/settings')
    expect(await read(page, 'Platform stats', 'Calls')).toBe(calls)
    const brokers = await read(page, 'Platform stats', 'Brokers')
    await page.goto('/bookings?view=list&period=all&status=not_cancelled&test=false')
    expect(await countBelow(page, 'bookings')).toBe(meetings)
    await page.goto('/brokers/applications?status=all')
    expect(await countBelow(page, 'applications')).toBe(accreditations)

    await page.goto('/brokers')
    expect(await read(page, 'Broker figures', 'Total Brokers')).toBe(brokers)
    const accredited = await read(page, 'Broker figures', 'Accredited')
    await page.goto('/brokers?status=Verified')
    expect(await countBelow(page, 'brokers')).toBe(accredited)
    await page.goto('/surveillance')
    expect(await read(page, 'Surveillance figures', 'Total Brokers')).toBe(brokers)
    const flagged = await read(page, 'Surveillance figures', 'Flagged Brokers')
    expect(await countFlagged(page)).toBe(flagged)

    await page.goto('/tasks?state=open')
    const open = await countBelow(page, 'tasks')
    const counted = (await (await page.request.get('/api/tasks/count')).json()).open
    expect(Number(counted).toLocaleString('en-AU')).toBe(open)
  }).toPass({ timeout: 60_000 })
})

// Covers: analytics-figures-30, campaigns-list-12
// a phone shows the campaigns as a list
test('A campaign has the same figures in the table, on its page and in Analytics', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  await signIn(page, 'admin')
  const campaigns = (await (await page.request.get('/api/campaigns')).json()) as Campaign[] // the contract's type
  const [campaign] = campaigns.toSorted((one, other) => other.totalCalls - one.totalCalls)
  if (!campaign) throw new Error('the demo world has no campaign')
  const { id, name } = campaign
  await expect(async () => {
    await page.goto('/campaigns?view=table')
    const inTable = await row(page, 'Campaigns', name)
    const meetings = inTable.Meetings?.split(' of ')[0]
    await page.goto(`/campaigns/${id}`)
    expect(await read(page, 'Progress', 'Response rate')).toBe(inTable['Response rate'])
    expect(await read(page, 'Progress', 'Meetings')).toBe(meetings)
    await page.goto(`/analytics?period=365&campaignId=${id}`)
    expect(await read(page, 'Figures of the period', 'Response rate')).toBe(inTable['Response rate'])
    expect(await read(page, 'Figures of the period', 'Meetings')).toBe(meetings)
  }).toPass({ timeout: 60_000 })
})
