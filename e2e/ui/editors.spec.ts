import { expectAccessible } from './accessible.ts'
import { makeBroker, makeCampaign } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'

// Covers: create-edit-campaign-10
test('A campaign goes on as a page with what was typed in the dialog, is heard with a broker’s details, kept as a template, created and called', async ({
  page,
  signIn,
}) => {
  await signIn(page, 'lender')
  await makeBroker(page, { name: 'Editor Person', digit: 5 })
  await page.goto('/campaigns')
  await page.getByRole('button', { name: 'New Campaign' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create New Campaign' })
  await dialog.getByLabel('Campaign name').fill('Written as a page')
  await dialog
    .getByLabel('Call script')
    .fill('Hi {{firstName}}. {{product}} is at {{rate}}. Press 1 for the details.')
  await dialog.getByRole('button', { name: 'Open as a page' }).click()
  await expect(page).toHaveURL(/\/campaigns\/new/)
  await expect(page.getByLabel('Campaign name')).toHaveValue('Written as a page')

  const heard = page.getByRole('region', { name: 'What brokers hear' })
  await expect(heard.getByText(/no rate is set/)).toBeVisible()
  // an unfinished step shows the missing fields
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByText('Product name is required')).toBeVisible()
  await page.getByLabel('Product', { exact: false }).first().fill('Harbour Variable')
  await page.getByLabel('Rate', { exact: true }).fill('6.14')
  await expect(heard.getByText(/^Hi \S+\. Harbour Variable is at 6\.14%\. Press 1/)).toBeVisible()
  await expect(heard.getByText(/no rate is set/)).toBeHidden()
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  const spoken = page.waitForResponse((answer) => answer.url().endsWith('/spoken-preview'))
  await heard.getByRole('button', { name: 'Listen' }).click()
  expect((await spoken).headers()['content-type']).toBe('audio/mpeg')
  await heard.getByRole('button', { name: 'Stop' }).click()
  await expectAccessible(page, 'campaign page, script')

  await page.getByRole('button', { name: 'Save as template' }).click()
  const keep = page.getByRole('dialog', { name: 'Save as template' })
  await keep.getByLabel('Template name').fill('Kept from the page')
  await keep.getByRole('button', { name: 'Save template' }).click()
  await expect(page.getByText('Template “Kept from the page” saved', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: /Check and start/ }).click()
  const reach = page.getByRole('region', { name: 'Reach and cost' })
  await expect(reach.getByText('Can be called now')).toBeVisible()
  await expect(reach.getByText(/^Not known: the provider has not reported a price/)).toBeVisible()
  await page.getByRole('button', { name: 'Create and call…' }).click()
  const start = page.getByRole('dialog', { name: 'Start calls' })
  await expect(start.getByText('Can be called now')).toBeVisible()
  await start.getByRole('button', { name: 'Cancel' }).click()
  await expect(page).toHaveURL(/\/campaigns\/\d+$/)
  await expect(page.getByRole('heading', { name: 'Written as a page', level: 1 })).toBeVisible()

  await page.goto('/campaigns')
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('link', { name: 'Use Kept from the page' }).click()
  await expect(page.getByLabel('Product', { exact: false }).first()).toHaveValue('Harbour Variable')
  await expect(page.getByLabel('Campaign name')).toHaveValue('')
  await expect(page.getByLabel('Start from a template')).toHaveValue(/\d+/)
})

// Covers: staff-screens-microsites-4
test('A microsite is written beside the page that it becomes, filled from its campaign, on a phone and a desk', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  await signIn(page, 'lender')
  const { id } = await makeCampaign(page, { name: 'Beside its page', product: 'Bayside Fixed' })
  await page.goto(`/microsites/new?campaign=${id}`)
  await expect(page.getByLabel('Microsite name')).toHaveValue('Bayside Fixed')
  await expect(page.getByLabel('URL slug')).toHaveValue('bayside-fixed')
  const shown = page.frameLocator('iframe')
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('Bayside Fixed')
  await expect(shown.getByText('6.14% p.a. variable for your clients.')).toBeVisible()
  await page.getByLabel('Description', { exact: true }).fill('Fixed for five years.')
  await page.getByRole('button', { name: 'Hero', exact: true }).click()
  await page.getByLabel('Hero title').fill('Five years, one rate')
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('Five years, one rate')
  await page.getByRole('button', { name: 'Phone', exact: true }).click()
  await expect(shown.getByRole('navigation', { name: 'Next steps' })).toBeVisible()
  // a link of the preview leads nowhere
  await shown.getByRole('link', { name: 'Start Accreditation' }).first().click()
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('Five years, one rate')
  await page.getByRole('button', { name: 'Call to action' }).click()
  await page.getByLabel('Button URL').fill('nowhere')
  await page.getByRole('button', { name: 'Offer', exact: true }).click()
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  // the section with the error opens
  await expect(page.getByText('Valid URL is required')).toBeVisible()
  await page.getByLabel('Button URL').fill('https://lender.example.com/meet')
  await expectAccessible(page, 'microsite page')
  await page.getByRole('button', { name: 'Create Microsite' }).click()
  await expect(page).toHaveURL(/\/microsites$/)
  const card = page.getByRole('article').filter({ has: page.getByRole('heading', { name: 'Bayside Fixed' }) })
  await card.getByRole('button', { name: 'More for Bayside Fixed' }).click()
  await page.getByRole('menuitem', { name: 'Edit with preview' }).click()
  await page.getByRole('button', { name: 'Hero', exact: true }).click()
  await page.getByLabel('Hero title').fill('Changed beside its page')
  await expect(shown.getByRole('heading', { level: 1 })).toHaveText('Changed beside its page')
  await page.getByRole('button', { name: 'Save Changes' }).click()
  await expect(page).toHaveURL(/\/microsites$/)
  expect((await page.request.get('/microsite/bayside-fixed')).ok()).toBe(true)
  expect(await (await page.request.get('/microsite/bayside-fixed')).text()).toContain(
    'Changed beside its page',
  )
})

// Covers: settings-15
test('An invalid logo and an invalid colour are refused at their fields, and a lender reads them only', {
  tag: '@deep',
}, async ({ page, signIn, allowError }) => {
  allowError(/400/)
  await signIn(page, 'admin')
  await page.goto('/settings?tab=system')
  const brand = page.getByRole('region', { name: 'Brand', exact: true })
  const file = brand.getByLabel('Logo', { exact: true })
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: svg })
  await expect(brand.getByText('An SVG file can carry scripts.', { exact: false })).toBeVisible()
  await file.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(20_000_000) })
  await expect(brand.getByText('File size must be less than 1MB')).toBeVisible()
  const colour = brand.getByRole('textbox', { name: 'Brand colour', exact: true })
  await colour.fill('red;}')
  await brand.getByRole('button', { name: 'Save colour' }).click()
  await expect(brand.getByText(/^Enter a colour as #/)).toBeVisible()
  await colour.fill('#ffd400')
  // yellow is no colour for text on white
  await expect(
    brand.getByText(/^On white, #ffd400 is too light to read: links use #\w{6} instead/),
  ).toBeVisible()
  await expectAccessible(page, 'brand', { within: 'section[aria-label="Brand"]' })
  await colour.fill('')
  await signIn(page, 'lender')
  await page.goto('/settings?tab=system')
  await expect(brand.getByRole('button', { name: /Choose a logo|Replace logo/ })).toHaveAttribute(
    'aria-disabled',
    'true',
  )
  await expect(colour).toHaveAttribute('readonly', '')
})
