import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import QRCode from 'qrcode'
import { expectAccessible } from './accessible.ts'
import { makeBroker, makeCampaign } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'
import { toastOf } from './toast.ts'

const card = (page: Page, title: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name: title, exact: true }) })
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

const CHROME =
  'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** Creates a microsite through the API, with a campaign of its own. */
async function makeMicrosite(page: Page, title: string): Promise<{ id: number; slug: string }> {
  const campaign = await makeCampaign(page, { name: `Campaign of ${title}` })
  const slug = title.toLowerCase().replaceAll(/[^a-z]+/g, '-')
  const answer = await page.request.post('/api/microsites', {
    data: {
      name: title,
      slug,
      campaignId: campaign.id,
      heroTitle: 'A rate worth a call',
      heroSubtitle: 'For well-documented clients',
      productName: 'Harbour Variable',
      description: 'A variable rate home loan.',
      ctaButtonUrl: 'https://lender.example.com/meet',
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id } = (await answer.json()) as { id: number } // the contract's type
  return { id, slug }
}

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'lender')
})

// Covers: staff-screens-microsites-1, staff-screens-microsites-2
test('A microsite is created: the slug follows the name until it is written by hand, and the texts have defaults', async ({
  page,
  baseURL,
}) => {
  const campaign = await makeCampaign(page, { name: 'Slug campaign', product: 'Slug product' })
  await page.goto('/microsites')
  await expect(page.getByRole('heading', { level: 1, name: 'Product Microsites' })).toBeVisible()
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  const form = dialog(page, 'Create Microsite')
  await form.getByRole('button', { name: 'Create Microsite' }).click()
  for (const text of [
    'Microsite name is required',
    'URL slug is required',
    'Campaign selection is required',
    'Hero title is required',
    'Hero subtitle is required',
    'Product name is required',
    'Description is required',
  ]) {
    await expect(form.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(form.getByLabel('Microsite name')).toBeFocused()
  await expect(form.getByLabel('Loan amount 1')).toHaveValue('Minimum loan $150,000')
  await expect(form.getByLabel('Button URL')).toHaveValue(`${baseURL}/booking`)

  await form.getByLabel('Microsite name').fill('Harbour & Bay:  First -- Home!')
  await expect(form.getByLabel('URL slug')).toHaveValue('harbour-bay-first-home')
  await form.getByLabel('URL slug').fill('Harbour Bay')
  await form.getByLabel('Campaign').selectOption(String(campaign.id))
  await expect(form.getByText('Slug must contain only lowercase letters, numbers, and hyphens')).toBeVisible()
  await expect(form.getByLabel('Product name')).toHaveValue('Slug product')
  await form.getByLabel('URL slug').fill('harbour-bay')
  await form.getByLabel('Microsite name').fill('Harbour Bay Offer')
  await expect(form.getByLabel('URL slug')).toHaveValue('harbour-bay')
  await form.getByLabel('Hero title').fill('Home by the harbour')
  await form.getByLabel('Hero subtitle').fill('For first home buyers')
  await form.getByLabel('Description', { exact: true }).fill('A home loan.')
  await form.getByLabel('Button URL').fill('javascript:alert(1)')
  await form.getByRole('button', { name: 'Create Microsite' }).click()
  await expect(form.getByText('Valid URL is required')).toBeVisible()
  await form.getByLabel('Button URL').fill('https://lender.example.com/meet')
  await form.getByRole('button', { name: 'Create Microsite' }).click()
  await expect(toastOf(page, 'Microsite created successfully')).toBeVisible()

  const made = card(page, 'Harbour Bay Offer')
  await expect(made).toContainText('Slug campaign')
  await expect(made).toContainText('Active')
  await expect(made).toContainText('/microsite/harbour-bay')
  await expect(made.getByRole('link', { name: 'Visits of Harbour Bay Offer: 0' })).toBeVisible()
  // looking at the page oneself counts no visit
  for (const [name, query] of [
    ['Preview', '?preview'],
    ['Visit', ''],
  ]) {
    const link = made.getByRole('link', { name: `${name} Harbour Bay Offer` })
    await expect(link).toHaveAttribute('href', `/microsite/harbour-bay${query}`)
    await expect(link).toHaveAttribute('target', '_blank')
  }
  const opened = page.context().waitForEvent('page')
  await made.getByRole('link', { name: 'Visit Harbour Bay Offer' }).click()
  await expect((await opened).getByRole('heading', { name: 'Home by the harbour' })).toBeVisible()
})

// Covers: staff-screens-microsites-3
test('A microsite is edited, switched off and on again, and deleted after asking', { tag: '@deep' }, async ({
  page,
  allowError,
}) => {
  allowError(/409/)
  const { slug } = await makeMicrosite(page, 'Edited offer')
  const other = await makeMicrosite(page, 'Other offer')
  await page.goto('/microsites?q=offer')
  await page.getByRole('button', { name: 'Edit Edited offer' }).click()
  const form = dialog(page, 'Edit Microsite')
  await form.getByLabel('Microsite name').fill('Renamed offer')
  await expect(form.getByLabel('URL slug')).toHaveValue(slug)
  await form.getByLabel('Hero title').fill('A better rate')
  await form.getByLabel('URL slug').fill(other.slug)
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(form.getByLabel('URL slug')).toHaveAttribute('aria-invalid', 'true')
  await expect(form.getByLabel('URL slug')).toBeFocused()
  await form.getByLabel('URL slug').fill(slug)
  await form.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page, 'Microsite updated successfully')).toBeVisible()
  expect(await (await page.request.get(`/microsite/${slug}`)).text()).toContain('A better rate')

  const more = page.getByRole('button', { name: 'More for Renamed offer' })
  await more.click()
  await page.getByRole('menuitem', { name: 'Switch off' }).click()
  const edited = card(page, 'Renamed offer')
  await expect(edited).toContainText('Inactive')
  await expect(edited.getByRole('button', { name: 'Visit Renamed offer' })).toHaveAccessibleDescription(
    "Switched off: the address shows 'Microsite Not Found'.",
  )
  expect((await page.request.get(`/microsite/${slug}`)).status()).toBe(404)
  await more.click()
  await page.getByRole('menuitem', { name: 'Switch on' }).click()
  await expect(edited.getByText('Active', { exact: true })).toBeVisible()

  await more.click()
  await page.getByRole('menuitem', { name: 'Delete microsite' }).click()
  const question = page.getByRole('alertdialog', { name: 'Delete Renamed offer?' })
  await expect(question).toContainText('bookings and applications stay')
  await question.getByRole('button', { name: 'Delete microsite' }).click()
  await expect(toastOf(page, 'Microsite deleted successfully')).toBeVisible()
  await expect(edited).toHaveCount(0)
})

