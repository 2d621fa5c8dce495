import type { Page } from '@playwright/test'
import type { BdmCalendar } from '#contract/bookings/bdm-calendars.ts'
import type { Bdm } from '#contract/bookings/bdms.ts'
import type { AvailabilityDay, Booking } from '#contract/bookings/bookings.ts'
import { expectAccessible } from './accessible.ts'
import { makeBroker } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'
import { toastOf } from './toast.ts'

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const meetings = (page: Page) => page.getByRole('region', { name: 'Meetings' })

const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

const addressOf = (name: string): string => `${name.toLowerCase().replace(' ', '.')}@example.com`

let booked = 0

/** Books the last free time of the coming weeks, as a visitor does. */
async function book(page: Page, who: { name: string; brokerId?: number }): Promise<Booking> {
  booked += 1
  const free = await page.request.get(`/api/bookings/availability?from=${day(7)}&to=${day(50)}`)
  const days = (await free.json()) as AvailabilityDay[] // the contract's type
  const slot = days.flatMap(({ slots }) => slots).findLast(({ available }) => available)
  const answer = await page.request.post('/api/bookings', {
    data: {
      meetingType: 'product-discussion',
      scheduledDate: slot?.start,
      attendees: 2,
      agenda: 'Two files of mine',
      ...(who.brokerId
        ? { brokerId: who.brokerId }
        : { name: who.name, email: addressOf(who.name), phone: `0491 570 1${10 + booked}` }),
    },
  })
  expect(answer.status(), await answer.text()).toBe(201)
  const { id } = (await answer.json()) as { id: number } // as above
  return (await (await page.request.get(`/api/bookings/${id}`)).json()) as Booking // as above
}

const bookingOf = async (page: Page, id: number): Promise<Booking> =>
  (await page.request.get(`/api/bookings/${id}`)).json()

/** Sydney's day and time of an instant. */
function at(instant: string): { date: string; time: string } {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: 'Australia/Sydney',
    dateStyle: 'short',
    timeStyle: 'short',
  })
  const [date = '', time = ''] = format.format(new Date(instant)).split(' ')
  return { date, time }
}

/** The start time of a place in the week's grid. */
async function startOf(page: Page, place: string): Promise<string> {
  const [bdmId, day, time] = place.split(' ')
  const answer = await page.request.get(`/api/bookings/calendar?from=${day}&to=${day}&bdmId=${bdmId}`)
  const { bdms } = (await answer.json()) as { bdms: BdmCalendar[] } // the contract's type
  const slot = bdms[0]?.slots.find(({ start }) => at(start).time === time)
  if (!slot) throw new Error(`no slot at ${place}`)
  return slot.start
}

/** Row and column of a place in the week's grid. */
async function rowAndColumn(page: Page, place: string): Promise<{ row: number; column: number }> {
  return page.locator(`[data-place="${place}"]`).evaluate((cell) => {
    const rows = [...document.querySelectorAll('tr:has([data-place])')]
    const line = cell.closest('tr')
    return {
      row: line ? rows.indexOf(line) : -1,
      column: [...(line?.querySelectorAll('[data-place]') ?? [])].indexOf(cell),
    }
  })
}

const meetingText = ({ name, bdm }: Booking): string => `${name} · Product discussion with ${bdm.name}`

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'lender')
})

