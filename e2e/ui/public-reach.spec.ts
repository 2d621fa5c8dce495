import type { Locator, Page } from '@playwright/test'
import type { OutboxMessage } from '#contract/messages/messages.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { freeDay } from './public-booking.ts'

/** Presses Tab until `target` has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the keys do not reach ${target}`)
}

async function type(page: Page, label: string, text: string): Promise<void> {
  await tabTo(page, page.getByLabel(label))
  await page.keyboard.type(text)
}

// Covers: public-pages-mails-11
test('Every page behind a link of SMS and mail passes at 360 px', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await signIn(page, 'admin')
  await page.goto('/booking')
  const { slots } = await freeDay(page)
  const visitor = { name: 'Noor Reach', email: 'noor.reach@example.com', phone: '0491 570 158' }
  const meeting = { meetingType: 'product-discussion', attendees: 1, scheduledDate: slots[0]?.start }
  const booked = await page.request.post('/api/bookings', { data: { ...visitor, ...meeting } })
  expect(booked.status(), await booked.text()).toBe(201)
  const answer = await page.request.get('/api/messages?limit=1000')
  const bodies = ((await answer.json()) as OutboxMessage[]).map(({ body }) => body)
  for (const path of ['/s/', '/booking/manage/', '/accreditation/resume/', '/accreditation/status/']) {
    const links = bodies.flatMap((body) => new RegExp(`https?://[^\\s/]+(${path}\\S+)`).exec(body)?.[1] ?? [])
    const [link = ''] = links
    expect(link, `a link to ${path}`).not.toBe('')
    const opened = await page.goto(link)
    expect(opened?.status(), link).toBe(200)
    await expect(page.locator('main')).not.toHaveAttribute('inert')
    await expectAccessible(page, path)
  }
})

// Covers: public-pages-mails-11
test('A meeting is booked with the keys alone', { tag: '@deep' }, async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/booking')
  await expect(page.locator('main')).not.toHaveAttribute('inert')
  await tabTo(page, page.getByRole('button', { name: 'Next month' }))
  await page.keyboard.press('Enter')
  const day = page.getByRole('grid').locator('button:enabled[tabindex="0"]')
  await tabTo(page, day)
  // the month has loaded when its weekends are marked as having no times
  await expect(page.getByRole('grid').locator('button[aria-disabled="true"]').first()).toBeAttached()
  // two weeks on from the first of a month there are times on one of three days in a row
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key)
  const times = page.getByRole('group', { name: /^Times on/ }).getByRole('button', { disabled: false })
  for (let days = 0; days < 3 && !(await times.first().isVisible()); days++) {
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('Enter')
  }
  await tabTo(page, times.first())
  await page.keyboard.press('Space')
  await type(page, 'Your name', 'Noor Keys')
  await type(page, 'Email address', 'noor.keys@example.com')
  await type(page, 'Phone number', '0491 570 156')
  await tabTo(page, page.getByRole('button', { name: 'Confirm Booking' }))
  await page.keyboard.press('Enter')
  await expect(page.getByText('Meeting Booked Successfully!').first()).toBeVisible()
})

// Covers: public-pages-mails-11
test('An application is handed in with the keys alone', { tag: '@deep' }, async ({ page }) => {
  // well before the key: Playwright does not wait until the browser hands it the file choosers
  page.on('filechooser', () => undefined)
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/accreditation')
  await expect(page.locator('main')).not.toHaveAttribute('inert')
  await type(page, 'First name', 'Noor')
  await type(page, 'Last name', 'Keys')
  await type(page, 'Email', 'noor.keys@example.com')
  await type(page, 'Phone', '0491 570 157')
  await type(page, 'Company', 'Keys Finance')
  await type(page, 'ASIC number', '512346')
  await tabTo(page, page.getByLabel('Membership'))
  await page.keyboard.type('MFAA')
  await tabTo(page, page.getByLabel('Professional indemnity insurance'))
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser', { timeout: 20_000 }),
    page.keyboard.press('Enter'),
  ])
  const whole =
    '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Size 2/Root 1 0 R>>\nstartxref\n9\n%%EOF\n'
  await chooser.setFiles({
    name: 'indemnity.pdf',
    mimeType: 'application/pdf',
    buffer: Buffer.from(whole),
  })
  await tabTo(page, page.getByRole('checkbox', { name: /I agree to the/ }))
  await page.keyboard.press('Space')
  await tabTo(page, page.getByRole('button', { name: 'Submit Application' }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Application received' })).toBeVisible()
})