// Covers: staff-screens-microsites-6
test('The link builder tags the address, names a broker, and hands out the link and its QR code', {
  tag: '@deep',
}, async ({ page, context, baseURL }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { slug } = await makeMicrosite(page, 'Linked offer')
  const broker = await makeBroker(page, { name: 'Lina Linkwood', digit: 5 })
  await page.goto('/microsites?q=linked')
  await page.getByRole('button', { name: 'Link and QR code of Linked offer' }).click()
  const builder = dialog(page, 'Link and QR code')
  await builder.getByLabel('Source', { exact: true }).fill('newsletter')
  await builder.getByLabel('Content', { exact: true }).fill('a & b')
  const search = builder.getByRole('combobox', { name: 'Broker' })
  await search.fill('Linkwood')
  await expect(builder.getByRole('option', { name: /Lina Linkwood/ })).toBeVisible()
  await search.press('Enter')
  await expect(builder.getByLabel('Broker', { exact: true })).toHaveValue(
    'Lina Linkwood, Lina Linkwood Finance',
  )
  const { key } = await (await page.request.get(`/api/brokers/${broker.id}/link-key`)).json()
  const url = `${baseURL}/microsite/${slug}?broker=${broker.id}&key=${key}&utm_source=newsletter&utm_content=a+%26+b`
  await expect(builder.getByLabel('Link', { exact: true })).toHaveValue(url)
  await builder.getByRole('button', { name: 'Copy Link' }).click()
  await expect(builder.getByText('Link copied')).toBeAttached()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)

  await expect(builder.getByRole('img', { name: `QR code that opens ${url}` })).toBeVisible()
  const svg = page.waitForEvent('download')
  await builder.getByRole('button', { name: 'SVG of the QR code' }).click()
  const drawn = await readFile(await (await svg).path(), 'utf8')
  expect(drawn).toBe(await QRCode.toString(url, { type: 'svg', errorCorrectionLevel: 'M', margin: 4 }))
  const png = page.waitForEvent('download')
  await builder.getByRole('button', { name: 'PNG of the QR code' }).click()
  expect((await png).suggestedFilename()).toBe(`${slug}-qr.png`)
  expect((await readFile(await (await png).path())).subarray(1, 4).toString()).toBe('PNG')

  await builder.getByRole('button', { name: 'Clear broker' }).click()
  await expect(builder.getByLabel('Link', { exact: true })).not.toHaveValue(/broker=/)
})

