// Every screen of the console while a campaign with 100 lines runs: layout shifts, main thread tasks over 50 ms, and
// the load time of the next screen once it has been open before. The screens are those of the contract. Run: node
// bench/live-screens.ts [seconds for each screen]
import { chromium, type Page } from '@playwright/test'
import { generateX25519Identity } from 'age-encryption'
import { consolePaths } from '#contract/screens.ts'
import { startDatabase } from '#test/database.ts'
import { demoAdmin, signIn } from '#test/product/client.ts'
import { startServer } from '#test/product/server.ts'
import { chromiumPath } from '../tools/chromium.ts'
import { costs } from './pace/costs.ts'
import { observe, seen } from './pace/observed.ts'
import { fillBrokers } from './pace/world.ts'
import { median } from './quantile.ts'

const MOST = { shift: 0.02, tasks: 3, nextMs: 100 }
const BROKERS = 60_000
/** A screen is opened so often from another one; the middle time counts. */
const OPENINGS = 5
const seconds = Number(process.argv[2] ?? 15)

const database = await startDatabase({ shared_preload_libraries: 'pg_stat_statements' })
const server = await startServer({
  env: {
    ...{ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl, SIM_SPEED: '60' },
    ...{ SESSION_SECRET: 'x'.repeat(40), VAULT_KEY: await generateX25519Identity() },
    ...{ SIM_NOW: '2026-11-24T09:05:00+11:00', SIM_OUTCOMES: 'realistic' },
  },
})
const measured = await costs(database.ownerUrl, server.pid)
const { path: executablePath, args } = await chromiumPath()
const browser = await chromium.launch({ executablePath, args })
try {
  await fillBrokers(measured.client, BROKERS)
  const staff = await signIn(server.url)
  const { id } = await staff.post<{ id: number }>('/api/campaigns', {
    ...{ name: 'Live', product: 'Flex Home Loan', callScript: 'Hello {{firstName}}, this is about a loan.' },
    ...{ rateType: 'p.a.', maxConcurrentCalls: 100 },
  })
  await staff.post(`/api/campaigns/${id}/start-calls`, {})
  const [broker] = await staff.get<{ id: number }[]>('/api/brokers?limit=1&sort=name')
  const [microsite] = await staff.get<{ id: number }[]>('/api/microsites?limit=1')
  const records: Record<string, number | undefined> = {
    campaigns: id,
    brokers: broker?.id,
    microsites: microsite?.id,
  }
  const paths = consolePaths
    .filter((path) => path !== '/')
    .map((path) => path.replace(':id', String(records[path.split('/')[1] ?? ''])))

  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: server.url })
  await context.request.post('/api/login', { data: demoAdmin, headers: { origin: server.url } })
  const page = await context.newPage()
  await observe(page)
  await page.goto('/security')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // once each, so that its script is there
  for (const path of paths) await go(page, path)
  for (const path of paths) {
    const opened: number[] = []
    for (let time = 0; time < OPENINGS; time++) {
      await go(page, path === '/security' ? '/team' : '/security')
      // let the work of the previous screen finish
      await page.waitForTimeout(300)
      opened.push(await go(page, path))
    }
    const nextMs = median(opened)
    await page.waitForTimeout(1500)
    // discard the measurements of the screen's load, which is a different matter than shifts while a user reads it
    await seen(page)
    await page.waitForTimeout(seconds * 1000)
    const { shift, tasks, moved } = await seen(page)
    const missed = [
      ...(shift > MOST.shift ? [`moves: ${moved}`] : []),
      ...(tasks.length > MOST.tasks ? [`busy, longest ${Math.max(...tasks).toFixed(0)} ms`] : []),
      ...(nextMs > MOST.nextMs ? ['slow to open'] : []),
    ]
    console.log(
      `${missed.length === 0 ? 'ok    ' : 'MISSED'} ${path}: shift ${shift.toFixed(3)}, ${tasks.length} tasks over 50 ms, ` +
        `next screen ${nextMs.toFixed(0)} ms (${opened.map((ms) => ms.toFixed(0)).join(', ')})${missed.length > 0 ? `; ${missed.join('; ')}` : ''}`,
    )
    if (missed.length > 0) process.exitCode = 1
  }
  const { progress } = await staff.get<{ progress: { inFlight: number; done: number } }>(
    `/api/campaigns/${id}`,
  )
  console.log(`the campaign at the end: ${progress.inFlight} live calls, ${progress.done} brokers finished`)
} finally {
  await browser.close()
  await server.stop()
  await measured.close()
  await database.stop()
}

/** Opens a screen as a link within the page does. @returns ms until its heading is shown */
async function go(page: Page, path: string): Promise<number> {
  const ms = await page.evaluate(async (to) => {
    const before = document.querySelector('h1')
    const from = performance.now()
    const stands = new Promise<void>((done) => {
      const look = (): void => {
        const heading = document.querySelector('h1')
        if (heading && heading !== before && location.pathname === to) done()
        else requestAnimationFrame(look)
      }
      look()
    })
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
    await Promise.race([stands, new Promise((late) => setTimeout(late, 10_000))])
    return performance.now() - from
  }, path)
  return ms
}
