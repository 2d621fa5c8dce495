import type { Locator, Page } from '@playwright/test'

/** The notice with this text; not its copy for screen readers. */
export const toastOf = (page: Page, text: string): Locator =>
  page.getByRole('listitem').filter({ hasText: text })