// Covers: staff-screens-microsites-8
test('A booking shows by itself, opens with everything about it, keeps a note, and is cancelled after asking', async ({
  page,
}) => {
  await page.goto('/bookings?view=list')
  await page.getByLabel('Search by name').fill('Nadia Noted')
  await expect(page.getByText('No bookings match these filters')).toBeVisible()
  const { id } = await book(page, { name: 'Nadia Noted' })
  await meetings(page).getByText('Nadia Noted').click()
  await expect(page).toHaveURL(new RegExp(`booking=${id}`))
  const panel = dialog(page, 'Meeting with Nadia Noted')
  for (const text of [
    'Product discussion',
    '2 people',
    'Two files of mine',
    'nadia.noted@example.com',
    'Staff',
  ]) {
    await expect(panel.getByText(text, { exact: true })).toBeVisible()
  }
  await expect(panel.getByText(/^Held and No-show can be marked from /)).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Held' })).toHaveCount(0)
  await panel.getByRole('textbox', { name: 'Note' }).fill('Asked for the LVR table')
  await panel.getByRole('button', { name: 'Save note' }).click()
  await expect(toastOf(page, 'Note saved')).toBeVisible()
  await page.reload()
  await expect(panel.getByRole('textbox', { name: 'Note' })).toHaveValue('Asked for the LVR table')

  await panel.getByRole('button', { name: 'Cancel meeting' }).click()
  const question = page.getByRole('alertdialog', { name: 'Cancel the meeting with Nadia Noted?' })
  await expect(question).toContainText('nadia.noted@example.com is notified')
  await question.getByRole('button', { name: 'Cancel meeting' }).click()
  await expect(toastOf(page, 'Meeting marked as cancelled')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'Cancel meeting' })).toHaveAccessibleDescription(
    'The meeting is already marked as cancelled.',
  )
})

// Covers: staff-screens-microsites-9
test('A meeting that is over is marked as held or no-show, and a wrong mark is corrected', {
  tag: '@deep',
}, async ({ page }) => {
  const past = await page.request.get(`/api/bookings?to=${day(-1)}&status=held`)
  const held = ((await past.json()) as Booking[]).find(({ callId }) => callId !== null) // the contract's type
  if (!held) throw new Error('the demo world has no meeting of a call that was held')
  await page.goto(`/bookings?period=past&status=held&booking=${held.id}`)
  const panel = dialog(page, `Meeting with ${held.name}`)
  await panel.getByRole('button', { name: 'No-show' }).click()
  await expect(toastOf(page, 'Meeting marked as no-show')).toBeVisible()
  await expect(panel.getByRole('button', { name: 'No-show' })).toHaveAttribute('aria-disabled', 'true')
  await panel.getByRole('button', { name: 'Held' }).click()
  await expect(toastOf(page, 'Meeting marked as held')).toBeVisible()
  await panel.getByRole('link', { name: `Call with ${held.name}` }).click()
  await expect(dialog(page, 'Call Details')).toBeVisible()
})

// Covers: staff-screens-microsites-8
test('Period, status, BDM and name filter the bookings on the server and live in the address', {
  tag: '@deep',
}, async ({ page }) => {
  const booking = await book(page, { name: 'Fiona Filtered' })
  await page.goto('/bookings')
  await page.getByRole('button', { name: 'List' }).click()
  await page.getByLabel('Status').selectOption('booked')
  await page.getByRole('combobox', { name: 'BDM' }).selectOption({ label: booking.bdm.name })
  await page.getByLabel('Search by name').fill('fiona')
  await expect(page).toHaveURL(new RegExp(`view=list&status=booked&bdm=${booking.bdm.id}&q=fiona`))
  await expect(meetings(page).getByText('1 booking', { exact: true })).toBeVisible()
  await page.getByLabel('Period').selectOption('today')
  await expect(page.getByText('No bookings match these filters')).toBeVisible()
  await page.getByLabel('Period').selectOption('own')
  await page.getByLabel('First day').fill(booking.scheduledDate.slice(0, 10))
  await expect(meetings(page).getByText('Fiona Filtered')).toBeVisible()
  await page.reload()
  await expect(meetings(page).getByText('Fiona Filtered')).toBeVisible()
})

/** The week that contains the meeting's day. */
const week = (page: Page, day: string, bdmId: number) => page.goto(`/bookings?week=${day}&bdm=${bdmId}`)
const cell = (page: Page, name: string | RegExp) => page.getByRole('gridcell', { name })

