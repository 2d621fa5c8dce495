import { expectAccessible } from './accessible.ts'
import { makeCampaign, ownAfternoon } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'

test.use({ serverEnv: { ...ownAfternoon('11:30'), SIM_SPEED: '60' } })

// Covers: called-when-21
test(
  'A campaign stops at its budget, says why, and calls on once it is raised',
  {
    tag: ['@desk-first', '@deep'],
  },
  async ({ page, signIn, allowError }, info) => {
    // the budget that no call fits in
    allowError(/400 .*api\/campaigns\//)
    await signIn(page, 'lender')
    const name = `Budget ${info.project.name}`
    const { id } = await makeCampaign(page, { name, maxConcurrentCalls: 5 })
    await page.goto(`/campaigns/${id}`)
    await page.getByRole('button', { name: 'Edit' }).first().click()
    const form = page.getByRole('dialog', { name: 'Edit Campaign' })
    await form.getByText('Advanced').click()
    await form.getByLabel('Budget').fill('1')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(form.getByText('One call may cost up to $1.50; enter at least that')).toBeVisible()
    await expectAccessible(page, `the budget in the Edit dialog, ${info.project.name}`)
    await form.getByLabel('Budget').fill('2.50')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(form).toBeHidden()
    const panel = page.getByRole('region', { name: 'Budget', exact: true })
    await expect(panel.getByText('$0.00 of $2.50')).toBeVisible()

    await page.request.post(`/api/campaigns/${id}/start-calls`)
    const reason = page.getByRole('note').filter({ hasText: 'The budget of $2.50 is used' })
    await expect(reason).toContainText('Raise the budget under Edit, Advanced, and the campaign calls on.')
    await expect(panel.getByText(/which no longer fits/)).toBeVisible()
    await expect(panel.getByText(/Simulated calls cost nothing/)).toBeVisible()
    await expectAccessible(page, `a campaign at its budget, ${info.project.name}`)

    await page.getByRole('button', { name: 'Edit' }).first().click()
    await form.getByText('Advanced').click()
    await form.getByLabel('Budget').fill('500')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(form).toBeHidden()
    await expect(reason).toBeHidden()
    await expect(page.getByText(/^(Calling|\d+ left|\d+ retr)/).first()).toBeVisible()
  },
)
