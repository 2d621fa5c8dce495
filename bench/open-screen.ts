// A screen opened within the page, as a link does.
import type { Page } from '@playwright/test'

/** Counts the page's pending reads. To be called before the page loads. */
export async function prepare(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const reads = { pending: 0 }
    Object.assign(globalThis, { reads })
    const { fetch } = globalThis
    globalThis.fetch = async (...given) => {
      reads.pending += 1
      try {
        return await fetch(...given)
      } finally {
        reads.pending -= 1
      }
    }
  })
}

/** @returns ms until its heading is shown without skeletons; resolves once its reads are answered too. @throws where it never is */
export async function open(page: Page, address: string): Promise<number> {
  return page.evaluate(async (to) => {
    const { reads } = globalThis as unknown as { reads: { pending: number } } // put there before the page loaded
    if (location.pathname + location.search === to) return 0
    const STILL_MS = 150
    const frame = () => new Promise((drawn) => requestAnimationFrame(drawn))
    const until = async (what: string, isTrue: () => boolean): Promise<void> => {
      const giveUpAt = performance.now() + 20_000
      while (!isTrue()) {
        if (performance.now() > giveUpAt) throw new Error(`${to}: ${what} within 20 s`)
        await frame()
      }
    }
    const before = document.querySelector('h1')
    const from = performance.now()
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    await until('not shown', () => {
      const heading = document.querySelector('h1')
      return heading !== null && heading !== before && document.querySelector('main .skeleton') === null
    })
    const shown = performance.now() - from
    let busyAt = performance.now()
    await until('its reads never ended', () => {
      if (reads.pending > 0) busyAt = performance.now()
      return performance.now() - busyAt > STILL_MS
    })
    return shown
  }, address)
}
