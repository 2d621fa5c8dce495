import { consoleRoots } from '#contract/screens.ts'
import { expectAccessible } from './accessible.ts'
import { expect, test } from './fixtures.ts'

const NOWHERE = 'There is no page at this address'
const lines = (path: string): string[] => [`${path}/zzz`, `${path}/1/zzz/1`]

// Covers: running-22
test('Every wrong address of the console answers with its own page, which leads back', async ({
  page,
  allowError,
  signIn,
}) => {
  allowError(/404/)
  await signIn(page, 'viewer')
  const addresses = consoleRoots.flatMap(lines).filter((path) => !/^\/(campaigns|brokers)\/zzz$/.test(path)) // an id
  expect(addresses.length).toBeGreaterThan(12)
  for (const address of addresses) {
    const answer = await page.request.get(address, { headers: { accept: 'text/html' } })
    expect(answer.status(), address).toBe(404)
    expect(await answer.text(), address).toContain('id="root"')
  }
  for (const address of ['/settings/zzz', '/brokers/1/zzz/1']) {
    await page.goto(address)
    await expect(page.getByText(NOWHERE), address).toBeVisible()
  }
  // an unknown address has the navigation too, for staff
  await page.goto('/zzz')
  await expect(page.getByText(NOWHERE)).toBeVisible()
  await expect(page.getByRole('navigation', { name: /^Main/ }).first()).toBeVisible()
  await expectAccessible(page, 'a wrong address of the console')
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await expect(page.getByRole('heading', { name: 'Campaign Dashboard' })).toBeVisible()
})

// Covers: running-22
test('A wrong address of the portal answers with its own page, and any other with a public one', async ({
  page,
  allowError,
  request,
}) => {
  allowError(/404/)
  const portal = await page.goto('/broker-portal/zzz')
  expect(portal?.status()).toBe(404)
  await expect(page).toHaveTitle('Page not found · Broker Portal')
  await expect(page.getByText(NOWHERE)).toBeVisible()
  await expectAccessible(page, 'a wrong address of the portal')
  await page.getByRole('link', { name: 'Go to the broker portal' }).click()
  await expect(page.getByRole('heading', { name: 'Broker Portal' })).toBeVisible()

  for (const address of [
    '/zzz',
    '/Dashboard.php',
    '/broker-portalzzz',
    '/calendar/none.ics',
    '/s/none/none',
  ]) {
    const answer = await page.goto(address)
    expect(answer?.status(), address).toBe(404)
    await expect(page.getByRole('heading', { level: 1, name: NOWHERE }), address).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: /^Call / })).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Broker Portal' })).toBeVisible()
  }
  await expectAccessible(page, 'a wrong address of the site')

  // programs get the common error format, at every address
  for (const address of ['/zzz', '/settings/zzz', '/api/zzz']) {
    const answer = await request.get(address, { headers: { accept: 'application/json' } })
    expect(answer.status()).toBe(404)
    expect(await answer.json()).toMatchObject({ code: 'not_found' })
  }
})
