// Lighthouse on the public pages on a phone and on every screen of the console on a desktop: median of five runs each,
// against the required limits. Needs no network; the Chromium is the one of the tests.
// Run: node bench/lighthouse.ts [runs] [part of an address …]
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse, { desktopConfig } from 'lighthouse'
import { consolePaths } from '#contract/screens.ts'
import { demoAdmin } from '#test/product/client.ts'
import { startServer } from '#test/product/server.ts'
import { chromiumPath } from '../tools/chromium.ts'
import { median } from './quantile.ts'

const RUNS = Number(process.argv[2] ?? 5)
const wanted = process.argv.slice(3)
const MAX_SHIFT = { public: 0.001, portal: 0.001, console: 0.02 }

interface Shown {
  path: string
  /** Least points. */
  performance: number
  /** The visitor: any person on a phone, a broker on a phone, or a member of staff on a desktop. */
  as: 'public' | 'portal' | 'console'
}

const publicPages: Shown[] = [
  { path: '/microsite/premium-home-loan', performance: 95, as: 'public' },
  { path: '/booking', performance: 90, as: 'public' },
  { path: '/accreditation', performance: 90, as: 'public' },
  { path: '/broker-portal', performance: 90, as: 'portal' },
]
const pages = [
  ...publicPages,
  ...consolePaths
    .filter((path) => path !== '/')
    // the demo world numbers its records from 1
    .map((path): Shown => ({ path: path.replace(':id', '1'), performance: 90, as: 'console' })),
].filter(({ path }) => wanted.length === 0 || wanted.some((part) => path.includes(part)))

const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const
type Category = (typeof categories)[number]
/** Portal and console are excluded from search engines, so the SEO category is skipped. */
const judgedFor = {
  public: categories,
  portal: categories.slice(0, 3),
  console: categories.slice(0, 3),
} as const

interface Run {
  scores: Record<Category, number>
  /** Cumulative layout shift. */
  shift: number
  /** Milliseconds until the largest part of the page is drawn, on a slow phone. */
  largest: number
  /** Audits below full marks, performance left out. */
  faults: string[]
}

interface Browser {
  port: number
  child: ChildProcess
  folder: string
}

async function startBrowser(): Promise<Browser> {
  const { path, args } = await chromiumPath()
  const folder = await mkdtemp(join(tmpdir(), 'lighthouse-'))
  const own = ['--headless=new', '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank']
  const child = spawn(path, [...args, ...own], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  for await (const chunk of child.stderr ?? []) {
    said += String(chunk)
    const port = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said)?.[1]
    if (port) return { port: Number(port), child, folder }
  }
  throw new Error(`Chromium did not start: ${said}`)
}

async function measure({ path, as }: Shown, port: number): Promise<Run> {
  const result = await lighthouse(
    server.url + path,
    {
      ...{ port, logLevel: 'error', onlyCategories: [...judgedFor[as]] },
      ...(as === 'console' && { extraHeaders: { cookie } }),
    },
    as === 'console' ? desktopConfig : undefined,
  )
  if (!result) throw new Error('Lighthouse gave no result')
  const { lhr } = result
  if (lhr.runtimeError) throw new Error(lhr.runtimeError.message)
  const score = (name: Category): number => Math.round((lhr.categories[name]?.score ?? 0) * 100)
  const figure = (name: string): number => lhr.audits[name]?.numericValue ?? Number.NaN
  const judged = judgedFor[as].slice(1).flatMap((name) => lhr.categories[name]?.auditRefs ?? [])
  return {
    scores: {
      performance: score('performance'),
      accessibility: score('accessibility'),
      'best-practices': score('best-practices'),
      seo: score('seo'),
    },
    shift: figure('cumulative-layout-shift'),
    largest: figure('largest-contentful-paint'),
    faults: judged
      .filter(({ id, weight }) => weight > 0 && (lhr.audits[id]?.score ?? 1) < 1)
      .map(({ id }) => id),
  }
}

const server = await startServer({ env: { NODE_ENV: 'production' } })
const signedIn = await fetch(`${server.url}/api/login`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(demoAdmin),
})
const cookie = signedIn.headers
  .getSetCookie()
  .map((line) => line.split(';')[0])
  .join('; ')
const browser = await startBrowser()
try {
  for (const page of pages) {
    const { path, performance, as } = page
    const runs: Run[] = []
    for (let run = 0; run < RUNS; run++) runs.push(await measure(page, browser.port))
    const of = (name: Category): number => median(runs.map(({ scores }) => scores[name]))
    const shift = Math.max(...runs.map((run) => run.shift))
    const largest = median(runs.map((run) => run.largest))
    const missed = judgedFor[as].filter((name) => of(name) < (name === 'performance' ? performance : 100))
    const passed = missed.length === 0 && shift <= MAX_SHIFT[as]
    if (!passed) process.exitCode = 1
    const figures = judgedFor[as].map((name) => `${name} ${of(name)}`).join(', ')
    const faults = [...new Set(runs.flatMap((run) => run.faults))]
    console.log(
      `${path}: ${figures}, layout shift ${shift.toFixed(3)}, largest part drawn after ${(largest / 1000).toFixed(2)} s` +
        ` (median of ${RUNS}; performance ${runs.map(({ scores }) => scores.performance).join(' ')})` +
        `${faults.length > 0 ? `; short of full marks: ${faults.join(', ')}` : ''}${passed ? '' : ' FAILED'}`,
    )
  }
} finally {
  browser.child.kill()
  await server.stop()
  await rm(browser.folder, { recursive: true, force: true, maxRetries: 5 })
}
