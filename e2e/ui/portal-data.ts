import type { Page } from '@playwright/test'
import type { OutboxMessage } from '#contract/messages/messages.ts'
import { makePdf } from '#test/make-pdf.ts'
import { type Client, type Credentials, until } from '#test/product/client.ts'
import { expect } from './fixtures.ts'

/** As its sign-in page shows it. */
export const demoBroker = { email: 'broker@brokerline.example', password: 'demo-Broker-2026' }

export const PASSWORD = 'harbour-Kettle-2026'

export interface Account {
  brokerId: number
  email: string
  password: string
  /** Of a session in addition to the browser's. */
  token: string
}

const phones = ['0491 570 006', '0491 570 156', '0491 570 157', '0491 570 158', '0491 570 159']

/** Each name is somebody else. */
export const addressOf = (name: string): string =>
  `${name.toLowerCase().replaceAll(/[^a-z]+/g, '.')}@example.com`

/** The link that leads to `path` in the newest mail to an address. */
export async function mailedLink(admin: Client, email: string, path: string): Promise<string> {
  const found = new RegExp(`https?://[^\\s/]+(${path}\\S*)`)
  const linkOf = ([newest]: OutboxMessage[]): string => found.exec(newest?.body ?? '')?.[1] ?? ''
  const mails = await until(
    `a mail to ${email} with a link to ${path}`,
    () => admin.get<OutboxMessage[]>(`/api/messages?channel=email&q=${encodeURIComponent(email)}`),
    (answer) => linkOf(answer) !== '',
    20,
  )
  return linkOf(mails)
}

/** Registers a broker and opens the mail, without a browser. @param profile in addition to name and phone */
export async function makeAccount(
  url: string,
  admin: Client,
  name: string,
  profile: Record<string, string> = {},
): Promise<Account> {
  const email = addressOf(name)
  const post = async <T>(path: string, body: unknown): Promise<T> => {
    const answer = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`POST ${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as T // the caller names the contract's shape
  }
  const phone = phones[name.length % phones.length]
  await post('/api/broker/register', { name, email, phone, password: PASSWORD, ...profile })
  const link = await mailedLink(admin, email, '/broker-portal/verify')
  await post('/api/broker/verify', {
    token: new URL(link, url).searchParams.get('token'),
    password: PASSWORD,
  })
  const session = { email, password: PASSWORD }
  const { token, broker } = await post<{ token: string; broker: { id: number } }>(
    '/api/broker/login',
    session,
  )
  return { brokerId: broker.id, ...session, token }
}

/** Fills the form in and waits for the broker's own place. */
export async function signInAs(page: Page, { email, password }: Credentials): Promise<void> {
  await page.goto('/broker-portal')
  await fillSignIn(page, { email, password })
  await expect(page.getByRole('heading', { name: /^Welcome, / })).toBeVisible()
}

export async function fillSignIn(page: Page, { email, password }: Credentials): Promise<void> {
  // the sample is filled in first, else it would overwrite the input
  await expect(page.getByLabel('Email', { exact: true })).not.toHaveValue('')
  await page.getByLabel('Email', { exact: true }).fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** The toast that shows now. */
export async function expectToast(page: Page, title: string, message: string | RegExp): Promise<void> {
  const toast = page.locator('[data-toasts] li')
  await expect(toast).toContainText(title)
  await expect(toast).toContainText(message)
}

export const openTab = (page: Page, name: string): Promise<void> =>
  page.getByRole('tab', { name, exact: true }).click()

interface Sent {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A PDF of this many pages, each with its number and some lines. */
export function pdfFile(name: string, pages = 1): Sent {
  const lines = Array.from({ length: 12 }, (_, line) => `Line ${line + 1}`)
  const texts = Array.from({ length: pages }, (_, page) => [`Page ${page + 1}`, ...lines])
  return { name, mimeType: 'application/pdf', buffer: makePdf(...texts) }
}

/** Chooses a type on the Documents tab, and a file, which is uploaded immediately. */
export async function chooseFile(page: Page, typeName: string | null, file: Sent): Promise<void> {
  if (typeName !== null) {
    const select = page.getByLabel('Document Type')
    const label = await select.locator('option', { hasText: typeName }).first().textContent()
    await select.selectOption({ label: label ?? typeName })
    // the page uses the type only after the next render
    await expect(page.getByRole('button', { name: 'Select File' })).toBeEnabled()
  }
  await page.locator('input[type=file]').setInputFiles(file)
}

/** Simulates a return to the window. */
export const comeBack = (page: Page): Promise<boolean> =>
  page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
