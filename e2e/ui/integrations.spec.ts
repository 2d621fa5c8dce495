import type { Page } from '@playwright/test'
import { status, type WebhookReceiver, webhookReceiver } from '#test/doubles/webhook-receiver.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

let receiver: WebhookReceiver
test.beforeAll(async () => {
  receiver = await webhookReceiver()
})
test.afterAll(() => receiver.close())

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const services = (part: string): string => `/settings?tab=services&part=${part}`

// Covers: integrations-2, integrations-5, integrations-8
test('An admin makes a key that is shown once, and a webhook whose test event is logged and sent again', async ({
  page,
  signIn,
  playwright,
  server,
}, info) => {
  const tag = `${info.project.name} ${info.repeatEachIndex}`
  await signIn(page, 'admin')
  await page.goto(services('api-keys'))
  await page.getByRole('button', { name: 'New API key' }).first().click()
  const making = dialog(page, 'New API key')
  await making.getByLabel('Name').fill(`CRM ${tag}`)
  await making.getByRole('button', { name: 'Make key' }).click()
  const key = await making.getByLabel('API key', { exact: true }).inputValue()
  expect(key).toMatch(/^bl_live_/)
  await expectAccessible(page, 'a key that was just made')
  await making.getByRole('button', { name: 'I have copied it' }).click()
  await expect(making).toBeHidden()
  await page.reload()
  await expect(page.getByRole('row', { name: new RegExp(`CRM ${tag}`) })).toContainText(key.slice(0, 12))
  await expect(page.getByText(key)).toHaveCount(0)
  const program = await playwright.request.newContext({
    baseURL: server.url,
    extraHTTPHeaders: { authorization: `Bearer ${key}` },
  })
  expect((await program.get('/api/brokers?limit=1')).status()).toBe(200)
  expect((await program.get('/api/api-keys')).status()).toBe(403)
  await program.dispose()

  await page.goto(services('webhooks'))
  await page.getByRole('button', { name: 'New webhook' }).first().click()
  const adding = dialog(page, 'New webhook')
  await adding.getByLabel('Name').fill(`Mirror ${tag}`)
  await adding.getByLabel('Address').fill('ftp://hooks.example.com')
  await adding.getByRole('button', { name: 'Save webhook' }).click()
  await expect(adding.getByText('Enter an address that starts with https://')).toBeVisible()
  await adding.getByLabel('Address').fill(receiver.url)
  await adding.getByRole('button', { name: 'Save webhook' }).click()
  const secret = await adding.getByLabel('Signing secret', { exact: true }).inputValue()
  await adding.getByRole('button', { name: 'I have copied it' }).click()

  receiver.received.length = 0
  receiver.answer = status(500)
  await page.getByRole('button', { name: `Test Mirror ${tag}` }).click()
  const log = page.getByRole('region', { name: `Deliveries to Mirror ${tag}` })
  await expect(log.getByText('Retrying')).toBeVisible()
  await expect(log.getByText('It answered with status 500.')).toBeVisible()
  // before the check of the page, which may outlast the first retry: the second one comes after 30 seconds
  receiver.answer = status(204)
  await expectAccessible(page, 'the log of a webhook')
  await expect(log.getByRole('row').getByText('Delivered')).toBeVisible({ timeout: 30_000 })
  await log.getByRole('row', { name: /Test event/ }).click()
  const panel = dialog(page, 'Test event')
  await expect(panel.getByText('It answered with status 500.').first()).toBeVisible()
  const before = receiver.received.length
  await panel.getByRole('button', { name: 'Send again' }).click()
  await expect.poll(() => receiver.received.length).toBeGreaterThan(before)
  const [first] = receiver.received
  if (!first) throw new Error('nothing was received')
  expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set([first.id]))
  for (const one of receiver.received) expect(() => receiver.verify(one, secret)).not.toThrow()
})