// Covers: bookings-28
test('A meeting is moved in the week by keys and by hand, with a line that says who is told, and moved back', async ({
  page,
  allowError,
}) => {
  allowError(/409/)
  const { id, bdm, scheduledDate } = await book(page, { name: 'Wanda Week' })
  const { date } = at(scheduledDate)
  await week(page, date, bdm.id)
  const grid = page.getByRole('grid', { name: 'Meetings of the week' })
  const mine = cell(page, /meeting with Wanda Week/)
  await expect(mine).toHaveCount(1)
  await mine.focus()
  const bar = page.getByRole('region', { name: 'Move the meeting with Wanda Week' })
  await page.keyboard.press('m')
  await expect(bar).toContainText('The meeting is here now.')
  await page.keyboard.press('Escape')
  await expect(bar).toHaveCount(0)
  await expect(mine).toBeFocused()
  expect((await bookingOf(page, id)).scheduledDate).toBe(scheduledDate)

  // the last free time of the day's week was taken: those before it are free
  const free = grid.getByRole('gridcell', { name: /: free$/ })
  const target = String(await free.last().getAttribute('data-place'))
  const [, day = '', time = ''] = target.split(' ')
  await page.keyboard.press('m')
  const from = await rowAndColumn(page, String(await mine.getAttribute('data-place')))
  const to = await rowAndColumn(page, target)
  for (const [key, steps] of [
    [to.row < from.row ? 'ArrowUp' : 'ArrowDown', Math.abs(to.row - from.row)],
    [to.column < from.column ? 'ArrowLeft' : 'ArrowRight', Math.abs(to.column - from.column)],
  ] as const) {
    for (let step = 0; step < steps; step += 1) await page.keyboard.press(key)
  }
  await expect(page.locator('td:focus')).toHaveAttribute('data-place', target)
  await expect(bar).toContainText(`Wanda Week and ${bdm.name} will be told by email.`)
  await page.keyboard.press('Enter')
  await expect(toastOf(page, `Meeting rescheduled to`)).toBeVisible()
  await expect(mine).toHaveAttribute('data-place', target)
  const moved = at((await bookingOf(page, id)).scheduledDate)
  expect([moved.date, moved.time]).toEqual([day, time])
  await toastOf(page, 'Meeting rescheduled to').getByRole('button', { name: 'Undo' }).click()
  await expect(toastOf(page, 'Meeting moved back to')).toBeVisible()
  expect((await bookingOf(page, id)).scheduledDate).toBe(scheduledDate)

  // onto a block: shows the reason; onto a free time: only after confirmation
  const chip = mine.getByRole('button', { name: 'Wanda Week' })
  await chip.dragTo(grid.getByRole('gridcell', { name: /: Team time$/ }).last())
  await expect(bar).toContainText('Team time.')
  await expect(bar.getByRole('button', { name: 'Move meeting' })).toHaveAccessibleDescription(/^Team time\./)
  await bar.getByRole('button', { name: 'Keep as it is' }).click()
  await chip.dragTo(free.last())
  const move = bar.getByRole('button', { name: 'Move meeting' })
  await expect(move).toBeFocused()
  expect((await bookingOf(page, id)).scheduledDate).toBe(scheduledDate)
  // somebody else is quicker
  const elsewhere = String(await free.first().getAttribute('data-place'))
  const first = await page.request.post(`/api/bookings/${id}/reschedule`, {
    data: { scheduledDate: await startOf(page, elsewhere), bdmId: bdm.id },
  })
  expect(first.status(), await first.text()).toBe(200)
  await move.click()
  await expect(bar.getByRole('alert')).toContainText('Somebody else has just moved this meeting to')
  await expect(mine).toHaveAttribute('data-place', elsewhere)
})

