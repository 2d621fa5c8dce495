import type { Locator } from '@playwright/test'

/** Fills in why an applicant is approved where the registers of the world, which other tests load, flag them. */
export async function justifyApproval(dialog: Locator): Promise<void> {
  const why = dialog.getByLabel('Why this applicant is approved')
  if (await why.isVisible()) await why.fill('Made up for a test')
}
