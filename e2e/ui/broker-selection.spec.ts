import { expectAccessible } from './accessible.ts'
import { makeBroker } from './campaign-data.ts'
import { expect, test } from './fixtures.ts'

test.beforeEach(async ({ page, signIn }) => {
  await signIn(page, 'lender')
})

// Covers: brokers-13
test('Brokers that are selected get the same BDM, also all that match at once, which is undone from the toast', async ({
  page,
}, info) => {
  const word = `Potoroo${info.project.name}`
  for (const first of ['Ada', 'Ben', 'Cleo']) await makeBroker(page, { name: `${first} ${word}`, digit: 5 })
  const bdms = async (): Promise<(string | undefined)[]> => {
    const answer = await page.request.get('/api/brokers', { params: { q: word, sort: 'name' } })
    const found = (await answer.json()) as { bdm: { name: string } | null }[] // the contract's type
    return found.map(({ bdm }) => bdm?.name)
  }
  // a page of two: the third broker is chosen without ever being loaded
  await page.route('**/api/brokers?**', async (route) => {
    const url = new URL(route.request().url())
    url.searchParams.set('limit', '2')
    const response = await route.fetch({ url: url.href })
    const { link: _, ...headers } = response.headers()
    await route.fulfill({ response, headers })
  })
  await page.goto(`/brokers?q=${word}&sort=name`)
  await expect(
    page.getByRole('table', { name: 'Broker Directory' }).getByText(`Ben ${word}`, { exact: true }),
  ).toBeVisible()
  await page.keyboard.press('j')
  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: 'Selection' })
  await expect(bar).toContainText('1 selected')
  await page.getByRole('checkbox', { name: `Select Ben ${word}` }).click({ modifiers: ['Shift'] })
  await page.getByRole('checkbox', { name: 'Select all rows that are loaded' }).check()
  await bar.getByRole('button', { name: 'Select all 3 brokers' }).click()
  await expect(bar).toContainText('All 3 selected')
  await page.getByRole('checkbox', { name: `Select Ben ${word}` }).uncheck()
  await expect(bar).toContainText('2 selected')
  await expectAccessible(page, 'directory with a selection')
  await bar.getByRole('button', { name: 'Assign BDM' }).click()
  const form = page.getByRole('dialog', { name: 'Assign a BDM' })
  await expect(form).toContainText('To 2 brokers.')
  await form.getByLabel('BDM').selectOption({ index: 2 })
  await form.getByRole('button', { name: 'Assign' }).click()
  const done = page.getByRole('listitem').filter({ hasText: '2 brokers changed.' })
  await expect(done).toBeVisible()
  await expect(bar).toBeHidden()
  const [ada, ben, cleo] = await bdms()
  expect([typeof ada, ben, cleo]).toEqual(['string', undefined, ada])
  await done.getByRole('button', { name: 'Undo' }).click()
  const change = page.getByRole('dialog', { name: `Assign BDM: ${ada}` })
  await expect(change).toContainText('2 brokers back as before.')
  expect(await bdms()).toEqual([undefined, undefined, undefined])
})

// Covers: brokers-17
test(
  'A view keeps filters, order and columns under a name, and leads back to them',
  { tag: '@deep' },
  async ({ page }, info) => {
    const name = `Tasmania ${info.project.name}`
    await page.goto('/brokers?region=TAS&sort=company')
    await page.getByRole('button', { name: 'Choose columns' }).click()
    await page.getByRole('menuitemcheckbox', { name: 'Email' }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name: 'Save as a new view' }).click()
    const form = page.getByRole('dialog', { name: 'Save as a view' })
    await form.getByLabel('Name').fill(name)
    await form.getByLabel('Share with the team').check()
    await form.getByRole('button', { name: 'Save view' }).click()
    await expect(page.getByRole('button', { name, exact: true })).toBeVisible()
    await page.getByLabel('Region', { exact: true }).selectOption('WA')
    await expect(page.getByRole('button', { name: `${name} (changed)` })).toBeVisible()
    await page.goto('/brokers')
    await page.evaluate(() => localStorage.removeItem('brokerline.columns.brokers'))
    await page.reload()
    await page.getByRole('button', { name: 'Views' }).click()
    await page.getByRole('menuitem', { name }).click()
    await expect(page).toHaveURL(/region=TAS&sort=company/)
    await expect(
      page.getByRole('table', { name: 'Broker Directory' }).getByRole('columnheader', { name: 'Email' }),
    ).toBeVisible()
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete the view' }).click()
    await page.getByRole('button', { name: 'Delete view' }).click()
    await expect(page.getByRole('button', { name: 'Views' })).toBeVisible()
  },
)
