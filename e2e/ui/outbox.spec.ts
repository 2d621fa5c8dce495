import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import ICAL from 'ical.js'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'
import { visitorPhone } from './public-booking.ts'
import { toastOf } from './toast.ts'

const DAY_MS = 86_400_000

interface Slot {
  start: string
  available: boolean
}

interface Mail {
  id: number
  to: string
  subject: string
}

/** Books a meeting as a visitor does. @returns the confirmation in the outbox */
async function bookMeeting(page: Page, name: string): Promise<Mail> {
  const day = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)
  const query = `from=${day(7)}&to=${day(21)}`
  const days: { slots: Slot[] }[] = await (
    await page.request.get(`/api/bookings/availability?${query}`)
  ).json()
  const slot = days.flatMap(({ slots }) => slots).find(({ available }) => available)
  if (!slot) throw new Error('no time is left in two weeks')
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}@example.com`
  const booked = await page.request.post('/api/bookings', {
    data: {
      ...{ name, email, phone: visitorPhone(), meetingType: 'product-discussion', attendees: 2 },
      ...{ scheduledDate: slot.start, agenda: 'Rates <script>alert(1)</script>' },
    },
  })
  expect(booked.status()).toBe(201)
  const mails: Mail[] = await (await page.request.get(`/api/messages?channel=email&q=${email}`)).json()
  const mail = mails.find(({ to }) => to === email)
  if (!mail) throw new Error('the visitor gets no confirmation')
  return mail
}

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'admin')
})

// Covers: messages-13
test(
  'The panel of a mail shows it in a frame without scripts, with text, invitation and what keeps it back',
  { tag: '@deep' },
  async ({ page, context, allowError }, info) => {
    // Chromium's error about this test's scripts in the frame
    allowError(/Blocked script execution in 'about:srcdoc'/)
    const name = `Wei Li ${info.project.name}`
    const mail = await bookMeeting(page, name)
    await page.goto('/settings?tab=services&part=messages&message=wei.li')
    await page.getByRole('region', { name: 'Outbox' }).getByRole('row').nth(1).click()
    await expect(page).toHaveURL(/outbox=\d+/)
    await page.goto(`/settings?tab=services&part=messages&outbox=${mail.id}`)
    const panel = page.getByRole('dialog', { name: mail.subject })
    await expect(panel).toContainText('Not sent')
    await expect(panel).toContainText('Email isn’t set up.')

    const frame = panel.getByTitle('The email as sent')
    await expect(frame).toHaveAttribute(
      'sandbox',
      'allow-same-origin allow-popups allow-popups-to-escape-sandbox',
    )
    const content = frame.contentFrame()
    await expect(content.getByRole('heading').first()).toBeVisible()
    await expect(content.locator('script')).toHaveCount(0)
    const opened = context.waitForEvent('page')
    await content
      .getByRole('link', { name: /meeting|change|cancel/i })
      .first()
      .click()
    const linked = await opened
    await linked.waitForLoadState()
    await expect(linked.getByRole('heading').first()).toBeVisible()
    await linked.close()

    await panel.getByRole('button', { name: 'Plain text' }).click()
    await expect(panel.getByText(name.split(' ')[0] ?? name).first()).toBeVisible()
    await expect(frame).toHaveCount(0)

    const download = page.waitForEvent('download')
    await panel.getByRole('button', { name: 'Download invite.ics' }).click()
    const file = await download
    expect(file.suggestedFilename()).toBe('invite.ics')
    const calendar = new ICAL.Component(ICAL.parse(await readFile(await file.path(), 'utf8')))
    expect(calendar.getFirstPropertyValue('method')).toBe('REQUEST')
    expect(calendar.getAllSubcomponents('vevent')).toHaveLength(1)

    await expect(panel.getByRole('button', { name: 'Send now' })).toHaveAttribute('aria-disabled', 'true')
    await expect(
      panel
        .getByText('Email isn’t set up. Your server administrator has to set SMTP_URL and MAIL_FROM.')
        .first(),
    ).toBeVisible()
    await expectAccessible(page, 'message')
    await page.keyboard.press('Escape')
    await expect(page).not.toHaveURL(/outbox=/)
  },
)

// Covers: messages-14
test(
  'Sending again needs a confirmation where the message may arrive twice, and reports the queueing',
  { tag: '@deep' },
  async ({ page }, info) => {
    const { id, subject } = await bookMeeting(page, `Ada Ng ${info.project.name}`)
    const real = await (await page.request.get(`/api/messages/${id}`)).json()
    let state = {
      ...real,
      status: 'failed',
      attempts: 1,
      reason: 'It is not known whether this message was sent. The connection broke.',
      sending: { refusal: null, warning: 'If it was, the person will receive it twice.' },
    }
    let retries = 0
    await page.route(`**/api/messages/${id}`, (route) => route.fulfill({ json: state }))
    await page.route(`**/api/messages/${id}/retry`, async (route) => {
      retries += 1
      state = { ...state, status: 'queued', attempts: 0, reason: null }
      await route.fulfill({ json: state })
    })
    await page.goto(`/settings?tab=services&part=messages&outbox=${id}`)
    const panel = page.getByRole('dialog', { name: subject })
    await panel.getByRole('button', { name: 'Retry' }).click()
    await page.getByRole('button', { name: 'Cancel' }).click()
    expect(retries).toBe(0)
    await panel.getByRole('button', { name: 'Retry' }).click()
    await expect(page.getByText('If it was, the person will receive it twice.')).toBeVisible()
    await page.getByRole('button', { name: 'Send again' }).click()
    await expect(page.getByText('The message is on its way', { exact: true })).toBeVisible()
    await expect(panel).toContainText('Queued')
    expect(retries).toBe(1)
  },
)

test('The outbox is filtered by state, and a message that is not there is said to be', {
  tag: '@deep',
}, async ({ page }) => {
  await page.goto('/settings?tab=services&part=messages')
  await page.getByLabel('State').selectOption('delivered')
  await expect(page).toHaveURL(/state=delivered/)
  await expect(page.getByText('No messages match these filters')).toBeVisible()
  await page.goto('/settings?tab=services&part=messages&outbox=nonsense')
  await expect(page.getByText('Message not found')).toBeVisible()
})

// Covers: messages-8
test('Selected messages are sent together after a confirmation that counts those that can be', {
  tag: '@deep',
}, async ({ page, stopLive }) => {
  await stopLive(page)
  const [one] = await (await page.request.get('/api/messages?limit=1')).json()
  const failed = {
    ...one,
    status: 'failed',
    reason: 'Mailbox full.',
    sending: { refusal: null, warning: null },
  }
  const rows = [9001, 9002, 9003].map((id) => ({ ...failed, id, to: `lee.${id}@example.com`, broker: null }))
  await page.route(/\/api\/messages(\?|$)/, (route) =>
    route.fulfill({ json: rows, headers: { 'X-Total-Count': '3' } }),
  )
  const asked: unknown[] = []
  const refused = [{ reason: 'It was not sent in time.', messages: 1 }]
  await page.route('**/api/messages/retry/preview', (route) =>
    route.fulfill({ json: { sendable: 2, doubtful: 0, refused, more: 0 } }),
  )
  await page.route('**/api/messages/retry', (route) => {
    asked.push(route.request().postDataJSON())
    return route.fulfill({ json: { queued: 2, refused } })
  })
  await page.goto('/settings?tab=services&part=messages')
  const outbox = page.getByRole('region', { name: 'Outbox' })
  await outbox.getByRole('checkbox').first().click()
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('3 selected')
  await expectAccessible(page, 'selected messages')
  await bar.getByRole('button', { name: 'Send now' }).click()
  const question = page.getByRole('alertdialog', { name: 'Send 2 messages now?' })
  await expect(question).toContainText('1 message cannot be sent. It was not sent in time.')
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(asked).toEqual([])
  await bar.getByRole('button', { name: 'Send now' }).click()
  await question.getByRole('button', { name: 'Send 2 messages' }).click()
  await expect(toastOf(page, '2 messages are on the way. 1 message could not be sent.')).toBeVisible()
  expect(asked).toEqual([{ messages: { ids: [9001, 9002, 9003] } }])
  await expect(bar).toBeHidden()
})
