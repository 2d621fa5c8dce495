// Every screen of the console with the data of a large lender, compared with the demo world on the same server: the time of the
// next screen once it has been open before, the time of its reads, the height of the page, and the place of the first row.
// Run: node bench/volume.ts [part of a screen's name …]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page, type Request } from '@playwright/test'
import { type Place, places } from '#e2e/screens/places.ts'
import { firstRow } from '#e2e/ui/first-row.ts'
import { demoAdmin } from '#test/product/client.ts'
import { makeDemoWorld } from '#test/product/demo-world.ts'
import { fillServer } from '#test/product/fill-server.ts'
import { startServer } from '#test/product/server.ts'
import { LARGE_LENDER } from '#test/worlds/volume-world.ts'
import { chromiumPath } from '../tools/chromium.ts'
import { open, prepare } from './open-screen.ts'
import { median } from './quantile.ts'

const MOST = { times: 2, height: 4000 }
const DESK = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 844 }
/** Each screen is opened so often; the middle time counts. */
const OPENINGS = 5
/** Below this the browser's own work dominates, so that a ratio is meaningless. */
const NOISE_MS = 25

/** Screens whose subject is a form, a record or a report: their lists may begin further down. */
const NO_LISTS = /import|rules|scorecard|one|visits|analytics|settings data|retention|numbers|security/
const isList = (name: string): boolean => !NO_LISTS.test(name)

interface Measured {
  /** ms until the screen is shown. */
  shown: number
  /** ms of its reads, one after the other. */
  reads: number
  height: number
  /** Bottom of the first row; null: the screen has no list. */
  row: number | null
  phoneRow: number | null
}

const wanted = process.argv.slice(2)
const screens = places.filter(
  ({ as, name }) => as === 'staff' && (wanted.length === 0 || wanted.some((part) => name.includes(part))),
)
const world = process.env.DEMO_WORLD ?? (await mkdtemp(join(tmpdir(), 'brokerline-world-')))
if (!process.env.DEMO_WORLD) await makeDemoWorld(world)
const demo = await startServer({ copyOf: world })
const large = await startServer({ copyOf: world })
const { path: executablePath, args } = await chromiumPath()
const browser = await chromium.launch({ executablePath, args })
try {
  const from = performance.now()
  await fillServer(large.dataDir, LARGE_LENDER)
  console.log(`filled in ${((performance.now() - from) / 1000).toFixed(0)} s`)
  const pages = { demo: await signedIn(demo.url), large: await signedIn(large.url) }
  for (const place of screens) {
    try {
      report(place.name, await measure(pages, place))
    } catch (error) {
      console.log(`NOT MEASURED ${place.name}: ${String(error).split('\n')[0]}`)
      process.exitCode = 1
    }
  }
} finally {
  await browser.close()
  await demo.stop()
  await large.stop()
  if (!process.env.DEMO_WORLD) await rm(world, { recursive: true, force: true })
}

async function signedIn(baseURL: string): Promise<Page> {
  const context = await browser.newContext({ viewport: DESK, baseURL, reducedMotion: 'reduce' })
  await context.request.post('/api/login', { data: demoAdmin, headers: { origin: baseURL } })
  const page = await context.newPage()
  await prepare(page)
  await page.goto('/security')
  await page.getByRole('heading', { level: 1 }).waitFor()
  return page
}

type Pair<T> = Record<'demo' | 'large', T>

/** Both worlds in turn, opening by opening, so that other work on the machine delays both alike. */
async function measure(pages: Pair<Page>, place: Place): Promise<Pair<Measured>> {
  const first = { demo: await firstOpening(pages.demo, place), large: await firstOpening(pages.large, place) }
  const shown: Pair<number[]> = { demo: [], large: [] }
  const reads: Pair<number[]> = { demo: [], large: [] }
  for (let time = 0; time < OPENINGS; time++) {
    for (const which of ['demo', 'large'] as const) {
      await pages[which].bringToFront()
      await open(pages[which], first[which].away)
      shown[which].push(await open(pages[which], first[which].address))
      reads[which].push(await timeOf(pages[which], first[which].requests))
    }
  }
  const measured = (which: 'demo' | 'large'): Measured => ({
    ...{ shown: median(shown[which]), reads: median(reads[which]) },
    ...first[which].looks,
  })
  return { demo: measured('demo'), large: measured('large') }
}

/** The first opening loads the script of the screen. */
async function firstOpening(page: Page, { path }: Place) {
  await page.bringToFront()
  const address = typeof path === 'string' ? path : await path(page)
  const away = address === '/security' ? '/team' : '/security'
  const requests = new Set<string>()
  const note = (request: Request): void => {
    const { pathname, search } = new URL(request.url())
    const isRead = request.method() === 'GET' && pathname.startsWith('/api/') && pathname !== '/api/events'
    if (isRead) requests.add(pathname + search)
  }
  await open(page, away)
  page.on('request', note)
  await open(page, address)
  page.off('request', note)
  const { height, row } = await firstRow(page)
  await page.setViewportSize(PHONE)
  const phone = await firstRow(page)
  await page.setViewportSize(DESK)
  return { address, away, requests, looks: { height, row, phoneRow: phone.row } }
}

/** Milliseconds of these reads, one after the other. */
async function timeOf(page: Page, requests: Iterable<string>): Promise<number> {
  const from = performance.now()
  for (const address of requests) await page.request.get(address)
  return performance.now() - from
}

function report(name: string, { demo: before, large: volume }: Pair<Measured>): void {
  const times = volume.shown / Math.max(before.shown, NOISE_MS)
  const reads = volume.reads / Math.max(before.reads, NOISE_MS)
  const missed = [
    ...(times > MOST.times ? ['slower to show'] : []),
    ...(reads > MOST.times ? ['slower reads'] : []),
    ...(volume.height > MOST.height ? ['too tall'] : []),
    ...(isList(name) && volume.row !== null && volume.row > DESK.height ? ['first row below the fold'] : []),
    ...(isList(name) && volume.phoneRow !== null && volume.phoneRow > PHONE.height
      ? ['first row below the fold of a phone']
      : []),
  ]
  console.log(
    `${missed.length === 0 ? 'ok    ' : 'MISSED'} ${name}: shown ${before.shown.toFixed(0)} → ${volume.shown.toFixed(0)} ms (${times.toFixed(2)}), ` +
      `reads ${before.reads.toFixed(0)} → ${volume.reads.toFixed(0)} ms (${reads.toFixed(2)}), height ${volume.height}, ` +
      `first row ends at ${volume.row ?? '-'}, on a phone at ${volume.phoneRow ?? '-'}${missed.length > 0 ? `; ${missed.join('; ')}` : ''}`,
  )
  if (missed.length > 0) process.exitCode = 1
}
