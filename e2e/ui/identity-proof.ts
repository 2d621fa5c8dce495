import type { Locator, Page } from '@playwright/test'

/** An admin on /team invites somebody, as if their last proof of identity were eleven minutes old. @returns the question for a proof */
export async function inviteWithoutProof(
  page: Page,
  person: { email: string; firstName: string; lastName: string },
): Promise<Locator> {
  let isProven = false
  await page.route('**/api/users', async (route) => {
    if (isProven || route.request().method() !== 'POST') return route.fallback()
    isProven = true
    await route.fulfill({
      status: 403,
      json: { code: 'confirm_identity', message: 'Confirm that it is you.', requestId: 'req-example' },
    })
  })
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  const invite = page.getByRole('dialog', { name: 'Invite to the team' })
  await invite.getByLabel('Email').fill(person.email)
  await invite.getByLabel('First name').fill(person.firstName)
  await invite.getByLabel('Last name').fill(person.lastName)
  await invite.getByRole('button', { name: 'Send invitation' }).click()
  return page.getByRole('dialog', { name: 'Confirm that it is you' })
}
