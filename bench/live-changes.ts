// How long a change by one member of staff takes to reach the open screen of another, on a second process over the same
// database. Limit: 2 s for each of the changes. Run: node bench/live-changes.ts [changes]
import { chromium } from '@playwright/test'
import { generateX25519Identity } from 'age-encryption'
import { startDatabase } from '#test/database.ts'
import { demoAdmin, signIn } from '#test/product/client.ts'
import { startServer } from '#test/product/server.ts'
import { chromiumPath } from '../tools/chromium.ts'
import { median } from './quantile.ts'

const LIMIT_MS = 2000
const changes = Number(process.argv[2] ?? 20)
const viewer = { email: 'viewer@brokerline.example', password: 'demo-Viewer-2026' }

const database = await startDatabase()
const env = {
  ...{ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl },
  ...{ SESSION_SECRET: 'x'.repeat(40), VAULT_KEY: await generateX25519Identity() },
}
const first = await startServer({ env })
const second = await startServer({ env })
const { path: executablePath, args } = await chromiumPath()
const browser = await chromium.launch({ executablePath, args })
try {
  const editor = await signIn(first.url, demoAdmin)
  const [broker] = await editor.get<{ id: number }[]>('/api/brokers?limit=1&sort=name')
  if (!broker) throw new Error('The demo world has no broker.')
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, baseURL: second.url })
  await context.request.post('/api/login', { data: viewer, headers: { origin: second.url } })
  const page = await context.newPage()
  await page.goto(`/brokers/${broker.id}`)
  const heading = page.getByRole('heading', { level: 1 })
  await heading.waitFor()
  const times: number[] = []
  for (let change = 1; change <= changes; change++) {
    const name = `Ngaire Vale-${'ABCDEFGHIJKLMNOPQRSTUVWXYZ'[change % 26]}ora`
    const from = performance.now()
    await editor.patch(`/api/brokers/${broker.id}`, { name })
    await heading.filter({ hasText: name }).waitFor()
    times.push(performance.now() - from)
  }
  const slowest = Math.max(...times)
  console.log(
    `${slowest <= LIMIT_MS ? 'ok    ' : 'MISSED'} ${changes} changes on another process's screen: ` +
      `median ${median(times).toFixed(0)} ms, slowest ${slowest.toFixed(0)} ms`,
  )
  if (slowest > LIMIT_MS) process.exitCode = 1
} finally {
  await browser.close()
  await second.stop()
  await first.stop()
  await database.stop()
}
