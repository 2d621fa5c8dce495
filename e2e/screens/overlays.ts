import type { Page } from '@playwright/test'
import { makeCampaign } from '../ui/campaign-data.ts'
import { brokerDialogs } from '../ui/form-dialogs/broker-dialogs.ts'
import type { FormDialog } from '../ui/form-dialogs/form-dialog.ts'

/** Overlays of a screen other than forms. */
export interface Overlay {
  name: string
  path: string
  /** Prepares the page. */
  prepare?: (page: Page) => Promise<unknown>
  open: (page: Page) => Promise<void>
}

const press = (name: string) => (page: Page) =>
  page.getByRole('button', { name, exact: true }).first().click()

export const overlays: readonly Overlay[] = [
  {
    name: 'dialog Call',
    path: '/campaigns',
    prepare: (page) => makeCampaign(page, { name: 'Autumn offer' }),
    open: press('Call'),
  },
  {
    name: 'dialog Merge, both records',
    path: '/brokers/1',
    async open(page) {
      const { path, open, change } = brokerDialogs.MergeDialog as FormDialog // one of them
      await page.goto(typeof path === 'string' ? path : await path(page))
      await open(page)
      await change(page.getByRole('dialog'))
    },
  },
  {
    name: 'search',
    path: '/dashboard',
    async open(page) {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('Control+k')
      await page.getByRole('dialog').waitFor()
      await page.keyboard.type('pri')
    },
  },
  {
    name: 'keys',
    path: '/brokers',
    async open(page) {
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.keyboard.press('?')
    },
  },
  { name: 'selection', path: '/brokers', open: (page) => page.getByRole('checkbox').nth(2).click() },
  {
    name: 'panel from a list',
    path: '/bookings?view=list',
    open: (page) => page.locator('[data-row="1"]').click(),
  },
  {
    name: 'dialog Link and QR code',
    path: '/microsites',
    open: (page) =>
      page
        .getByRole('button', { name: /^Link and QR code of / })
        .first()
        .click(),
  },
  // last: its calls go on
  {
    name: 'dashboard live',
    path: '/dashboard',
    async prepare(page) {
      const { id } = await makeCampaign(page, { name: 'Winter offer', maxConcurrentCalls: 5 })
      await page.request.patch(`/api/campaigns/${id}`, { data: { status: 'active' } })
      await page.request.post(`/api/campaigns/${id}/start-calls`, { data: {} })
    },
    open: (page) => page.getByRole('region', { name: 'Live calls' }).getByRole('listitem').first().waitFor(),
  },
]
