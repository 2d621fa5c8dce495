import type { Booking } from '#contract/bookings/bookings.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import {
  chooseDay,
  chooseTime,
  dayButton,
  fillVisitor,
  freeDay,
  linkIn,
  nameOf,
  offeredDays,
  slotButton,
  todayOf,
  visitorPhone,
} from './public-booking.ts'

const TITLE = 'Book a Meeting with BDM'

// Covers: booking-screen-1, booking-screen-2
test('The month calendar has six weeks of seven days, its first day with times chosen, and goes by keys', async ({
  page,
}) => {
  await page.goto('/booking')
  const today = await todayOf(page)
  const grid = page.getByRole('grid')
  await expect(page.getByRole('heading', { name: TITLE, level: 1 })).toBeVisible()
  await expect(grid.getByRole('row')).toHaveCount(7)
  await expect(grid.getByRole('gridcell')).toHaveCount(42)
  await expect(grid.getByRole('columnheader')).toHaveText(['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'])
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveCount(1)
  const opening = (await offeredDays(page)).find(({ slots }) => slots.some(({ available }) => available))
  const opens = opening?.date ?? today
  await expect(grid.getByRole('gridcell', { selected: true, name: nameOf(opens) })).toBeVisible()
  await expect(page.getByRole('heading', { name: nameOf(opens) })).toBeVisible()
  const selectable = await grid
    .locator('button:enabled')
    .evaluateAll((days) => days.map((day) => day.getAttribute('data-day') ?? ''))
  const isThisMonth = opens.slice(0, 7) === today.slice(0, 7)
  if (isThisMonth) expect(selectable[0]).toBe(today)
  expect(selectable.every((day) => day >= today && day.startsWith(opens.slice(0, 7)))).toBe(true)
  if (isThisMonth) await expect(page.getByRole('button', { name: 'Previous month' })).toBeDisabled()

  // the next month, so that the keys have room on every day of a month
  await page.getByRole('button', { name: 'Next month' }).click()
  const first = `${(await grid.locator('button:enabled').first().getAttribute('data-day')) ?? ''}`
  await expect(grid.locator('button:enabled').last()).toHaveAttribute('tabindex', '-1')
  await dayButton(page, first).focus()
  const after = (days: number): string =>
    nameOf(new Date(Date.parse(first) + days * 86_400_000).toISOString().slice(0, 10))
  const focused = page.locator('button[data-day]:focus')
  for (const [key, days] of [
    ['ArrowRight', 1],
    ['ArrowDown', 8],
    ['ArrowLeft', 7],
    ['ArrowUp', 0],
  ] as const) {
    await page.keyboard.press(key)
    await expect(focused, key).toHaveAccessibleName(after(days))
  }
  await page.keyboard.press('End')
  await expect(focused).toHaveAccessibleName(/^Sunday /)
  // a Sunday has no times, shows this, and keeps the focus
  await expect(focused).toHaveAttribute('aria-disabled', 'true')
  await expect(focused).toHaveAccessibleDescription('No times left on this day')
  await page.keyboard.press('Enter')
  await expect(
    page.getByRole('status').filter({ hasText: /^Sunday .*No times left on this day/ }),
  ).toBeVisible()
  await expect(grid.getByRole('gridcell', { selected: true })).toHaveCount(0)
  await page.keyboard.press('Home')
  await page.keyboard.press('PageDown')
  await page.keyboard.press('PageUp')
  const { date } = (await offeredDays(page)).find(
    ({ date, slots }) => date >= first && slots.some(({ available }) => available),
  ) ?? { date: first }
  // the keys may have led to the month before
  const day = dayButton(page, date)
  if (!(await day.isEnabled())) await page.getByRole('button', { name: 'Next month' }).click()
  await expect(day).toBeEnabled()
  await day.focus()
  await page.keyboard.press('Enter')
  const chosen = grid.getByRole('gridcell', { selected: true })
  await expect(chosen.getByRole('button')).toBeFocused()
  await expect(chosen.getByRole('button')).toHaveAccessibleName(nameOf(date))

  // the first free times need no calendar
  const free = opening?.slots.find(({ available }) => available)
  const next = page.getByRole('region', { name: 'Next free times' }).getByRole('button').first()
  await expect(next).toHaveAccessibleName(new RegExp(`, ${free?.label}$`))
  await next.click()
  const summary = page.getByRole('region', { name: 'Meeting summary' })
  await expect(summary).toContainText(nameOf(opens))
  await expect(summary).toContainText(new RegExp(`${free?.label} to`))
})

