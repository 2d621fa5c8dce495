import {
  type BrowserContext,
  test as base,
  type ConsoleMessage,
  type Cookie,
  expect,
  type Page,
  type WebError,
} from '@playwright/test'
import { type RunningServer, startServer } from '#test/product/server.ts'
import { openContext, type SharedContexts, shareContexts } from './contexts.ts'

export { expect }

export type Role = 'admin' | 'lender' | 'compliance' | 'viewer'

type TestFixtures = {
  /** The test gets a browser context that no other test uses: for clocks and service workers, which stay in it. */
  ownContext: boolean
  /** Names an error in the browser's console that this test provokes; any other one fails the test. */
  allowError(pattern: RegExp): void
  /** Watches a context that the test opened itself, as `page` is watched. */
  watchErrors(context: BrowserContext): void
  /** Disconnects the page from the stream of changes, so that it refetches nothing during the test. */
  stopLive(page: Page): Promise<void>
  /** Signs the page's context in with the demo account of `role`, once for all tests of a worker; reloads its page. */
  signIn(page: Page, role: Role): Promise<void>
  serverOutput: undefined
}

type WorkerFixtures = {
  /** Variables of the server in addition to the defaults; `test.use({ serverEnv })` starts a server of its own. */
  serverEnv: Record<string, string>
  /** The session that each role has on the worker's server. */
  sessions: Map<Role, { cookies: Cookie[]; at: number }>
  /** One server with its own database for all tests of a worker. */
  server: RunningServer
  sharedContexts: SharedContexts
}

type Watch = { errors: string[]; allowed: RegExp[] }

const watches = new WeakMap<object, Watch>()

/** After so long, a kept session is replaced by a new one. */
const KEPT_MS = 5 * 60_000

/** Faults of our routes, which the router reports as warnings only. */
const ROUTER_WARNING = /HydrateFallback|only supports one blocker|React Router/

/** @returns ends the watch */
function watch(context: BrowserContext, { errors }: Watch): () => void {
  const note = (event: WebError) => errors.push(String(event.error()))
  const noteMessage = (message: ConsoleMessage) => {
    const isRouters = message.type() === 'warning' && ROUTER_WARNING.test(message.text())
    if (message.type() !== 'error' && !isRouters) return
    const { url } = message.location()
    errors.push(url ? `${message.text()} (${url})` : message.text())
  }
  context.on('weberror', note).on('console', noteMessage)
  return () => context.off('weberror', note).off('console', noteMessage)
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  serverEnv: [{}, { scope: 'worker', option: true }],
  server: [
    async ({ serverEnv }, use) => {
      // without the demo there is nothing to begin with
      const copyOf = serverEnv.DEMO === 'off' ? undefined : process.env.DEMO_WORLD
      const server = await startServer({ env: serverEnv, copyOf })
      await use(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
  // biome-ignore lint/correctness/noUnusedFunctionParameters: another server knows none of these sessions
  sessions: [async ({ server }, use) => use(new Map()), { scope: 'worker' }],
  baseURL: async ({ server }, use) => use(server.url),
  sharedContexts: [
    async ({ browser, server }, use) => {
      const contexts = shareContexts(browser, server.url)
      await use(contexts)
      await contexts.close()
    },
    { scope: 'worker' },
  ],
  ownContext: [false, { option: true }],
  context: async (
    { browser, sharedContexts, ownContext, baseURL, serviceWorkers, timezoneId },
    use,
    testInfo,
  ) => {
    const own: Watch = { errors: [], allowed: [] }
    watches.set(testInfo, own)
    const options = { baseURL, serviceWorkers, timezoneId }
    // a trace begins with its context
    const alone = ownContext || serviceWorkers === 'allow' || testInfo.retry > 0
    const context = await (alone ? openContext(browser, options) : sharedContexts.open(options))
    const unwatch = watch(context, own)
    await use(context)
    unwatch()
    await (alone ? context.close() : sharedContexts.clear(context))
    const unexpected = own.errors.filter((error) => !own.allowed.some((pattern) => pattern.test(error)))
    expect(unexpected, 'errors in the browser').toEqual([])
  },
  // another page would start another process of the browser
  page: async ({ context }, use) => use(context.pages()[0] ?? (await context.newPage())),
  // biome-ignore lint/correctness/noUnusedFunctionParameters: asking for the context makes it watched first
  allowError: async ({ context }, use, testInfo) => {
    await use((pattern) => watches.get(testInfo)?.allowed.push(pattern))
  },
  // biome-ignore lint/correctness/noUnusedFunctionParameters: asking for the context makes it watched first
  watchErrors: async ({ context }, use, testInfo) => {
    await use((other) => {
      const own = watches.get(testInfo)
      if (own) watch(other, own)
    })
  },
  stopLive: async ({ allowError }, use) => {
    await use(async (page) => {
      allowError(/api\/events/)
      await page.route('**/api/events?*', (route) => route.abort())
    })
  },
  signIn: async ({ sessions }, use) => {
    const open = async (page: Page, role: Role): Promise<void> => {
      const kept = sessions.get(role)
      // changes of keys, access and retention need a sign-in of the last ten minutes
      if (kept && Date.now() - kept.at < KEPT_MS) {
        await page.context().addCookies(kept.cookies)
        // a test may have signed out
        if ((await page.request.get('/api/auth/user')).ok()) return
      }
      const password = `demo-${role.charAt(0).toUpperCase()}${role.slice(1)}-2026`
      const answer = await page.request.post('/api/login', {
        data: { email: `${role}@brokerline.example`, password },
      })
      expect(answer.status(), `sign-in as ${role}`).toBe(200)
      sessions.set(role, { cookies: await page.context().cookies(), at: Date.now() })
    }
    await use(async (page, role) => {
      const address = page.url()
      if (address === 'about:blank') return open(page, role)
      // a page of one role would be refused when it refetches with another's cookie
      await page.goto('about:blank')
      await open(page, role)
      await page.goto(address)
    })
  },
  serverOutput: [
    async ({ server }, use, testInfo) => {
      const before = server.output().length
      await use(undefined)
      if (testInfo.status === testInfo.expectedStatus) return
      await testInfo.attach('server output', {
        body: server.output().slice(before),
        contentType: 'text/plain',
      })
    },
    { auto: true },
  ],
})
