import type { Browser, BrowserContext, BrowserContextOptions } from '@playwright/test'

/** Contexts of one worker's browser that its tests use one after the other. */
export interface SharedContexts {
  /** The context for these options, with nothing in it of the test before but the files that the browser has read. */
  open(options: BrowserContextOptions): Promise<BrowserContext>
  /** Removes a test's remains: pages, cookies, stored values, routes, permissions. Leaves one empty page for the next. */
  clear(context: BrowserContext): Promise<void>
  close(): Promise<void>
}

/**
 * A context whose pages report violations of their own policy as errors: the browser shows them only in developer
 * tools.
 */
export async function openContext(browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> {
  const context = await browser.newContext(options)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, sourceFile }) =>
      console.error(`forbidden by ${violatedDirective}: ${blockedURI}, asked for by ${sourceFile}`),
    )
  })
  return context
}

/**
 * With a new context, every test would load and compile the console's files again, which is half of a short test's
 * time.
 * @param origin whose stored values are removed
 */
export function shareContexts(browser: Browser, origin: string): SharedContexts {
  const contexts = new Map<string, Promise<BrowserContext>>()
  return {
    open(options) {
      const key = JSON.stringify(options)
      const context = contexts.get(key) ?? openContext(browser, options)
      contexts.set(key, context)
      return context
    },
    async clear(context) {
      await context.unrouteAll({ behavior: 'ignoreErrors' })
      for (const page of context.pages()) await page.close()
      await context.clearCookies()
      await context.clearPermissions()
      const page = await context.newPage()
      // Playwright puts its clock into a context for good: the tests after it would wait for a time that does not pass
      const clocked = await page.evaluate(() => !/native code/.test(String(setTimeout)))
      if (clocked) throw new Error('A test that sets the clock needs `test.use({ ownContext: true })`.')
      const session = await context.newCDPSession(page)
      await session.send('Storage.clearDataForOrigin', {
        origin,
        storageTypes: 'local_storage,indexeddb,cache_storage',
      })
      await session.detach()
    },
    async close() {
      for (const context of contexts.values()) await (await context).close()
    },
  }
}
