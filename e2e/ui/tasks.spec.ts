import type { Page } from '@playwright/test'
import type { AvailabilityDay, Booking } from '#contract/bookings/bookings.ts'
import type { Task } from '#contract/tasks/tasks.ts'
import { expectAccessible } from './accessible.ts'
import { makeCampaign, ownAfternoon } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'
import { toastOf } from './toast.ts'

// slow enough for the BDMs to leave while somebody chooses
test.use({ serverEnv: { ...ownAfternoon('12:30'), SIM_SPEED: '20' } })

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'lender')
})

const panel = (page: Page, name: string) => page.getByRole('dialog', { name })
const waiting = (page: Page) => page.getByRole('region', { name: 'Waiting' })
const day = (offset: number): string => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

/** A test call to a new broker; the number's last digit decides the conversation. */
async function callBroker(page: Page, name: string, phone: string): Promise<number> {
  const email = `${name.toLowerCase().replaceAll(' ', '.')}@example.com`
  const added = await page.request.post('/api/brokers', { data: { name, phone, email, region: 'NSW' } })
  expect(added.status(), await added.text()).toBe(201)
  const { id } = (await added.json()) as { id: number } // the contract's type
  await makeCampaign(page, { name: `Calls ${name}` })
  const called = await page.request.post(`/api/brokers/${id}/test-call`)
  expect(called.status(), await called.text()).toBe(201)
  return id
}

