import type { Locator } from '@playwright/test'
import { expect } from './fixtures.ts'

/** The browser's report where the registers flag an applicant only after the dialog was opened. */
export const NEEDS_JUSTIFICATION = /400.*\/review/

/** Approves, with a justification where the registers of the world, which other tests load, flag the applicant. */
export async function approveAnyhow(dialog: Locator): Promise<void> {
  const why = dialog.getByLabel('Why this applicant is approved')
  const submit = dialog.getByRole('button', { name: 'Approve application' })
  if (await why.isVisible()) await why.fill('Made up for a test')
  await submit.click()
  const isAsked = async (): Promise<boolean> => (await why.isVisible()) && (await why.inputValue()) === ''
  await expect.poll(async () => (await dialog.isHidden()) || (await isAsked())).toBe(true)
  if (await dialog.isHidden()) return
  await why.fill('Made up for a test')
  await submit.click()
}