// Covers: bookings-29
test('Meetings that are over are answered one after the other by keys, and an answer is taken back', {
  tag: '@deep',
}, async ({ page }) => {
  const past = await page.request.get(`/api/bookings?to=${day(-1)}&status=held&test=false&limit=2`)
  const [one, two] = (await past.json()) as Booking[] // the contract's type
  if (!one || !two) throw new Error('the demo world has no two meetings that were held')
  for (const { id } of [one, two]) {
    await page.request.patch(`/api/bookings/${id}`, { data: { status: 'booked' } })
  }
  await page.goto('/bookings?week=tomorrow')
  const queue = page.getByRole('region', { name: 'Was it held?' })
  const row = (booking: Booking) => queue.getByRole('listitem').filter({ hasText: meetingText(booking) })
  await expect(row(one)).toBeVisible()
  await expect(row(two)).toBeVisible()
  // an address without a week shows this one
  await expect(page.getByRole('grid', { name: 'Meetings of the week' })).toBeVisible()
  await row(one).getByRole('button', { name: /^Held/ }).focus()
  await page.keyboard.press('n')
  await expect(row(one).getByRole('button', { name: /^Undo/ })).toBeVisible()
  expect((await bookingOf(page, one.id)).status).toBe('no_show')
  await row(one).getByRole('button', { name: /^Undo/ }).click()
  await expect(row(one).getByRole('button', { name: /^Held/ })).toBeVisible()
  expect((await bookingOf(page, one.id)).status).toBe('booked')
  for (const booking of [one, two]) {
    await row(booking).getByRole('button', { name: /^Held/ }).click()
    await expect(row(booking).getByRole('button', { name: /^Undo/ })).toBeVisible()
  }
  expect((await bookingOf(page, two.id)).status).toBe('held')
})

// Covers: staff-screens-microsites-14
test('A BDM is added with hours and blocks, and the week that is offered follows', async ({ page }) => {
  await page.goto('/bookings')
  await page.getByRole('tab', { name: 'BDMs' }).click()
  await page.getByRole('button', { name: 'Add BDM' }).click()
  const form = dialog(page, 'Add BDM')
  await form.getByRole('button', { name: 'Add BDM' }).click()
  await expect(form.getByText('Name is required')).toBeVisible()
  await form.getByLabel('Name').fill('Bettina Bdm')
  await form.getByLabel('Email').fill('bettina@example.com')
  await form.getByLabel('QLD').check()
  await form.getByRole('button', { name: 'Add hours on Friday' }).click()
  await form.getByLabel('Friday, 3, to').fill('08:00')
  await form.getByLabel('Friday, 3, to').blur()
  await expect(form.getByText('End time must be after start time')).toBeVisible()
  await form.getByLabel('Friday, 3, to').fill('20:00')
  await form.getByRole('button', { name: 'Add hours on Friday' }).click()
  await form.getByLabel('Friday, 4, from').fill('19:00')
  await form.getByRole('button', { name: 'Add BDM' }).click()
  await expect(form.getByText('Hours of one day must not overlap')).toBeVisible()
  await form.getByRole('button', { name: 'Remove Friday, 4' }).click()
  await form.getByRole('button', { name: 'Remove block 5' }).click()
  await form.getByRole('button', { name: 'Add BDM' }).click()
  await expect(toastOf(page, 'BDM added successfully')).toBeVisible()

  await page.getByText('Bettina Bdm').click()
  const panel = dialog(page, 'Bettina Bdm')
  await expect(panel.getByText(/6:00 pm – 8:00 pm$/)).toBeVisible()
  await expect(panel.getByText('Mon–Thu', { exact: true }).first()).toBeVisible()
  await expect(panel.getByText('QLD', { exact: true })).toBeVisible()
  await panel.getByRole('button', { name: 'Edit' }).click()
  const edit = dialog(page, 'Edit Bettina Bdm')
  await edit.getByLabel('Takes meetings').uncheck()
  await edit.getByRole('button', { name: 'Save Changes' }).click()
  await expect(toastOf(page, 'BDM updated successfully')).toBeVisible()
  await expect(panel.getByText('Not taking new meetings')).toBeVisible()
})