// Covers: staff-screens-microsites-7
test('Visits show at once, and by source, broker and day for the period', async ({
  page,
  playwright,
  baseURL,
}) => {
  const { id, slug } = await makeMicrosite(page, 'Visited offer')
  const broker = await makeBroker(page, { name: 'Vera Visitor', digit: 5 })
  await page.goto('/microsites?q=visited')
  const count = (visits: number) => page.getByRole('link', { name: `Visits of Visited offer: ${visits}` })
  await expect(count(0)).toBeVisible()
  const { key } = await (await page.request.get(`/api/brokers/${broker.id}/link-key`)).json()
  for (const [index, query] of [
    'utm_source=newsletter',
    `utm_source=newsletter&broker=${broker.id}&key=${key}`,
    'utm_source=linkedin',
  ].entries()) {
    // each a person of their own
    const visitor = await playwright.request.newContext({ baseURL, userAgent: `${CHROME} Visitor/${index}` })
    expect((await visitor.get(`/microsite/${slug}?${query}`)).status()).toBe(200)
    await visitor.dispose()
  }
  await expect(count(3)).toBeVisible()
  await count(3).click()
  await expect(page).toHaveURL(new RegExp(`/microsites/visits\\?microsite=${id}`))
  await expect(page.getByText('Visited offer, Sydney time')).toBeVisible()
  const rows = page.getByRole('table', { name: 'Visits by source' }).getByRole('row')
  await expect(rows.filter({ hasText: 'newsletter' })).toContainText('66.7%')
  await expect(rows.filter({ hasText: 'linkedin' })).toContainText('33.3%')

  const chart = page.getByRole('img', { name: 'Visits by day' })
  await chart.focus()
  await expect(page.getByText(/: 3 visits$/)).toBeVisible()
  await chart.press('ArrowLeft')
  await expect(page.getByText(/: 0 visits$/)).toBeVisible()
  await page.getByRole('button', { name: /^Show as a table/ }).click()
  await expect(page.getByRole('table').first().getByRole('row')).toHaveCount(31)

  await page.getByRole('tab', { name: 'Broker' }).click()
  await expect(page).toHaveURL(/by=broker/)
  const byBroker = page.getByRole('table', { name: 'Visits by broker' })
  await expect(byBroker.getByRole('link', { name: 'Vera Visitor' })).toBeVisible()
  await expect(byBroker.getByText("Without a broker's link")).toBeVisible()

  await page.getByLabel('Period', { exact: true }).selectOption('own')
  await page.getByLabel('First day').fill('2026-01-01')
  await page.getByLabel('Last day').fill('2026-01-31')
  await expect(page.getByText('No visits in this period')).toBeVisible()
  await page.getByLabel('Last day').fill('2025-12-31')
  await expect(page.getByText('The first day is after the last.')).toBeVisible()
})

// Covers: staff-screens-microsites-1
test('Without microsites the page says so; one that does not load offers another try; a viewer reads only', {
  tag: '@deep',
}, async ({ page, signIn, stopLive, allowError }) => {
  allowError(/500/)
  await stopLive(page)
  await page.route('**/api/microsites?**', (route) =>
    route.fulfill({ json: [], headers: { 'X-Total-Count': '0' } }),
  )
  await page.goto('/microsites')
  await expect(page.getByText('No microsites yet')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Create Microsite' })).toHaveCount(1)
  await page.unroute('**/api/microsites?**')
  await page.route('**/api/microsites?**', (route) => route.fulfill({ status: 500, json: {} }))
  await page.reload()
  await expect(page.getByText('The microsites could not be loaded.')).toBeVisible()
  await page.unroute('**/api/microsites?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('article').first()).toBeVisible()

  await signIn(page, 'viewer')
  await page.goto('/microsites')
  const create = page.getByRole('button', { name: 'Create Microsite' })
  await expect(create).toHaveAccessibleDescription('Only admins and lenders may do this.')
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toHaveAttribute('aria-disabled', 'true')
})

// Covers: staff-screens-microsites-23
test(
  'The microsite screens and their dialogs are accessible and fit the width',
  { tag: '@deep' },
  async ({ page }, info) => {
    const title = `Axe offer ${info.project.name}`
    await makeMicrosite(page, title)
    await page.goto('/microsites')
    await expect(card(page, title)).toBeVisible()
    await expectAccessible(page, 'microsites')
    await page.getByRole('button', { name: 'Create Microsite' }).click()
    const create = dialog(page, 'Create Microsite')
    await create.getByRole('button', { name: 'Create Microsite' }).click()
    await expect(create.getByText('Hero title is required')).toBeVisible()
    await expectAccessible(page, 'Create Microsite')
    await create.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('button', { name: `More for ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Link and QR code' }).click()
    const builder = dialog(page, 'Link and QR code')
    await builder.getByRole('combobox', { name: 'Broker' }).fill('a')
    await expect(builder.getByRole('option').first()).toBeVisible()
    await expectAccessible(page, 'link builder')
    await page.goto('/microsites/visits?by=broker')
    await expect(page.getByRole('img', { name: 'Visits by day' })).toBeVisible()
    await expectAccessible(page, 'visits')
  },
)
