import type { Page } from '@playwright/test'
import { DATABASE_AWAY } from '#contract/errors.ts'
import { consolePaths } from '#contract/screens.ts'
import { cachedPaths } from './cached-paths.ts'
import { expect, test } from './fixtures.ts'
import { toastOf } from './toast.ts'

const bar = (page: Page, name: string) => page.getByRole('navigation', { name, exact: true })

async function fillIn(page: Page, email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
}

// Covers: sign-sessions-1
test('Visitors see the landing page with the sign-in on every staff address', { tag: '@desk-first' }, async ({
  page,
}) => {
  for (const path of ['/', '/dashboard', '/campaigns', '/brokers', '/settings']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Sign in to the console' })).toBeVisible()
  }
  for (const title of [
    'AI voice calling campaigns',
    'Encrypted document vault',
    'Mobile-first web app',
    'Broker portal',
    'Product microsites',
  ]) {
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
  }
  // features without a screen are not listed
  for (const [title, path] of [
    ['7-criteria broker scoring', '/scoring'],
    ['Compliance surveillance', '/surveillance'],
    ['Real-time analytics', '/analytics'],
  ] as const) {
    const isThere = (consolePaths as readonly string[]).includes(path)
    await expect(page.getByRole('heading', { name: title })).toBeVisible({ visible: isThere })
  }
})

// Covers: sign-sessions-2
test('Sign-in asks for e-mail and password, says that it is working, and refuses a wrong pair', async ({
  page,
  allowError,
}) => {
  allowError(/401/)
  await page.goto('/')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByText('Email is required')).toBeVisible()
  await expect(page.getByText('Password is required')).toBeVisible()
  let answer: (() => void) | undefined
  const waited = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/login', async (route) => {
    await waited
    await route.continue()
  })
  await fillIn(page, 'lender@brokerline.example', 'not-the-Password-1')
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Signing In...' })).toBeVisible()
  answer?.()
  const toast = toastOf(page, 'Invalid email or password')
  await expect(toast.getByText('Error', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Sign In', exact: true })).toBeEnabled()
})

