import type { Booking } from '#contract/bookings/bookings.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { chooseTime, fillVisitor, freeDay, linkIn, mailsTo } from './public-booking.ts'

// with an unreachable mail server: mails stay in the outbox
test.use({ serverEnv: { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'no-reply@example.com' } })

// Covers: booking-screen-8
test(
  'A stranger confirms a meeting by a click on the page behind the link in the mail',
  { tag: '@phone' },
  async ({ page, signIn }, info) => {
    await page.goto('/booking')
    const { date, slots } = await freeDay(page)
    const [slot] = slots
    if (!slot) throw new Error('a free time')
    await chooseTime(page, { date, slot })
    await page.getByLabel('Your name').fill('www.spam.example')
    await page.getByRole('button', { name: 'Confirm Booking' }).click()
    await expect(page.getByText('Leave out web addresses. After a full stop comes a space.')).toBeVisible()
    const email = await fillVisitor(page, `Nia Vale ${info.project.name}`)
    await page.getByRole('button', { name: 'Confirm Booking' }).click()
    await expect(page.getByText('Meeting Booked Successfully!')).toBeVisible()
    const notice = page.locator(':focus')
    await expect(notice).toContainText('Your meeting is booked: now confirm it by email')
    await expect(notice).toContainText(`We have sent an email to ${email}.`)
    await expect(notice).toContainText('Confirm your meeting within 30 minutes')
    await expectAccessible(page, 'a booking that waits')

    await signIn(page, 'admin')
    const link = await linkIn(page, email, '/booking/manage/')
    await page.goto(`/bookings?period=all&status=unconfirmed&q=${email}`)
    const row = page.getByRole('region', { name: 'Meetings' })
    await expect(row.getByText('1 booking', { exact: true })).toBeVisible()
    await expect(row.getByText('Awaiting confirmation').last()).toBeVisible()
    await row.getByText(`Nia Vale ${info.project.name}`).click()
    const panel = page.getByRole('dialog')
    await expect(panel).toContainText('Holds the time until')
    await expect(panel.getByRole('button', { name: 'Confirm meeting' })).toBeEnabled()
    await expectAccessible(page, 'a booking that waits, for staff')

    await page.goto(link)
    await expect(page.getByRole('heading', { name: 'Confirm your meeting', level: 1 })).toBeVisible()
    await expect(page.getByText('This meeting is not booked yet')).toBeVisible()
    await expectAccessible(page, 'a meeting to confirm')
    const find = async (): Promise<Booking | undefined> =>
      ((await (await page.request.get(`/api/bookings?q=${email}`)).json()) as Booking[])[0]
    expect((await find())?.status).toBe('unconfirmed')
    await page.getByRole('button', { name: 'Confirm meeting' }).click()
    await expect(page.locator(':focus')).toContainText('Your meeting is booked')
    await expect(page.getByRole('button', { name: 'Choose another time' })).toBeVisible()
    expect((await find())?.status).toBe('booked')
    const sent = (await mailsTo(page, email)).map(({ subject }) => subject?.split(':')[0])
    expect(sent).toEqual(['Meeting booked', 'Confirm your meeting'])
  },
)
