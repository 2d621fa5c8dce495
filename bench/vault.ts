// Uploads of 10 MB per second and their memory, compared with the same uploads to a server without encryption: the same
// route, checks, database and disk, each in its own process, alternating.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateAgeKey } from '#server/platform/crypto/age.ts'
import { startDatabase } from '#test/database.ts'
import { type RunningServer, startServer } from '#test/product/server.ts'
import { type Portal, signInToPortal, uniquePdf } from '#test/proofs/vault/portal.ts'
import { median } from './quantile.ts'

const NEEDED = 0.3
const GROWTH_MB = 50
const BYTES = 10_000_000
const ROUNDS = 5
const UPLOADS = 12
const AT_ONCE = 2

/** Preloaded in the peer: encryption passes its input through. */
function leaveOutEncryption(): string {
  return `import { registerHooks } from 'node:module'
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    if (!url.endsWith('/server/platform/crypto/age.ts')) return loaded
    const source = String(loaded.source)
    const changed = source.replace('export async function encryptStream(', 'async function unused(')
    if (changed === source) throw new Error('encryptStream is not where it was')
    return { ...loaded, source: changed + '\\nexport const encryptStream = async (_recipient, content) => content' }
  },
})`
}

interface Measured {
  server: RunningServer
  portal: Portal
  stop(): Promise<void>
}

/** Takes uploads in, and no worker makes pictures of them meanwhile. */
async function start(encrypted: boolean): Promise<Measured> {
  const database = await startDatabase()
  const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-bench-vault-'))
  const env = {
    ROLE: 'web',
    DEMO: 'on',
    DATABASE_URL: database.url,
    DATABASE_OWNER_URL: database.ownerUrl,
    SESSION_SECRET: 'x'.repeat(40),
    VAULT_KEY: (await generateAgeKey()).identity,
    ...(!encrypted && {
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(leaveOutEncryption())}`,
    }),
  }
  const server = await startServer({ dataDir, env })
  return {
    server,
    portal: await signInToPortal(() => server.url),
    async stop() {
      await server.stop()
      await database.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** @returns uploads in a second */
async function upload({ portal }: Measured, count: number): Promise<number> {
  const files = Array.from({ length: count }, () => uniquePdf(BYTES)).entries()
  const start = performance.now()
  const lane = async (): Promise<void> => {
    for (const [n, bytes] of files)
      if (!(await portal.upload(1 + (n % 8), bytes))) throw new Error('an upload was not answered')
  }
  await Promise.all(Array.from({ length: AT_ONCE }, lane))
  return count / ((performance.now() - start) / 1000)
}

async function residentMb({ server }: Measured): Promise<number> {
  const text = await (await fetch(`${server.url}/metrics`)).text()
  const bytes = /^process_resident_memory_bytes (\S+)/m.exec(text)?.[1]
  if (!bytes) throw new Error('the server does not tell its memory')
  return Number(bytes) / 1e6
}

/** Peak memory during `work`, in MB. */
async function peakDuring<T>(
  measured: Measured,
  work: () => Promise<T>,
): Promise<{ result: T; peak: number }> {
  let peak = 0
  let going = true
  const watching = (async () => {
    while (going) {
      peak = Math.max(peak, await residentMb(measured))
      await sleep(50)
    }
  })()
  const result = await work()
  going = false
  await watching
  return { result, peak }
}

const own = await start(true)
const bare = await start(false)
try {
  // until the memory of both is stable
  for (const each of [own, bare]) await upload(each, 4 * UPLOADS)
  const before = { own: await residentMb(own), bare: await residentMb(bare) }
  const rounds: { own: number; bare: number }[] = []
  const peaks = { own: 0, bare: 0 }
  for (let round = 0; round < ROUNDS; round++) {
    const ours = await peakDuring(own, () => upload(own, UPLOADS))
    const theirs = await peakDuring(bare, () => upload(bare, UPLOADS))
    rounds.push({ own: ours.result, bare: theirs.result })
    peaks.own = Math.max(peaks.own, ours.peak)
    peaks.bare = Math.max(peaks.bare, theirs.peak)
  }
  const ratio = median(rounds.map((round) => round.own / round.bare))
  const growth = peaks.own - before.own
  const list = (of: 'own' | 'bare'): string => rounds.map((round) => round[of].toFixed(1)).join(', ')
  console.log(`10 MB uploads a second, ${AT_ONCE} at a time: ${list('own')}`)
  console.log(`the same without encryption:          ${list('bare')}`)
  console.log(`${ratio.toFixed(2)} of it (at least ${NEEDED.toFixed(2)})`)
  console.log(
    `memory grew by ${growth.toFixed(0)} MB (at most ${GROWTH_MB}) from ${before.own.toFixed(0)} MB; ` +
      `without encryption by ${(peaks.bare - before.bare).toFixed(0)} MB from ${before.bare.toFixed(0)} MB`,
  )
  if (ratio < NEEDED || growth >= GROWTH_MB) process.exitCode = 1
} finally {
  await bare.stop()
  await own.stop()
}
