import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { cachedPaths } from './cached-paths.ts'
import { expect, test } from './fixtures.ts'
import { chooseTime, freeDay } from './public-booking.ts'

test.use({ serviceWorkers: 'allow', ownContext: true })

/** Waits until the service worker can answer without a network. */
async function expectReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null)
  expect(await cachedPaths(page)).toEqual(expect.arrayContaining(['/offline', '/offline.js']))
}

/** Also fails requests of the service worker. `setOffline` ends in it with the first page that the worker answers. */
const disconnect = (page: Page) =>
  page.context().route('**/*', (route) => route.abort('internetdisconnected'))

const offlinePage = (page: Page) => page.getByRole('heading', { name: 'No connection' })

// Covers: public-pages-mails-10
test('A booking page that is reloaded offline shows the lender’s offline page, and returns with what was typed', {
  tag: '@phone',
}, async ({ page, allowError }) => {
  allowError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
  page.on('dialog', (dialog) => void dialog.accept())
  await page.goto('/booking')
  const { date, slots } = await freeDay(page)
  if (!slots[0]) throw new Error('The day has no time.')
  await chooseTime(page, { date, slot: slots[0] })
  await page.getByLabel('Your name').fill('Petra Example')
  await expectReady(page)

  await disconnect(page)
  await page.reload()
  await expect(offlinePage(page)).toBeVisible()
  await expect(page).toHaveURL(/\/booking\b/)
  await expect(page.getByRole('banner')).toContainText('Lumen')
  await expectAccessible(page, 'the offline page')
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(offlinePage(page)).toBeVisible()

  await page.context().unroute('**/*')
  await expect(page.getByLabel('Your name')).toHaveValue('Petra Example')
  // no page of the console was fetched for a visitor, and no data was cached
  const paths = await cachedPaths(page)
  expect(paths.filter((path) => !/^\/(offline(\.js)?|icon\.svg|assets\/[^/]+\.woff2)$/.test(path))).toEqual(
    [],
  )
})

/** A picture of 1 × 1. */
const LOGO = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

// Covers: public-pages-mails-10
test('The portal that is reloaded offline shows the offline page with the logo, and returns without a press', {
  tag: '@deep',
}, async ({ page, signIn, allowError }) => {
  allowError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
  await signIn(page, 'admin')
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: LOGO }
  expect((await page.request.post('/api/brand/logo', { multipart: { logo } })).status()).toBe(200)
  await page.goto('/broker-portal')
  await expectReady(page)
  expect((await page.request.delete('/api/brand/logo')).status()).toBe(200)

  await disconnect(page)
  await page.reload()
  await expect(offlinePage(page)).toBeVisible()
  const picture = page.getByRole('banner').getByRole('img', { name: 'Lumen Lending' })
  await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(1)

  await page.context().unroute('**/*')
  await expect(page.getByRole('heading', { name: 'Broker Portal' })).toBeVisible()
})

// Covers: public-pages-mails-10
test('After a public page and the console, each opens offline in its own way', { tag: '@deep' }, async ({
  page,
  signIn,
  allowError,
}) => {
  allowError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to fetch/)
  await signIn(page, 'lender')
  await page.goto('/booking')
  await expectReady(page)
  expect(await cachedPaths(page)).not.toContain('/dashboard')
  await page.goto('/dashboard')
  await expect.poll(() => cachedPaths(page)).toContain('/dashboard')

  await disconnect(page)
  for (const path of ['/accreditation', '/booking/manage/token', '/microsite/premium-home-loan', '/s/code']) {
    await page.goto(path)
    await expect(offlinePage(page), path).toBeVisible()
  }
  // begins like the path of a public page
  await page.goto('/bookings')
  await expect(page.getByText('Brokerline could not be opened.')).toBeVisible()
  await page.context().unroute('**/*')
  await expect(page.getByRole('heading', { name: 'Bookings', level: 1 })).toBeVisible()
})

// Covers: public-pages-mails-10
test('Without permission for a service worker, public pages and portal work as before', {
  tag: '@deep',
}, async ({ page }) => {
  await page.addInitScript(() => {
    navigator.serviceWorker.register = () => {
      document.documentElement.dataset.refused = 'true'
      return Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'))
    }
  })
  for (const path of ['/booking', '/accreditation', '/broker-portal']) {
    await page.goto(path)
    await expect(page.locator('html[data-refused]'), path).toBeAttached()
    await expect(page.locator('[inert]'), path).toHaveCount(0)
    await expect(page.getByRole('heading', { level: 1 }), path).toBeVisible()
  }
})
