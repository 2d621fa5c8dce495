import { execFile } from 'node:child_process'
import { open, rm, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { dialCount } from '../../product/campaign-under-fire.ts'
import { type Client, until } from '../../product/client.ts'
import type { RunningServer } from '../../product/server.ts'
import { type Figures, seconds } from './figures.ts'
import { addBroker } from './installation.ts'

const MB = 1024 * 1024
const UNMOUNT_ATTEMPTS = 20
// a quarter of the reserve is room for some segments of PostgreSQL's log of changes, of 16 MB each
export const DISK_MB = 1_200
export const RESERVE_MB = 320
/** Length of the log's end that is printed when a process has ended. */
const LAST_WORDS = 3_000
const run = promisify(execFile)

/** @returns why it cannot be mounted; null: it is */
export async function mountSmallDisk(folder: string): Promise<string | null> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'only root on Linux may mount a small disk'
  return run('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m,mode=755`, 'tmpfs', folder]).then(
    () => null,
    (error: unknown) => `the small disk could not be mounted (${String(error).split('\n')[0]})`,
  )
}

/** Once the last process of PostgreSQL has let go of it. */
export async function unmount(folder: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await run('umount', [folder])
      return
    } catch (error) {
      if (attempt === UNMOUNT_ATTEMPTS) throw error
      await delay(500)
    }
  }
}

async function freeMb(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder)
  return (bavail * bsize) / MB
}

const linesOf = (server: RunningServer): number => server.output().split('\n').length

interface Parts {
  server: RunningServer
  api: Client
  cookie: string
  campaignId: number
  figures: Figures
}

/** Fills the disk during a running campaign step by step, empties it again, and reports the product's behaviour. */
export async function fillDisk(parts: Parts): Promise<void> {
  const { server, api, cookie, campaignId, figures } = parts
  const ballast = await open(join(server.dataDir, 'ballast'), 'w')
  const fillTo = async (mb: number): Promise<void> => {
    while ((await freeMb(server.dataDir)) > mb) await ballast.write(Buffer.alloc(MB / 4))
  }
  const readiness = async (): Promise<string> => {
    const answer = await fetch(`${server.url}/readyz`)
    const { status, disk } = (await answer.json()) as { status: string; disk: string } // as it is documented
    return `${answer.status} ${status} ${disk}`
  }
  const importList = async (): Promise<number> => {
    const form = new FormData()
    form.set('file', new Blob(['Name,Phone\nWei Li,(02) 5550 9999'], { type: 'text/csv' }), 'list.csv')
    return (
      await fetch(`${server.url}/api/brokers/imports`, { method: 'POST', headers: { cookie }, body: form })
    ).status
  }
  const expect = (what: string, found: string | number, wanted: string | number): void =>
    figures.tell(what, String(found), found === wanted)

  console.log(`a disk of ${DISK_MB} MB with a reserve of ${RESERVE_MB} MB is filled`)
  expect('readiness before', await readiness(), '200 ok ok')
  expect('an import before', await importList(), 201)

  await fillTo(RESERVE_MB * 0.7)
  expect('readiness when low', await readiness(), '200 degraded low')
  expect('an import when low', await importList(), 507)
  expect('a broker added when low', await addBroker(server.url, cookie), 201)
  const low = await dialCount(api)
  await until(
    'a dial when low',
    () => dialCount(api),
    (count) => count > low,
    30,
  )
  figures.tell('the campaign dials on when low', 'yes')

  const before = { at: performance.now(), lines: linesOf(server) }
  await fillTo(RESERVE_MB * 0.2)
  expect('readiness when full', await readiness(), '200 degraded full')
  // calls that were placed a moment before are still dialled
  await delay(3_000)
  const full = await dialCount(api)
  await delay(10_000)
  expect('calls started in 10 s when full', (await dialCount(api)) - full, 0)
  const start = await fetch(`${server.url}/api/campaigns/${campaignId}/start-calls`, {
    method: 'POST',
    headers: { cookie },
  })
  expect('starting calls when full', start.status, 507)

  await fillTo(0)
  await ballast.write(Buffer.alloc(MB)).catch(() => undefined)
  const statuses = new Map<number, number>()
  for (let i = 0; i < 200; i++) {
    const status = await addBroker(server.url, cookie).catch(() => 0)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  // the embedded PostgreSQL ends itself where it cannot go on, and is started again when there is room
  const odd = [...statuses.keys()].filter((status) => ![201, 507, 503].includes(status))
  figures.tell(
    'brokers added with not a byte left',
    [...statuses].map(([status, times]) => `${times} × ${status}`).join(', '),
    odd.length === 0 && server.exitCode() === null,
  )
  await delay(10_000)
  figures.tell('the process', server.exitCode() === null ? 'runs' : 'has ended', server.exitCode() === null)
  if (server.exitCode() !== null) throw new Error(server.output().slice(-LAST_WORDS))

  const minutes = (performance.now() - before.at) / 60_000
  const lines = Math.round((linesOf(server) - before.lines) / minutes)
  figures.tell('lines in the log a minute when full', String(lines), lines < 200)

  await ballast.close()
  await rm(join(server.dataDir, 'ballast'))
  const freed = performance.now()
  await until('readiness', readiness, (found) => found === '200 ok ok', 60)
  figures.tell('ready again after', seconds(performance.now() - freed), performance.now() - freed < 35_000)
  await until(
    'a dial',
    () => dialCount(api),
    (count) => count > full,
    30,
  )
  figures.tell(
    'the campaign dials again after',
    seconds(performance.now() - freed),
    performance.now() - freed < 40_000,
  )
  expect('an import afterwards', await importList(), 201)
  expect('a broker added afterwards', await addBroker(server.url, cookie), 201)
}
