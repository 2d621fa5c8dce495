import { PROFESSIONALS_ONLY, type PublicMicrosite } from '#contract/microsites/microsites.ts'
import { signIn } from '#test/product/client.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

const SLUG = 'premium-home-loan'
const MICROSITE = `/microsite/${SLUG}`
const widths = [1280, 390, 360]

test.beforeAll(async ({ server }) => {
  const admin = await signIn(server.url)
  const { id, content } = await admin.get<PublicMicrosite>(`/api/microsites/${SLUG}`)
  // in the demo world it leads to where that was made
  const ctaButtonUrl = `${server.url}/booking`
  await admin.patch(`/api/microsites/${id}`, { content: { ...content, ctaButtonUrl } })
})

// Covers: public-pages-mails-1
test('A microsite is ready without JavaScript, on a desk and on small phones', async ({
  browser,
  server,
  watchErrors,
}) => {
  for (const width of widths) {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width, height: 800 },
      baseURL: server.url,
    })
    watchErrors(context)
    const page = await context.newPage()
    await page.goto(MICROSITE)
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport()
    await expect(page.getByText(/\d\.\d{2,3}% p\.a\. variable/)).toBeVisible()
    await expect(page.getByRole('region')).toHaveCount(5)
    await expect(
      page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3 }) }),
    ).toHaveCount(3)
    for (const name of ['Perfect for', 'Loan amounts']) {
      const list = page
        .locator('div')
        .filter({ has: page.getByRole('heading', { name, exact: true }) })
        .last()
      await expect(list.getByRole('listitem')).toHaveCount(4)
    }
    await expect(page.getByRole('contentinfo')).toContainText(PROFESSIONALS_ONLY)
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(sideways, `at ${width} px`).toBeLessThanOrEqual(0)
    await page.getByRole('link', { name: 'Start Accreditation' }).first().click()
    await expect(page).toHaveURL(`${server.url}/accreditation?site=${SLUG}`)
    await context.close()
  }
})

// Covers: public-pages-mails-11
test('Public pages are accessible', async ({ page, allowError }) => {
  await page.goto(MICROSITE)
  await expectAccessible(page, 'microsite')
  allowError(/404/)
  await page.goto('/microsite/there-is-none')
  await expect(page.getByRole('heading', { name: 'Microsite Not Found' })).toBeVisible()
  await expectAccessible(page, 'unknown microsite')
  for (const path of ['/booking', '/accreditation']) {
    await page.goto(path)
    // inert content would be skipped
    await expect(page.locator('main')).not.toHaveAttribute('inert')
    await expectAccessible(page, path)
  }
})

// Covers: public-pages-mails-11
test('A microsite is read and left with the keys alone', { tag: '@deep' }, async ({ page }) => {
  await page.goto(`${MICROSITE}?broker=1`)
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const heading = page.getByRole('region').nth(1).getByRole('heading', { level: 2 })
  const top = async () => (await heading.boundingBox())?.y
  expect(await top()).toBeGreaterThan(400)
  // the first thing in the page is the hero's button
  await expect(page.locator(':focus')).toHaveAttribute('href', '#features')
  await page.keyboard.press('Enter')
  await expect.poll(top).toBeLessThan(200)
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveAttribute('href', `/booking?broker=1&site=${SLUG}`)
  await page.keyboard.press('Tab')
  await expect(page.locator(':focus')).toHaveText('Start Accreditation')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/accreditation\?broker=1&site=/)
})

// Covers: public-pages-mails-11
test('What is focused can be seen, in both schemes', { tag: '@deep' }, async ({ page }) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.goto(MICROSITE)
    const links = await page.getByRole('link').all()
    expect(links.length).toBeGreaterThan(5)
    for (const link of links) {
      await page.keyboard.press('Tab')
      await expect(link).toBeFocused()
      const ring = await link.evaluate((element) => {
        const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element)
        return `${outlineStyle} ${outlineWidth} ${outlineColor}`
      })
      expect(ring).toMatch(/^(solid|auto) [1-9].* rgb\(/)
    }
  }
})

test('The description of the API is read without a script that is evaluated', { tag: '@deep' }, async ({
  page,
  allowError,
}) => {
  // a library of the page tries `eval`, is refused, and does without
  allowError(/forbidden by script-src: eval/)
  const answer = await page.goto('/api/docs')
  const policy = (await answer?.allHeaders())?.['content-security-policy']
  expect(/script-src ([^;]*)/.exec(policy ?? '')?.[1]).toMatch(/^'self' 'sha256-[\w+/=]+'$/)
  await expect(page.getByRole('heading', { name: 'Brokerline' }).first()).toBeVisible()
  await expect(page.getByText('/api/auth/user').first()).toBeVisible()
  await expect(page.getByRole('link', { name: /API client/i })).toHaveCount(0)
})

// Covers: console-toasts-33
test('Public pages are set in Inter from this server, and nothing moves when it arrives', {
  tag: '@deep',
}, async ({ page }) => {
  for (const path of ['/booking', '/accreditation']) {
    const font = page.waitForResponse(/\/inter-latin[^/]*\.woff2$/)
    await page.goto(path)
    expect((await font).status()).toBe(200)
    const found = await page.evaluate(async () => {
      await document.fonts.load('1rem "Inter Variable"')
      const shifts = await new Promise<number>((resolve) => {
        let sum = 0
        const observer = new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) sum += (entry as PerformanceEntry & { value: number }).value
        })
        observer.observe({ type: 'layout-shift', buffered: true })
        requestAnimationFrame(() => requestAnimationFrame(() => resolve(sum)))
      })
      const family = getComputedStyle(document.querySelector('h1') ?? document.body).fontFamily
      return { isLoaded: document.fonts.check('1rem "Inter Variable"'), family, shifts }
    })
    expect(found).toMatchObject({ isLoaded: true, shifts: 0 })
    expect(found.family).toMatch(/^"Inter Variable", "Inter Fallback"/)
  }
})
