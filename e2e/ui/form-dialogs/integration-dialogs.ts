import type { Page } from '@playwright/test'
import { type FormDialog, press, write } from './form-dialog.ts'

const KEYS = '/settings?tab=services&part=api-keys'
const WEBHOOKS = '/settings?tab=services&part=webhooks'

let made = 0
const nameOf = (what: string): string => {
  made += 1
  return `${what} ${process.pid} ${made}`
}

const addKey = (page: Page) =>
  page.request.post('/api/api-keys', {
    data: { name: nameOf('Program'), scopes: ['admin_area.read'], expiresInDays: 30 },
  })
const addWebhook = (page: Page) =>
  page.request.post('/api/webhook-endpoints', {
    data: { name: nameOf('Receiver'), url: 'http://127.0.0.1:9/', events: ['broker.changed'] },
  })

const fromMenu = (item: string) => async (page: Page) => {
  await page
    .getByRole('button', { name: /^More for Receiver/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Forms about other programs. */
export const integrationDialogs: Record<string, FormDialog> = {
  ApiKeyDialog: { path: KEYS, open: press('New API key'), title: 'New API key', change: write('Name') },
  OverlapDialog: {
    prepare: addKey,
    path: KEYS,
    open: press(/^Rotate Program/),
    title: /^Rotate Program/,
    change: async (form) => {
      await form.getByLabel('The former secret remains valid for').selectOption('168')
    },
  },
  WebhookDialog: { path: WEBHOOKS, open: press('New webhook'), title: 'New webhook', change: write('Name') },
  ReplayDialog: {
    prepare: addWebhook,
    path: WEBHOOKS,
    open: fromMenu('Send events again'),
    title: /^Send events to Receiver/,
    change: async (form) => {
      await form.getByLabel('Events').selectOption('all')
    },
  },
}