// Covers: booking-screen-3, booking-screen-4, booking-screen-5
test(
  'A visitor books a meeting, on a narrow screen too',
  { tag: '@desk-first' },
  async ({ page, signIn }, info) => {
    await page.goto('/booking')
    const { date, slots } = await freeDay(page)
    const [slot, other] = slots
    if (!slot || !other) throw new Error('two free times')
    const confirm = page.getByRole('button', { name: 'Confirm Booking' })
    const summary = page.getByRole('region', { name: 'Meeting summary' })
    await chooseDay(page, date)
    const times = page.getByRole('group', { name: `Times on ${nameOf(date)}` })
    await expect(times.getByRole('button')).toHaveText([
      /^9:00 AM/,
      /^10:00 AM/,
      /^11:00 AM/,
      /^2:00 PM/,
      /^3:00 PM Unavailable$/,
      /^4:00 PM/,
    ])
    await expect(times.getByRole('button', { name: '3:00 PM' })).toBeDisabled()
    await expect(summary).toHaveCount(0)
    await expect(confirm).toBeDisabled()
    await slotButton(page, slot).click()
    await expect(summary).toContainText(nameOf(date))
    await expect(summary).toContainText(new RegExp(`${slot.label} to \\d+:00 [AP]M AE[DS]T`))
    await expect(summary).toContainText('60 minutes')
    await expect(summary).toContainText('Video call (link will be sent)')
    await expect(page.getByLabel('Meeting type')).toHaveValue('product-discussion')
    await expect(page.getByLabel('Number of attendees')).toHaveValue('1')
    await confirm.click()
    await expect(page.getByLabel('Your name')).toBeFocused()
    for (const text of ['Name is required', 'Valid email is required', 'Phone number is required']) {
      await expect(page.getByText(text)).toBeVisible()
    }
    await expectAccessible(page, 'booking with a time and messages')
    const email = await fillVisitor(page, `Ann Ng ${info.project.name}`)
    await expect(page.getByText('Name is required')).toHaveCount(0)
    await page.getByLabel('Number of attendees').selectOption('4+ people')
    await page.getByLabel('Agenda').fill('Rates for self-employed clients')
    let release = (): void => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/bookings', async (route) => {
      await held
      await route.continue()
    })
    await confirm.click()
    await expect(page.getByRole('button', { name: 'Confirming...' })).toBeDisabled()
    release()
    await expect(page.getByText('Meeting Booked Successfully!')).toBeVisible()
    await expect(
      page.getByText('You will receive a confirmation email with the meeting details.'),
    ).toBeVisible()
    await expect(page.getByText('Your meeting is booked')).toBeInViewport()
    // the form is gone; the remaining steps are below
    await expect(page.getByLabel('Your name')).toBeHidden()
    await expect(confirm).toBeHidden()
    await expect(summary).toHaveCount(0)
    await expectAccessible(page, 'a meeting that is booked')
    const own = page.getByRole('region', { name: 'Add to calendar' })
    const download = page.waitForEvent('download')
    await own.getByRole('link', { name: 'Calendar file' }).click()
    expect((await download).suggestedFilename()).toBe('meeting.ics')
    for (const [name, host] of [
      ['Google', 'calendar.google.com'],
      ['Outlook', 'outlook.office.com'],
    ] as const) {
      await expect(own.getByRole('link', { name })).toHaveAttribute('href', new RegExp(`^https://${host}/`))
    }
    await expect(page.getByRole('link', { name: 'Change or cancel' })).toHaveAttribute(
      'href',
      /\/booking\/manage\/[\w.-]+$/,
    )
    await page.getByRole('button', { name: 'Book another meeting' }).click()
    await expect(confirm).toBeDisabled()
    await expect(page.getByLabel('Your name')).toHaveValue('')
    await expect(page.getByLabel('Agenda')).toHaveValue('')
    await expect(page.getByLabel('Number of attendees')).toHaveValue('1')
    await signIn(page, 'lender')
    const answer = await page.request.get('/api/bookings?limit=20')
    const booked = ((await answer.json()) as Booking[]).find((each) => each.email === email)
    expect(booked).toMatchObject({
      scheduledDate: slot.start,
      attendees: 4,
      agenda: 'Rates for self-employed clients',
      meetingType: 'product-discussion',
      broker: null,
    })
  },
)

