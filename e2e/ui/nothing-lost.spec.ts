import type { APIRequestContext, Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

const toastOf = (page: Page, text: string): Locator => page.locator('[data-toasts]').getByText(text)

/** A colleague's change meanwhile, in another session. */
async function colleague(
  page: Page,
  baseURL: string | undefined,
): Promise<{ request: APIRequestContext; name: string; leave: () => Promise<void> }> {
  const context = await page.context().browser()?.newContext({ baseURL })
  if (!context) throw new Error('The page has no browser.')
  const data = { email: 'admin@brokerline.example', password: 'demo-Admin-2026' }
  const user = await (await context.request.post('/api/login', { data })).json()
  return {
    request: context.request,
    name: `${user.firstName} ${user.lastName}`,
    leave: () => context.close(),
  }
}

// Covers: console-toasts-15, console-toasts-17
test('Two people change the same campaign and the same broker: nobody overwrites the other, and nothing typed is lost', async ({
  page,
  signIn,
  allowError,
  baseURL,
}) => {
  allowError(/409|404/)
  await signIn(page, 'lender')
  const other = await colleague(page, baseURL)
  const script = { product: 'Flex Home Loan', callScript: 'Hello {{firstName}}' }
  const { id } = await (
    await page.request.post('/api/campaigns', { data: { name: 'Both of us', rate: '6.14', ...script } })
  ).json()

  await test.step('a colleague saves while the form is open: it says so at once, and nothing moves', async () => {
    await page.goto(`/campaigns/${id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).first().click()
    const form = page.getByRole('dialog', { name: 'Edit Campaign' })
    const product = form.getByLabel('Product')
    await product.fill('Flex Plus')
    const place = await product.boundingBox()
    await other.request.patch(`/api/campaigns/${id}`, { data: { product: 'Flex Max', rate: '5.99' } })
    const line = form.getByRole('status').filter({ hasText: `${other.name} changed this just now.` })
    await expect(line).toBeVisible()
    expect(await product.boundingBox()).toEqual(place)
    await expect(product).toHaveValue('Flex Plus')
  })

  await test.step('the save is refused, and the person chooses where both changed the same', async () => {
    const form = page.getByRole('dialog', { name: 'Edit Campaign' })
    await form.getByRole('button', { name: 'Save Changes' }).click()
    const notice = form.getByRole('region', { name: 'Changed meanwhile' })
    await expect(notice.getByRole('alert')).toHaveText(
      new RegExp(`^${other.name} changed this .+ Nothing was saved\\.$`),
    )
    await expect(notice).toBeFocused()
    const choice = notice.getByRole('group', { name: 'Product' })
    await expect(choice.getByLabel('Keep mine')).toBeChecked()
    await expect(choice).toContainText('Flex Plus')
    await expect(choice).toContainText('Flex Max')
    await expect(form.getByLabel('Rate', { exact: true })).toHaveValue('5.990')
    await choice.getByLabel('Take theirs').check()
    await expect(form.getByLabel('Product')).toHaveValue('Flex Max')
    await choice.getByLabel('Keep mine').check()
    await expect(form.getByLabel('Product')).toHaveValue('Flex Plus')
    await expectAccessible(page, 'two people, one campaign')
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(toastOf(page, 'Campaign updated successfully')).toBeVisible()
    const saved = await (await page.request.get(`/api/campaigns/${id}`)).json()
    expect(saved).toMatchObject({ product: 'Flex Plus', rate: '5.990' })
  })

  await test.step('of a broker, what only the colleague changed is taken over; a deleted one gives back what was typed', async () => {
    const person = { name: 'Wei Li', email: 'wei.li.two@example.com', phone: '(02) 5550 0199', region: 'NSW' }
    const broker = await (await page.request.post('/api/brokers', { data: person })).json()
    await page.goto(`/brokers/${broker.id}`)
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    const form = page.getByRole('dialog', { name: 'Edit Wei Li' })
    await form.getByLabel('Company').fill('Harbour Lending')
    await other.request.patch(`/api/brokers/${broker.id}`, { data: { aggregator: 'Redgum Aggregation' } })
    await form.getByRole('button', { name: 'Save Changes' }).click()
    await expect(form.getByRole('region', { name: 'Changed meanwhile' })).toContainText('Redgum Aggregation')
    await expect(form.getByLabel('Aggregator')).toHaveValue('Redgum Aggregation')
    await expect(form.getByLabel('Company')).toHaveValue('Harbour Lending')
    expect((await other.request.delete(`/api/brokers/${broker.id}`)).ok()).toBe(true)
    await form.getByRole('button', { name: 'Save Changes' }).click()
    const gone = form.getByRole('region', { name: 'Deleted meanwhile' })
    await expect(gone.getByRole('alert')).toContainText('Nothing was saved.')
    await expect(gone.getByLabel('What you typed')).toHaveValue(/Company: Harbour Lending/)
  })
  await other.leave()
})

// Covers: console-toasts-18
test('A session that ends in the middle of a form loses nothing: the sign-in comes over the screen, and a reload offers what was typed', {
  tag: '@deep',
}, async ({ page, signIn, allowError }) => {
  allowError(/401/)
  await signIn(page, 'lender')
  await page.goto('/campaigns')
  const open = () => page.getByRole('button', { name: 'New Campaign' }).first().click()
  const form = page.getByRole('dialog', { name: 'Create New Campaign' })
  const name = form.getByLabel('Campaign name')

  await test.step('after a refused save one signs in over the form, and saves again', async () => {
    await open()
    await name.fill('Kept through the night')
    await form.getByLabel('Product').fill('Flex Home Loan')
    await form.getByLabel('Call script').fill('Hello {{firstName}}')
    await page.context().clearCookies({ name: /session/ })
    await form.getByRole('button', { name: 'Create Campaign' }).click()
    const ended = page.getByRole('alertdialog', { name: 'Your session has ended' })
    await expect(ended).toBeVisible()
    await expect(ended.getByLabel('Email')).toHaveValue('lender@brokerline.example')
    await expect(ended.getByLabel('Password', { exact: true })).toBeFocused()
    await expectAccessible(page, 'a session that has ended')
    await ended.getByLabel('Password', { exact: true }).fill('demo-Lender-2026')
    await page.keyboard.press('Enter')
    await expect(ended).toHaveCount(0)
    await expect(name).toHaveValue('Kept through the night')
    await form.getByRole('button', { name: 'Create Campaign' }).click()
    await expect(form).toHaveCount(0)
  })

  await test.step('what was typed before a reload is offered, and forgotten once it is given up', async () => {
    await page.goto('/campaigns')
    await open()
    // saved: nothing is offered
    await expect(form.getByText(/^You have unsaved changes/)).toHaveCount(0)
    await name.fill('Half a campaign')
    await form.getByLabel('Time zone').selectOption('Australia/Perth')
    page.once('dialog', (dialog) => void dialog.accept())
    await page.reload()
    await open()
    await expect(form.getByText(/^You have unsaved changes from \d+:\d\d [ap]m\.$/)).toBeVisible()
    await expect(name).toHaveValue('')
    await form.getByRole('button', { name: 'Restore' }).click()
    await expect(name).toHaveValue('Half a campaign')
    await expect(form.getByLabel('Time zone')).toHaveValue('Australia/Perth')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Leave' }).click()
    await open()
    await expect(name).toHaveValue('')
    await expect(form.getByText(/^You have unsaved changes/)).toHaveCount(0)
    expect(
      await page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('draft '))),
    ).toEqual([])
  })

  await test.step('a password is kept nowhere', async () => {
    await page.goto('/security')
    await page.getByLabel('Current Password').fill('not-to-be-kept-1')
    await page.getByLabel('New Password', { exact: true }).fill('not-to-be-kept-2')
    // a form writes its pending draft when the page is hidden
    const stored = await page.evaluate(() => {
      window.dispatchEvent(new Event('pagehide'))
      return JSON.stringify({ ...sessionStorage })
    })
    expect(stored).not.toContain('not-to-be-kept')
  })
})
