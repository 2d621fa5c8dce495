// Dashboards as people leave them open: each with its own session.
import { type CDPSession, chromium } from '@playwright/test'
import { demoAdmin } from '#test/product/client.ts'
import { chromiumPath } from '../../tools/chromium.ts'

/** Work of the first dashboard's page since the last reading. */
export interface Work {
  /** Seconds in which the page's main thread was busy, and of these with scripts. */
  busy: number
  scripts: number
  /** Number of freezes longer than 100 ms. */
  stills: number
  requests: number
}

export interface Dashboards {
  work(): Promise<Work>
  close(): Promise<void>
}

const STILL_MS = 100
const nothing: Work = { busy: 0, scripts: 0, stills: 0, requests: 0 }

/** @param path of the screen that is open */
export async function openDashboards(url: string, count: number, path = '/'): Promise<Dashboards> {
  if (count === 0) return { work: async () => nothing, close: async () => undefined }
  const { path: executablePath, args } = await chromiumPath()
  const browser = await chromium.launch({ executablePath, args })
  const sessions: CDPSession[] = []
  let requests = 0
  for (let opened = 0; opened < count; opened++) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: url })
    const page = await context.newPage()
    await context.request.post('/api/login', { data: demoAdmin, headers: { origin: url } })
    await page.addInitScript(countStills, STILL_MS)
    page.on('request', () => {
      requests += 1
    })
    await page.goto(path)
    await page.getByRole('heading', { level: 1 }).first().waitFor()
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable')
    sessions.push(session)
  }
  let before = { ...nothing }
  return {
    async work() {
      const now = { ...(await measure(sessions[0])), requests }
      const since = difference(now, before)
      before = now
      return since
    },
    close: () => browser.close(),
  }
}

/** Runs in the page. */
function countStills(longest: number): void {
  const counted = globalThis as { stills?: number }
  counted.stills = 0
  new PerformanceObserver((list) => {
    counted.stills =
      (counted.stills ?? 0) + list.getEntries().filter(({ duration }) => duration > longest).length
  }).observe({ type: 'longtask' })
}

async function measure(session: CDPSession | undefined): Promise<Omit<Work, 'requests'>> {
  if (!session) return nothing
  const { metrics } = await session.send('Performance.getMetrics')
  const named = (name: string): number => metrics.find((metric) => metric.name === name)?.value ?? 0
  const { result } = await session.send('Runtime.evaluate', { expression: 'globalThis.stills' })
  return { busy: named('TaskDuration'), scripts: named('ScriptDuration'), stills: Number(result.value) }
}

const difference = (now: Work, before: Work): Work => ({
  busy: now.busy - before.busy,
  scripts: now.scripts - before.scripts,
  stills: now.stills - before.stills,
  requests: now.requests - before.requests,
})