// Covers: booking-screen-3, booking-screen-10
test('Back goes through the steps without losing anything, another date clears the time, and a day without times offers the next that has some', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/booking')
  const { date, slots } = await freeDay(page)
  const days = await offeredDays(page)
  const empty = days.find((day) => day.date > date && day.slots.every((slot) => !slot.available))
  if (!slots[0] || !empty) throw new Error('a free time and a day without')
  const confirm = page.getByRole('button', { name: 'Confirm Booking' })
  const step = page.getByRole('list', { name: 'Steps' }).locator('[aria-current="step"]')
  await chooseTime(page, { date, slot: slots[0] })
  await expect(step).toContainText('Details')
  await expect(page.getByRole('heading', { name: 'Meeting details' })).toBeFocused()
  await expect(confirm).toBeEnabled()
  await page.getByLabel('Your name').fill('Bea Back')
  await page.goBack()
  await expect(step).toContainText(/time/i)
  await expect(slotButton(page, slots[0])).toHaveAttribute('aria-pressed', 'true')
  await page.goForward()
  await expect(page.getByLabel('Your name')).toHaveValue('Bea Back')
  // a page that is loaded again finds the choice in the browser's history
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(step).toContainText('Details')
  await expect(page.getByRole('region', { name: 'Meeting summary' })).toContainText(nameOf(date))
  await page.getByRole('button', { name: 'Change time' }).click()
  await expect(step).toContainText(/time/i)

  const month = new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', month: 'long', year: 'numeric' })
  const title = page.getByRole('heading', { name: month.format(new Date(empty.date)), exact: true })
  if (!(await title.isVisible())) await page.getByRole('button', { name: 'Next month' }).click()
  // until the month's times are loaded, it is unclear whether the day has any
  await expect(dayButton(page, empty.date)).toBeDisabled()
  // visually and semantically disabled, it still shows the reason when it is pressed
  await dayButton(page, empty.date).press('Enter')
  const reason = page.getByRole('status').filter({ hasText: 'No times left on this day' })
  await expect(reason).toContainText(nameOf(empty.date))
  await reason.getByRole('button', { name: /^Next free day/ }).click()
  await expect(page.getByRole('group', { name: /^Times on / })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Meeting summary' })).toHaveCount(0)
  await expect(confirm).toBeDisabled()
  await chooseDay(page, date)
  await expect(slotButton(page, slots[0])).toHaveAttribute('aria-pressed', 'false')
})

// Covers: booking-screen-7
test('When somebody was quicker, fresh times come and what was typed stays', { tag: '@deep' }, async ({
  page,
  allowError,
}) => {
  allowError(/409/)
  await page.goto('/booking')
  const { date, slots } = await freeDay(page, 3)
  const [, slot, other] = slots
  if (!slot || !other) throw new Error('three free times')
  await chooseTime(page, { date, slot })
  await fillVisitor(page, 'Bo Tran')
  await page.getByLabel('Agenda').fill('Kept')
  let status = 201
  for (let visitor = 1; status === 201; visitor++) {
    const answer = await page.request.post('/api/bookings', {
      data: {
        meetingType: 'general-inquiry',
        scheduledDate: slot.start,
        attendees: 1,
        name: `Quick ${visitor}`,
        email: `quick${visitor}@example.com`,
        phone: visitorPhone(),
      },
    })
    status = answer.status()
  }
  expect(status).toBe(409)
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByText('Booking Failed')).toBeVisible()
  await expect(page.getByText('That time has just been taken', { exact: true })).toBeVisible()
  await expect(page.getByText('That time has just been taken. Choose another one.')).toBeVisible()
  await expect(slotButton(page, slot)).toBeDisabled()
  await expect(page.getByLabel('Agenda')).toHaveValue('Kept')
  await slotButton(page, other).click()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByText('Meeting Booked Successfully!')).toBeVisible()
})

