import type { Page } from '@playwright/test'
import type { AvailabilityDay, Slot } from '#contract/bookings/bookings.ts'
import type { OutboxMessage } from '#contract/messages/messages.ts'
import { expect } from './fixtures.ts'

export interface FreeTime {
  /** YYYY-MM-DD in Sydney. */
  date: string
  slot: Slot
}

const DAY = 86_400_000
const dayAfter = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY).toISOString().slice(0, 10)

/** 'Tuesday 24 November 2026' */
export function nameOf(date: string): string {
  const part = (options: Intl.DateTimeFormatOptions): string =>
    new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', ...options }).format(new Date(date))
  return [
    part({ weekday: 'long' }),
    part({ day: 'numeric' }),
    part({ month: 'long' }),
    part({ year: 'numeric' }),
  ].join(' ')
}

/** Sydney's today, as the open page has it from the server. */
export async function todayOf(page: Page): Promise<string> {
  const facts = JSON.parse((await page.locator('#facts').textContent()) ?? '{}') as { now: string }
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' }).format(new Date(facts.now))
}

/** Days from the page's today on, as the server offers them. */
export async function offeredDays(page: Page): Promise<AvailabilityDay[]> {
  const from = await todayOf(page)
  const answer = await page.request.get(`/api/bookings/availability?from=${from}&to=${dayAfter(from, 60)}`)
  return (await answer.json()) as AvailabilityDay[]
}

/** A day that is wholly ahead, with at least `count` free times. */
export async function freeDay(page: Page, count = 2): Promise<{ date: string; slots: Slot[] }> {
  const [, ...ahead] = await offeredDays(page)
  for (const { date, slots } of ahead) {
    const free = slots.filter((slot) => slot.available)
    if (free.length >= count) return { date, slots: free }
  }
  throw new Error('no day with free times')
}

export const dayButton = (page: Page, date: string) =>
  page.getByRole('button', { name: nameOf(date), exact: true })
export const slotButton = (page: Page, slot: Slot) =>
  page.getByRole('button', { name: new RegExp(`^${slot.label}`) })

/** Turns to the day's month, forwards or back, and chooses it. */
export async function chooseDay(page: Page, date: string): Promise<void> {
  const month = new Intl.DateTimeFormat('en-AU', { timeZone: 'UTC', month: 'long', year: 'numeric' })
  // on a narrow screen the calendar gives way to the times, and both to the details
  const back = page.getByRole('button', { name: 'Back to Date' })
  if ((await back.isVisible()) && !(await page.getByRole('grid').isVisible())) await back.click()
  const title = page.getByRole('heading', { name: month.format(new Date(date)), exact: true })
  while (!(await title.isVisible())) {
    const shown = (await page.locator('button[data-day]:enabled').first().getAttribute('data-day')) ?? ''
    await page.getByRole('button', { name: shown > date ? 'Previous month' : 'Next month' }).click()
  }
  await dayButton(page, date).click()
  await expect(page.getByRole('heading', { name: nameOf(date) })).toBeVisible()
}

export async function chooseTime(page: Page, { date, slot }: FreeTime): Promise<void> {
  await chooseDay(page, date)
  await slotButton(page, slot).click()
}

let visitors = 0

/** A fictitious number that no other visitor of this worker has: one person may have two meetings ahead. */
export function visitorPhone(): string {
  visitors += 1
  return `(02) 5550 ${String(5000 + visitors)}`
}

/** Name and contact of a visitor; each name is another person. */
export async function fillVisitor(page: Page, name: string): Promise<string> {
  const email = `${name.toLowerCase().replaceAll(/\W+/g, '.')}@example.com`
  await page.getByLabel('Your name').fill(name)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Phone number').fill(visitorPhone())
  return email
}

/** Mails to an address, newest first; `page` must be signed in as staff. */
export async function mailsTo(page: Page, email: string): Promise<OutboxMessage[]> {
  const answer = await page.request.get('/api/messages?channel=email&limit=200')
  const mails = (await answer.json()) as OutboxMessage[]
  return mails.filter((mail) => mail.to === email)
}

/** The first link of the newest mail that leads to `path`, without the host. */
export async function linkIn(page: Page, email: string, path: string): Promise<string> {
  const found = new RegExp(`https?://[^\\s/]+(${path}\\S*)`)
  let link = ''
  await expect
    .poll(async () => {
      const [newest] = await mailsTo(page, email)
      link = found.exec(newest?.body ?? '')?.[1] ?? ''
      return link
    })
    .not.toBe('')
  return link
}
