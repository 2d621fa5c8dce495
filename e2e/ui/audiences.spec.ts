import type { Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

const toast = (page: Page) => page.getByRole('region', { name: /^Notifications/ })

// Covers: audiences-7
test(
  'An audience is made, called with a part kept uncalled, and its page says what the calls brought so far',
  { tag: ['@desk-first', '@deep'] },
  async ({ page, signIn, allowError }, info) => {
    allowError(/400/)
    const mine = `Sydney, ${info.project.name}`
    await signIn(page, 'lender')
    await test.step('rules are put together, counted and saved', async () => {
      await page.goto('/brokers/audiences')
      await expect(page.getByText('Reward brokers')).toBeVisible()
      await page.getByRole('button', { name: 'New audience' }).click()
      const dialog = page.getByRole('dialog', { name: 'New audience' })
      await dialog.getByLabel('Add a rule').selectOption('region')
      await dialog.getByLabel('Add a rule').selectOption('suspended')
      await dialog.getByLabel('Whether rule 2 holds').selectOption('true')
      await dialog.getByRole('button', { name: 'Count' }).click()
      await expect(dialog.getByText(/^\d+ brokers$/)).toBeVisible()
      await dialog.getByLabel('Add a rule').selectOption('tier')
      await dialog.getByRole('checkbox', { name: 'Reward' }).uncheck()
      await dialog.getByRole('button', { name: 'Save audience' }).click()
      await expect(dialog.getByText('Give the audience a name')).toBeVisible()
      await expect(dialog.getByText('Choose at least one')).toBeVisible()
      await expectAccessible(page, `new audience, ${info.project.name}`)
      await dialog.getByRole('button', { name: 'Remove rule 3' }).click()
      await dialog.getByLabel('Name').fill(mine)
      await dialog.getByRole('button', { name: 'Save audience' }).click()
      await expect(toast(page).getByText(new RegExp(`^${mine} has \\d+ brokers$`))).toBeVisible()
      await expectAccessible(page, `audiences, ${info.project.name}`)
    })

    await test.step('a campaign calls it with ten per cent kept uncalled', async () => {
      const campaign = await (
        await page.request.post('/api/campaigns', {
          data: { name: `Lift ${info.project.name}`, product: 'Flex', callScript: 'Hello {{firstName}}' },
        })
      ).json()
      await page.goto(`/campaigns/${campaign.id}`)
      await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
      const edit = page.getByRole('dialog', { name: 'Edit Campaign' })
      await expect(edit.getByLabel('Audience')).toHaveValue('')
      const option = edit.getByLabel('Audience').locator('option', { hasText: mine })
      const audience = (await option.getAttribute('value')) ?? ''
      await edit.getByLabel('Audience').selectOption(audience)
      // the page receives the saved version only after the dialog has opened
      const own = `**/api/campaigns/${campaign.id}`
      const opened = Promise.withResolvers<void>()
      await page.route(own, async (route) => {
        if (route.request().method() === 'GET') await opened.promise
        await route.continue()
      })
      await edit.getByRole('button', { name: 'Save Changes' }).click()
      await expect(toast(page).getByText('Campaign updated successfully')).toBeVisible()

      await page.getByRole('button', { name: 'Call', exact: true }).first().click()
      const dialog = page.getByRole('dialog', { name: 'Start calls' })
      await expect(dialog).toBeVisible()
      opened.resolve()
      await expect(dialog.getByLabel('Audience')).toHaveValue(audience)
      await page.unroute(own)
      await dialog.getByLabel('Hold-out group').selectOption('10')
      await expect(dialog.getByText('In the hold-out group')).toBeVisible()
      await expectAccessible(page, `call an audience, ${info.project.name}`)
      await dialog.getByRole('button', { name: /^Call/ }).click()
      await expect(page.getByRole('dialog', { name: 'Calls started' })).toBeVisible()
      await page.getByRole('button', { name: 'Done' }).click()
    })

    await test.step('its page compares, and says that it is too early', async () => {
      const lift = page.getByRole('region', { name: 'Uplift' })
      await expect(
        lift.getByText(/^Picked at random since .* brokers to call, \d+ in the hold-out group\./),
      ).toBeVisible()
      await expect(lift.getByText('After 30 days: not over yet')).toBeVisible()
      await expectAccessible(page, `lift, ${info.project.name}`)
    })
  },
)