// Covers: booking-screen-5, booking-screen-6, bookings-7
test("A broker's link asks for no name, and a lost answer books nothing twice", async ({
  page,
  signIn,
  allowError,
}) => {
  allowError(/ERR_FAILED/)
  await signIn(page, 'lender')
  const [broker] = (await (await page.request.get('/api/brokers?limit=1')).json()) as { id: number }[]
  await page.goto(`/booking?broker=${broker?.id}`)
  const { date, slots } = await freeDay(page)
  const slot = slots.at(-1)
  if (!slot) throw new Error('a free time')
  await chooseTime(page, { date, slot })
  await expect(page.getByText('You used a personal link')).toBeVisible()
  await expect(page.getByLabel('Your name')).toHaveCount(0)
  const keys: string[] = []
  await page.route('**/api/bookings', async (route) => {
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > 1) return route.continue()
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByText('Booking Failed')).toBeVisible()
  await page.getByRole('button', { name: 'Confirm Booking' }).click()
  await expect(page.getByText('Meeting Booked Successfully!')).toBeVisible()
  expect(keys[0]).not.toBe('')
  expect(keys[1]).toBe(keys[0])
  const answer = await page.request.get(`/api/bookings?brokerId=${broker?.id}&limit=100`)
  const same = ((await answer.json()) as Booking[]).filter((each) => each.scheduledDate === slot.start)
  expect(same).toHaveLength(1)
})