// Covers: sign-sessions-3
test('A demo account fills the form in, and signing in stays at the address', async ({ page }) => {
  await page.goto('/campaigns?status=paused')
  for (const account of [
    'admin@brokerline.example / demo-Admin-2026',
    'compliance@brokerline.example / demo-Compliance-2026',
  ]) {
    await expect(page.getByText(account)).toBeVisible()
  }
  await page.getByRole('button', { name: /viewer@brokerline\.example/ }).click()
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
  const toast = toastOf(page, 'Logged in successfully')
  await expect(toast.getByText('Success', { exact: true })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Campaigns' })).toBeVisible()
  await expect(page).toHaveURL(/\/campaigns\?status=paused$/)
})

// Covers: console-toasts-1
test('The bars lead to the screens that there are', { tag: '@phone' }, async ({ page, signIn }, info) => {
  await signIn(page, 'lender')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign Dashboard' })).toBeVisible()
  const isPhone = info.project.name === 'phone'
  const links = bar(page, isPhone ? 'Main, bottom' : 'Main').getByRole('link')
  const names = ['Dashboard', 'Campaigns', 'Brokers', ...(isPhone ? [] : ['Settings'])]
  expect((await links.allTextContents()).filter((name) => names.includes(name))).toEqual(names)
  for (const name of names.toReversed()) {
    await links.filter({ hasText: name }).click()
    await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}$`))
    await expect(links.filter({ hasText: name })).toHaveAttribute('aria-current', 'page')
  }
})

// Covers: console-toasts-2
test(
  'On a phone every screen is two taps away, and the list of brokers begins in the upper half',
  {
    tag: '@phone',
  },
  async ({ page, signIn }, info) => {
    test.skip(info.project.name !== 'phone', 'a wide screen has them all in its bar')
    await signIn(page, 'lender')
    await page.goto('/brokers')
    const first = page.getByRole('list', { name: 'Broker Directory' }).getByRole('listitem').first()
    await expect(first).toBeVisible()
    const box = await first.boundingBox()
    expect(box?.y).toBeLessThan(844 / 2)
    expect(box?.height).toBeLessThan(80)
    await page.getByRole('button', { name: 'Filter' }).click()
    await page.getByRole('dialog', { name: 'Filter' }).getByLabel('Region').selectOption('NSW')
    await expect(page).toHaveURL(/region=NSW/)
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(page.getByRole('button', { name: 'Filter (1)' })).toBeVisible()
    await page.goto('/bookings?view=list&period=all')
    const meetings = page.getByRole('list', { name: 'Bookings' })
    await expect(
      meetings.getByText(/^(Yesterday, |Tomorrow, |Today, )?\w{3} \d+ \w{3}/).first(),
    ).toBeVisible()
    // the bookings are not in the bar itself
    await expect(bar(page, 'Main, bottom').getByRole('button', { name: /^More/ })).toHaveAttribute(
      'aria-current',
      'true',
    )
    const meeting = await meetings.getByRole('button').first().boundingBox()
    expect(meeting?.height).toBeLessThan(80)
    await meetings.getByRole('button').first().click()
    await expect(page.getByRole('dialog', { name: /^Meeting/ })).toBeVisible()
    await page.keyboard.press('Escape')
    for (const [name, path] of [
      ['Microsites', /\/microsites$/],
      ['Suppressed numbers', /\/brokers\/suppressions$/],
    ] as const) {
      await bar(page, 'Main, bottom').getByRole('button', { name: /^More/ }).click()
      await page.getByRole('dialog', { name: 'All screens' }).getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
    }
  },
)

// Covers: console-toasts-3
test('The search lists people first, runs actions and lists recent records; ? lists the keys of the screen', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  await signIn(page, 'lender')
  await page.goto('/brokers')
  const someone = ((await (await page.request.get('/api/brokers?limit=1')).json()) as { name: string }[])[0]
  const name = someone?.name ?? ''
  const search = page.getByRole('dialog', { name: 'Search' })
  const chosen = search.locator('[cmdk-item][data-selected=true]')
  // people are found last, and are chosen all the same
  const calls = page.waitForResponse(/\/api\/calls\?.*limit=5/)
  await page.route(/\/api\/brokers\?.*limit=5/, async (route) => {
    await calls
    await route.continue()
  })
  await expect(page.getByRole('heading', { name: 'Broker Directory' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await search.getByRole('combobox').fill(name)
  await expect(search.getByText('Brokers', { exact: true })).toBeVisible()
  await expect(chosen).toContainText(name)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await expect(chosen).toContainText(name)
  await search.getByRole('combobox').fill('new')
  await search.getByRole('option', { name: 'New campaign' }).click()
  await expect(page.getByRole('dialog', { name: 'Create New Campaign' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.goto('/brokers')
  await page.getByRole('row').nth(1).waitFor()
  await page.keyboard.press('Shift+?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await expect(sheet.getByRole('region', { name: 'Broker Directory' })).toContainText('Select the row')
})

// Covers: console-toasts-4
test('The user menu shows name and e-mail, and signs out to the home page', { tag: '@desk-first' }, async ({
  page,
  signIn,
  allowError,
}) => {
  // the response to a read that is in flight when the session ends
  allowError(/401 \(Unauthorized\)/)
  await signIn(page, 'lender')
  await page.goto('/brokers')
  const user = await (await page.request.get('/api/auth/user')).json()
  const button = page.getByRole('button', { name: `User menu, ${user.firstName}` })
  await button.click()
  const menu = page.getByRole('menu')
  await expect(menu).toContainText(`${user.firstName} ${user.lastName}`)
  await expect(menu).toContainText('lender@brokerline.example')
  await menu.getByRole('menuitem', { name: 'Sign out' }).click()
  await expect(page.getByRole('heading', { name: 'Sign in to the console' })).toBeVisible()
  await expect(page).toHaveURL(/\/(dashboard)?$/)
  expect((await page.request.get('/api/auth/user')).status()).toBe(401)
})

// Covers: console-toasts-6
test('The console shows Loading... until the session is loaded', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  await signIn(page, 'lender')
  let answer: (() => void) | undefined
  const waited = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/auth/user', async (route) => {
    await waited
    await route.continue()
  })
  await page.goto('/')
  await expect(page.getByText('Loading...', { exact: true })).toBeVisible()
  answer?.()
  await expect(page.getByRole('heading', { level: 1, name: 'Campaign Dashboard' })).toBeVisible()
  await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0)
})

// Covers: console-toasts-7
test('Offline, a banner and the status line say so, a change is kept in its form, and all goes on with the network', async ({
  page,
  context,
  allowError,
  signIn,
}) => {
  allowError(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_NETWORK/)
  await signIn(page, 'admin')
  await page.goto('/settings?tab=system')
  const name = page.getByLabel('Trading name')
  await name.fill('Lumen Street')
  const status = page.getByRole('contentinfo')
  await expect(status.getByText('Live', { exact: true })).toBeVisible()
  const banner = page.getByText("You're offline. Some features may be limited.", { exact: true })
  await expect(banner).toHaveCount(0)
  await context.setOffline(true)
  await expect(banner).toBeVisible()
  await expect(status.getByText('Offline', { exact: true })).toBeVisible()
  await name.press('Enter')
  await expect(toastOf(page, 'You’re offline, so this was not saved.')).toBeVisible()
  await expect(name).toHaveValue('Lumen Street')
  await context.setOffline(false)
  await expect(banner).toHaveCount(0)
  await expect(status.getByText('Live', { exact: true })).toBeVisible()
  await name.press('Enter')
  await expect(toastOf(page, 'Organisation saved')).toBeVisible()
})

test('A banner shows while the server cannot reach its database, and all pages recover automatically', {
  tag: '@deep',
}, async ({ page, signIn, allowError }) => {
  await signIn(page, 'viewer')
  allowError(/503/)
  const away = { code: 'unavailable', message: DATABASE_AWAY, requestId: 'r' }
  let isAway = true
  await page.route(/\/(api\/brokers|readyz)/, (route) =>
    isAway ? route.fulfill({ status: 503, json: away }) : route.continue(),
  )
  await page.goto('/brokers')
  const banner = page.getByText('The database cannot be reached right now.')
  await expect(banner).toBeVisible()
  isAway = false
  await expect(banner).toHaveCount(0)
  await expect(page.getByRole('region', { name: 'Broker Directory' }).getByRole('row').nth(1)).toBeVisible()
})

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow' })

  // Covers: console-toasts-7, console-toasts-27
  test('What the console is made of is kept for times without a network, and no data', {
    tag: '@deep',
  }, async ({ page, signIn, allowError }) => {
    await signIn(page, 'lender')
    await page.goto('/dashboard')
    await expect.poll(() => cachedPaths(page)).toContain('/dashboard')
    const kept = await cachedPaths(page)
    expect(kept.filter((path) => /^\/assets\/.*\.js$/.test(path)).length).toBeGreaterThan(20)
    expect(kept.filter((path) => path.startsWith('/api/'))).toEqual([])

    const browser = await page.context().newCDPSession(page)
    const { installabilityErrors } = await browser.send('Page.getInstallabilityErrors')
    // tests run in an incognito window
    expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
    const { errors, data } = await browser.send('Page.getAppManifest')
    expect(errors).toEqual([])
    const { icons, start_url } = JSON.parse(data ?? '')
    for (const { src, type } of icons) {
      const icon = await page.request.get(src)
      expect({ src, status: icon.status(), type: icon.headers()['content-type'] }).toMatchObject({
        status: 200,
        type: expect.stringContaining(type),
      })
    }
    expect(icons.filter(({ purpose }: { purpose?: string }) => purpose === 'maskable')).toHaveLength(1)

    // without a network the console opens, and shows why it has no data
    allowError(/ERR_INTERNET_DISCONNECTED|Failed to fetch/)
    await page.context().setOffline(true)
    await page.goto(start_url)
    await expect(page.getByText('Brokerline could not be opened.')).toBeVisible()
    await expect(page.getByText('Check your connection and try again.')).toBeVisible()
    await expect(page.getByRole('main').getByText('Brokerline', { exact: true })).toBeVisible()
    // it opens again without a press
    await page.context().setOffline(false)
    await expect(page.getByRole('heading', { name: 'Campaign Dashboard' })).toBeVisible()
  })
})

test.describe('with a clock', () => {
  test.use({ ownContext: true })

  // Covers: console-toasts-8
  test('A toast is reached with F8, dismissed by a swipe to the right, and disappears after five seconds', {
    tag: '@deep',
  }, async ({ page, allowError }) => {
    allowError(/401/)
    await page.clock.install()
    await page.goto('/')
    const toast = toastOf(page, 'Invalid email or password')
    const refuse = async () => {
      await fillIn(page, 'viewer@brokerline.example', 'not-the-Password-1')
      await page.getByRole('button', { name: 'Sign In', exact: true }).click()
      await expect(toast).toBeVisible()
    }
    await refuse()
    await page.keyboard.press('F8')
    await expect(toast.or(page.locator('[data-toasts]')).and(page.locator(':focus'))).toHaveCount(1)
    await page.getByLabel('Email').focus()
    const box = await toast.boundingBox()
    if (!box) throw new Error('The toast has no place on the screen.')
    await page.mouse.move(box.x + 20, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(box.x + 100, box.y + 20, { steps: 5 })
    await page.mouse.up()
    await expect(toast).toHaveCount(0)
    await refuse()
    await page.mouse.move(0, 0)
    await page.clock.runFor(4000)
    await expect(toast).toBeVisible()
    await page.clock.runFor(2000)
    await expect(toast).toHaveCount(0)
  })
})

// Covers: console-toasts-5
test('Over an external database every page shows that the demo world is open to all visitors', {
  tag: '@deep',
}, async ({ page, signIn }) => {
  const answer = await page.request.get('/api/auth/demo')
  const demo = (await answer.json()) as object // the contract's type
  await page.route('**/api/auth/demo', (route) => route.fulfill({ json: { ...demo, external: true } }))
  const banner = page.getByText(/^Demo data on an external database: accounts with published passwords/)
  await page.goto('/')
  await expect(banner).toBeVisible()
  await signIn(page, 'viewer')
  await page.goto('/brokers')
  await expect(page.getByRole('heading', { name: 'Broker Directory' })).toBeVisible()
  await expect(banner).toBeVisible()
})

// Covers: console-toasts-5
test('A badge says by which clock the simulator judges the calling hours', { tag: '@deep' }, async ({
  page,
  signIn,
}) => {
  await signIn(page, 'viewer')
  const answer = await page.request.get('/api/calling-clock')
  const clock = (await answer.json()) as object // the contract's type
  await page.route('**/api/calling-clock', (route) =>
    route.fulfill({ json: { ...clock, simulated: true, now: '2026-11-24T12:00:05+11:00', speed: 1 } }),
  )
  await page.goto('/dashboard')
  await expect(
    page.getByText(/Simulator: calling hours judged as Tue,? 24 Nov.*12:0\d\s?pm AEDT/).first(),
  ).toBeVisible()
})
