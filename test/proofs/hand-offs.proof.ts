// Shows that hand-offs to people whose phones are silent, engaged, unreachable, a mailbox, decline or hang up, over two processes
// that exit and hang, end as connected, booked, callback or task: with the longest silence and wait, and no mailbox that accepts.
// Run: node test/proofs/hand-offs.proof.ts [hand-offs] [seed]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { type App, buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { loadPages } from '#server/providers/load-pages.ts'
import { executeOn, startDatabase } from '#test/database.ts'
import { FIRST_DAY, handOffEnv, KILL_TRANSACTIONS, proveHandOffs, type VirtualClock } from './hand-offs.ts'

const [count = 1000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)

const database = await startDatabase()
await migrate(database)
const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-hand-offs-'))
// live calls are planned by the real time: a call back is possible after the next Tuesday only
const WEEK_MS = 7 * 86_400_000
const weeks = Math.max(0, Math.ceil((Date.now() - FIRST_DAY) / WEEK_MS))
const clock: VirtualClock = { ms: FIRST_DAY + weeks * WEEK_MS }
const startProcess = async (): Promise<App> =>
  buildApp({
    config: readConfig({ ...handOffEnv, DATA_DIR: dataDir, DEMO: 'on', RATE_LIMITS: 'off' }, '1.0.0'),
    databaseUrl: database.url,
    secret: 'a secret of the proof, of a good length',
    log: pino({ level: 'silent' }),
    now: () => new Date(clock.ms),
    pages: await loadPages(),
    webFiles: false,
  })
const processes = [await startProcess(), await startProcess()] as const
try {
  const killTransactions = () => executeOn(database.ownerUrl, KILL_TRANSACTIONS)
  const { faults, ...figures } = await proveHandOffs({ processes, clock, count, seed, killTransactions })
  for (const fault of faults.slice(0, 20)) console.error(fault)
  console.log(JSON.stringify({ handOffs: count, seed, ...figures, faults: faults.length }))
  const silent = Math.max(figures.longestSilence.broker, figures.longestSilence.team) > 4
  process.exitCode = faults.length > 0 || figures.mailboxesAccepted > 0 || silent ? 1 : 0
} finally {
  for (const app of processes) await app.close()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