// Covers: booking-screen-9
test(
  'The link of the confirmation moves the meeting and cancels it after asking in a dialog',
  { tag: '@desk-first' },
  async ({ page, signIn }, info) => {
    await signIn(page, 'admin')
    await page.goto('/booking')
    const { date, slots } = await freeDay(page, 3)
    const [slot, , later] = slots
    if (!slot || !later) throw new Error('three free times')
    await chooseTime(page, { date, slot })
    const email = await fillVisitor(page, `Cara Diaz ${info.project.name}`)
    await page.getByRole('button', { name: 'Confirm Booking' }).click()
    await expect(page.getByText('Your meeting is booked')).toBeVisible()
    const link = await linkIn(page, email, '/booking/manage/')
    await page.goto(link)
    const facts = page.getByRole('main')
    await expect(page.getByRole('heading', { name: 'Your meeting', level: 1 })).toBeVisible()
    await expect(facts).toContainText(`${slot.label} to`)
    await page.getByRole('button', { name: 'Choose another time' }).click()
    await expect(page.getByRole('heading', { name: 'Choose another time' })).toBeFocused()
    await chooseTime(page, { date, slot: later })
    await expectAccessible(page, 'a meeting that is being moved')
    await page.getByRole('button', { name: 'Move meeting' }).click()
    await expect(page.locator(':focus')).toContainText(`Your meeting has moved to ${later.label} to`)
    await page.reload()
    await expect(facts).toContainText(`${later.label} to`)

    await page.getByRole('button', { name: 'Cancel meeting' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel this meeting?' })
    await expect(dialog.getByRole('button', { name: 'Keep meeting' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Cancel meeting' })).toBeFocused()
    await page.getByRole('button', { name: 'Cancel meeting' }).click()
    await dialog.getByRole('button', { name: 'Cancel meeting' }).click()
    await expect(page.getByRole('heading', { name: 'Meeting cancelled', level: 1 })).toBeVisible()
    await page.goto(link)
    await expect(page.getByText('This meeting was cancelled. Book a new one.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Cancel meeting' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Book another meeting' }).click()
    await expect(page.getByRole('heading', { name: TITLE })).toBeVisible()
  },
)

test.describe('with a clock of its own', () => {
  test.use({ ownContext: true })

  // Covers: booking-screen-11
  test('A notification leaves after five seconds or a swipe of 50 pixels, and F8 reaches it', {
    tag: '@deep',
  }, async ({ page, allowError }) => {
    allowError(/500/)
    const start = Date.parse('2026-01-01T00:00:00Z')
    await page.clock.install({ time: start })
    await page.route('**/api/bookings', (route) =>
      route.fulfill({
        status: 500,
        json: { code: 'internal', message: 'Internal error', requestId: 'r1' },
      }),
    )
    await page.goto('/booking')
    const { date, slots } = await freeDay(page)
    if (!slots[0]) throw new Error('a free time')
    await chooseTime(page, { date, slot: slots[0] })
    await fillVisitor(page, 'Dee Roy')
    const confirm = page.getByRole('button', { name: 'Confirm Booking' })
    const message = page.getByText('Failed to book meeting')
    await page.clock.pauseAt(start + 3_600_000)
    const swipe = async (by: number): Promise<void> => {
      const box = await message.boundingBox()
      if (!box) throw new Error('the notification is visible')
      await page.mouse.move(box.x + 5, box.y + 5)
      await page.mouse.down()
      await page.mouse.move(box.x + 5 + by, box.y + 5, { steps: 5 })
      await page.mouse.up()
    }
    await confirm.click()
    await expect(page.getByText('Booking Failed')).toBeVisible()
    await page.keyboard.press('F8')
    await expect(page.getByRole('region', { name: 'Notifications (F8)' })).toBeFocused()
    await page.clock.runFor(4900)
    await expect(message).toBeVisible()
    await page.clock.runFor(200)
    await expect(message).toHaveCount(0)
    await confirm.click()
    await swipe(45)
    await expect(message).toBeVisible()
    await swipe(60)
    await expect(message).toHaveCount(0)
  })
})

test.describe('in Perth', () => {
  test.use({ timezoneId: 'Australia/Perth' })

  // Covers: booking-screen-4
  test("the viewer's own time is first, and Sydney's after it", { tag: '@deep' }, async ({ page }) => {
    await page.goto('/booking')
    const { date, slots } = await freeDay(page)
    const slot = slots.find(({ label }) => label === '10:00 AM') ?? slots[0]
    if (!slot) throw new Error('a free time')
    const own = new Intl.DateTimeFormat('en-US', { timeZone: 'Australia/Perth', timeStyle: 'short' })
    const start = own.format(new Date(slot.start)).replace(/\s/, ' ')
    await chooseDay(page, date)
    const button = page.getByRole('button', { name: `${start} ${slot.label} in Sydney`, exact: true })
    await expect(button).toHaveText(`${start} ${slot.label} in Sydney`)
    await button.click()
    const summary = page.getByRole('region', { name: 'Meeting summary' })
    await expect(summary).toContainText(
      new RegExp(`${start} to .* Perth time${slot.label} to .* AE[DS]T in Sydney`),
    )
  })
})

// Covers: console-toasts-19
test('A reload of the booking page keeps the day, the time and what was typed', { tag: '@deep' }, async ({
  page,
}) => {
  await page.goto('/booking')
  const { date, slots } = await freeDay(page, 2)
  const [, slot] = slots
  if (!slot) throw new Error('two free times')
  await chooseTime(page, { date, slot })
  await page.getByLabel('Your name').fill('Ada Quill')
  await page.getByLabel('Agenda').fill('First home buyers')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await expect(page.getByLabel('Your name')).toHaveValue('Ada Quill')
  await expect(page.getByLabel('Agenda')).toHaveValue('First home buyers')
  await expect(page.getByRole('heading', { name: 'Meeting details' })).toBeVisible()
  // a new visit is another person's; the same address again would be a reload
  page.once('dialog', (dialog) => void dialog.accept())
  await page.goto('about:blank')
  await page.goto('/booking')
  await chooseTime(page, { date, slot })
  await expect(page.getByLabel('Your name')).toHaveValue('')
})