// Covers: waits-for-person-8
test(
  'A broker asks for a person: the task is found, taken, rung back and done with the keyboard',
  {
    tag: '@desk-first',
  },
  async ({ page }, info) => {
    await page.goto('/tasks')
    const id = await callBroker(page, 'Petra Person', '(02) 5550 3005')
    await page.getByLabel('Search tasks').fill('Petra Person')
    const row = waiting(page).getByText('Petra Person').first()
    // it arrives without a reload
    await expect(row).toBeVisible({ timeout: 30_000 })
    // also on a phone, without opening it
    await expect(waiting(page).getByRole('button', { name: 'Call Petra Person' })).toBeVisible()
    // a phone counts them in its sheet More
    if (info.project.name !== 'phone')
      await expect(page.getByRole('link', { name: /^Tasks\s*\d+ open$/ }).first()).toBeVisible()
    await expectAccessible(page, 'the list of tasks')
    await page.getByRole('heading', { name: 'Tasks', level: 1 }).click()
    if (info.project.name === 'phone') await row.click()
    else {
      await page.keyboard.press('j')
      await page.keyboard.press('Enter')
    }
    const task = panel(page, 'Call back')
    await expect(task.getByText(/^Ring them back: /)).toBeVisible()
    await expect(task.getByRole('link', { name: 'Ring (02) 5550 3005' })).toHaveAttribute(
      'href',
      'tel:+61255503005',
    )
    await expectAccessible(page, 'a task')
    await task.getByRole('button', { name: 'Assign to me' }).click()
    await expect(toastOf(page, 'Assigned to')).toBeVisible()
    await expect(task.getByRole('button', { name: 'Test call' })).toHaveCount(0)
    await task.getByRole('textbox', { name: 'Note' }).fill('Spoke to her, sends two files')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(toastOf(page, 'Task done')).toBeVisible()
    await expect(task.getByRole('button', { name: 'Reopen' })).toBeVisible()
    await expect(task.getByText('Spoke to her, sends two files')).toBeVisible()
    await task.getByRole('button', { name: 'Close' }).press('Enter')
    await expect(waiting(page).getByText('No tasks match these filters')).toBeVisible()

    await page.goto(`/brokers/${id}`)
    await expect(page.getByRole('heading', { name: 'Petra Person' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Tasks' })).toHaveCount(0)
  },
)

// Covers: waits-for-person-2
test('Who wanted a meeting while none was free waits as a task, which ends by itself when staff book one', {
  tag: ['@desk-first', '@deep'],
}, async ({ page, signIn }) => {
  const answer = await page.request.get('/api/bdms')
  const bdms = ((await answer.json()) as { id: number; active: boolean }[]).filter(({ active }) => active) // as above
  const setActive = async (active: boolean): Promise<void> => {
    const answers = bdms.map(({ id }) => page.request.patch(`/api/bdms/${id}`, { data: { active } }))
    for (const changed of await Promise.all(answers)) expect(changed.status()).toBe(200)
  }
  // calls offer meetings only if a time is free at the dial, so the time is removed during the call
  const id = await callBroker(page, 'Max Meeting', '(02) 5550 3992')
  try {
    await setActive(false)
    await page.goto(`/brokers/${id}`)
    await expect(page.getByRole('link', { name: 'Wants a meeting' })).toBeVisible({ timeout: 30_000 })
  } finally {
    await setActive(true)
  }
  await page.getByRole('link', { name: 'Wants a meeting' }).click()
  const task = panel(page, 'Wants a meeting')
  await expect(task.getByRole('link', { name: 'Book a meeting' })).toHaveAttribute(
    'href',
    `/booking?broker=${id}`,
  )
  const free = await page.request.get(`/api/bookings/availability?from=${day(7)}&to=${day(50)}`)
  const days = (await free.json()) as AvailabilityDay[] // as above
  const slot = days.flatMap(({ slots }) => slots).findLast(({ available }) => available)
  const booked = await page.request.post('/api/bookings', {
    data: {
      ...{ meetingType: 'product-discussion', scheduledDate: slot?.start, attendees: 1, brokerId: id },
    },
  })
  expect(booked.status(), await booked.text()).toBe(201)
  await expect(task.getByText('A meeting was booked.')).toBeVisible()
  const tasks = await page.request.get(`/api/tasks?state=all&brokerId=${id}`)
  expect((await tasks.json()) as Task[]).toMatchObject([{ kind: 'meeting_wanted', state: 'ended' }])
  const { id: bookingId } = (await booked.json()) as { id: number } // as above
  await page.goto(`/bookings?period=all&booking=${bookingId}`)
  const meeting = panel(page, 'Meeting with Max Meeting')
  await meeting.getByRole('button', { name: 'Reschedule' }).click()
  const dialog = panel(page, 'Reschedule the meeting with Max Meeting')
  await dialog.getByLabel('BDM').selectOption('Anyone who is free')
  // nothing moves without a choice
  await expect(dialog.getByLabel('Time')).toHaveValue('')
  await expect(dialog.getByRole('button', { name: 'Reschedule meeting' })).toBeDisabled()
  await dialog.getByLabel('Day').selectOption({ index: 1 })
  await dialog.getByLabel('Time').selectOption({ index: 1 })
  await expect(dialog.getByRole('button', { name: 'Reschedule meeting' })).toBeEnabled()
  await expectAccessible(page, 'rescheduling a meeting')
  const time = await dialog.getByLabel('Time').inputValue()
  await dialog.getByRole('button', { name: 'Reschedule meeting' }).click()
  await expect(toastOf(page, 'Meeting rescheduled to')).toBeVisible()
  await expect(dialog).toBeHidden()
  const moved = (await (await page.request.get(`/api/bookings/${bookingId}`)).json()) as Booking // as above
  expect(Date.parse(moved.scheduledDate)).toBe(Date.parse(time))
  // the visitor is notified of it
  await signIn(page, 'admin')
  const mails = await page.request.get('/api/messages?channel=email&q=max.meeting')
  expect(JSON.stringify(await mails.json())).toContain('Meeting moved to ')
})

// Covers: waits-for-person-10, waits-for-person-11
test('A lender prepares a call, logs it by hand, and shares the rest of the tasks', { tag: '@deep' }, async ({
  page,
}) => {
  const id = await callBroker(page, 'Hana Handled', '(03) 5550 3005')
  await page.goto('/tasks?q=Hana')
  const row = waiting(page).getByRole('row', { name: /Hana Handled/ })
  await expect(row).toBeVisible({ timeout: 30_000 })
  await expect(waiting(page).getByRole('rowheader', { name: /^Call back · 1/ })).toBeVisible()
  await row.getByRole('button', { name: /^Claim/ }).click()
  await expect(toastOf(page, 'Assigned to you')).toBeVisible()
  await row.getByRole('button', { name: /^Call / }).click()
  await expect(page.getByRole('heading', { name: 'Hana Handled', level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Call (03) 5550 3005' })).toHaveAttribute(
    'href',
    'tel:+61355503005',
  )
  await expect(page.getByRole('region', { name: 'Offer and script' })).toContainText('Hello')
  await expect(page.getByRole('list', { name: 'Transcript' }).getByRole('listitem').first()).toBeVisible()
  await expect(page.getByRole('region', { name: 'Broker' })).toContainText('Time there')
  await expectAccessible(page, 'preparing a call')
  await page.getByLabel('How did it end?').selectOption('Left a message')
  await page.getByLabel('Note').fill('Rings back today')
  await page.getByLabel('Next step').selectOption('Call again in 2 hours')
  await page.getByRole('button', { name: 'Log the call' }).click()
  await expect(toastOf(page, 'Call logged. Again')).toBeVisible()
  await page.goto(`/brokers/${id}`)
  await expect(page.getByText(/Called by .+ Left a message: Rings back today/).first()).toBeVisible()
  await page.getByRole('button', { name: 'Add a note' }).click()
  await panel(page, 'Add a note').getByLabel('Note').fill('Prefers mornings')
  await panel(page, 'Add a note').getByRole('button', { name: 'Add note' }).click()
  await expect(page.getByText(/Note by .+: Prefers mornings/).first()).toBeVisible()

  await page.goto('/tasks')
  await waiting(page).getByRole('checkbox').nth(1).check()
  await page.getByRole('button', { name: 'Assign', exact: true }).click()
  await page.getByRole('menuitem').nth(1).click()
  await expect(toastOf(page, '1 task reassigned')).toBeVisible()
  await page.getByRole('tab', { name: 'Team' }).click()
  const load = page.getByRole('region', { name: 'Open tasks by person' })
  await expect(load.getByRole('row', { name: /Unassigned/ })).toBeVisible()
  await expectAccessible(page, 'tasks by person')
})