// Covers: staff-screens-microsites-16
test('Leave shows the meetings within it, and the calendar feed gets a new address', {
  tag: '@deep',
}, async ({ page }) => {
  const booking = await book(page, { name: 'Lena Leave' })
  const days = booking.scheduledDate.slice(0, 10)
  await page.goto(`/bookings?tab=bdms&manager=${booking.bdm.id}`)
  const panel = dialog(page, booking.bdm.name)
  await panel.getByRole('button', { name: 'Add leave' }).click()
  const form = dialog(page, /^Add leave/)
  await form.getByLabel('Last day').fill(day(60))
  await form.getByLabel('First day').fill(day(61))
  await form.getByLabel('Reason').fill('Long service leave')
  await form.getByRole('button', { name: 'Add leave' }).click()
  await expect(form.getByText('End must be after start')).toBeVisible()
  await form.getByLabel('First day').fill(days)
  await form.getByRole('button', { name: 'Add leave' }).click()
  const added = dialog(page, 'Leave added')
  await expect(added.getByRole('link', { name: /with Lena Leave$/ })).toBeVisible()
  await added.getByRole('button', { name: 'Done' }).click()
  const leave = panel.getByRole('list', { name: 'Leave' })
  await expect(leave).toContainText('Long service leave')
  await expect(leave.getByRole('link', { name: /with Lena Leave$/ })).toBeVisible()
  await leave.getByRole('button', { name: /^Remove leave/ }).click()
  await expect(panel.getByText('No leave.')).toBeVisible()

  const address = panel.getByLabel('Address')
  const former = await address.inputValue()
  const feed = await page.request.get(former)
  expect(feed.headers()['content-type']).toContain('text/calendar')
  expect(await feed.text()).toContain('Lena Leave')
  await panel.getByRole('button', { name: 'Renew' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Renew address' }).click()
  await expect(address).not.toHaveValue(former)
  expect((await page.request.get(former)).status()).toBe(404)
})

// Covers: staff-screens-microsites-17
test("A broker's page shows their meetings; a viewer reads bookings and sees who may change them", {
  tag: '@deep',
}, async ({ page, signIn }) => {
  const { id } = await makeBroker(page, { name: 'Mona Meeting', digit: 5 })
  const booking = await book(page, { name: 'Mona Meeting', brokerId: id })
  await signIn(page, 'viewer')
  await page.goto(`/brokers?broker=${id}`)
  const broker = dialog(page, 'Mona Meeting')
  await broker.getByText(`Product discussion with ${booking.bdm.name}`).waitFor()
  await broker.getByRole('region', { name: 'Meetings' }).getByRole('link').click()
  const panel = dialog(page, 'Meeting with Mona Meeting')
  for (const name of ['Cancel meeting', 'No-show', 'Held', 'Save note']) {
    await expect(panel.getByRole('button', { name })).toHaveAccessibleDescription(
      'Only admins and lenders may do this.',
    )
  }
  await expect(panel.getByRole('textbox', { name: 'Note' })).toHaveAttribute('readonly')
  const bdms = (await (await page.request.get('/api/bdms')).json()) as Bdm[] // the contract's type
  await page.goto(`/bookings?tab=bdms&manager=${bdms[0]?.id}`)
  await expect(dialog(page, String(bdms[0]?.name)).getByLabel('Address')).toHaveCount(0)
})

// Covers: staff-screens-microsites-23
test('The screens of bookings and BDMs are accessible and fit the width', { tag: '@deep' }, async ({
  page,
}) => {
  const { id, bdm, scheduledDate } = await book(page, { name: 'Axel Accessible' })
  // a short list: the check's duration grows with the content
  await page.goto('/bookings?period=all&q=Ax')
  await expect(meetings(page).getByText('Axel Accessible')).toBeVisible()
  await expectAccessible(page, 'bookings')
  await week(page, scheduledDate.slice(0, 10), bdm.id)
  await cell(page, /meeting with Axel Accessible/).waitFor()
  await expectAccessible(page, 'week')
  await page.goto(`/bookings?period=all&q=Ax&booking=${id}`)
  await expect(
    dialog(page, 'Meeting with Axel Accessible').getByRole('textbox', { name: 'Note' }),
  ).toBeVisible()
  await expectAccessible(page, 'booking')
  await page.goto(`/bookings?tab=bdms&manager=${bdm.id}`)
  const panel = dialog(page, bdm.name)
  await expect(panel.getByRole('heading', { name: 'Recurring blocks' })).toBeVisible()
  await expectAccessible(page, 'BDM')
  await panel.getByRole('button', { name: 'Edit' }).click()
  await expect(dialog(page, `Edit ${bdm.name}`).getByLabel('Monday, 1, from')).toBeVisible()
  await expectAccessible(page, 'Edit BDM')
})
