import type { Locator, Page } from '@playwright/test'

/** A form that opens over a screen. */
export interface FormDialog {
  /** Where it opens, and with which button. */
  path: string | ((page: Page) => Promise<string>)
  open: (page: Page) => Promise<void>
  title: string | RegExp
  change: (form: Locator) => Promise<void>
  cancel?: string
  /** It opens only where Twilio and Vapi are set up. */
  needsVendors?: true
  /** Prepares the page. */
  prepare?: (page: Page) => Promise<unknown>
}

export const press = (name: string | RegExp) => (page: Page) =>
  page
    .getByRole('button', { name, exact: typeof name === 'string' })
    .first()
    .click()
export const write = (label: string) => (form: Locator) =>
  form.getByLabel(label, { exact: true }).first().fill('4711')

export async function firstOf(page: Page, address: string): Promise<{ id: number; name: string }> {
  const [first] = (await (await page.request.get(address)).json()) as { id: number; name: string }[] // contract type
  if (!first) throw new Error(`the demo world answers ${address} with nothing`)
  return first
}
