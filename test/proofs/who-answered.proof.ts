// Shows over 5,000 calls, a quarter of them to call screeners and a tenth to mailboxes, that the calls recorded as reached differ
// from the truth by at most 0.5%, that no person is hung up on, and that no wish is taken from a machine.
// Run: node test/proofs/who-answered.proof.ts [calls] [seed]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { loadPages } from '#server/providers/load-pages.ts'
import { startDatabase } from '#test/database.ts'
import { proveWhoAnswered, START, startChangesOnly, whoAnsweredEnv } from './who-answered.ts'

const [count = 5000, seed = 20_261_129] = process.argv.slice(2).map(Number)

const database = await startDatabase()
await migrate(database)
const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-who-answered-'))
const clock = { ms: START }
const twilio = await startChangesOnly()
const app = await buildApp({
  config: readConfig(
    { ...whoAnsweredEnv(twilio.url), DATA_DIR: dataDir, DEMO: 'on', RATE_LIMITS: 'off' },
    '1.0.0',
  ),
  databaseUrl: database.url,
  secret: 'a secret of the proof, of a good length',
  log: pino({ level: 'silent' }),
  now: () => new Date(clock.ms),
  pages: await loadPages(),
  webFiles: false,
})
try {
  const { faults, ...figures } = await proveWhoAnswered({ app, clock, changes: twilio.changes, count, seed })
  for (const fault of faults.slice(0, 30)) console.error(fault)
  const percent = (100 * Math.abs(figures.reached - figures.truth)) / count
  console.log(JSON.stringify({ count, seed, differencePercent: Number(percent.toFixed(2)), ...figures }))
  const isWrong = percent > 0.5 || figures.hungUpOn + figures.wishesOfMachines + figures.transferred > 0
  process.exitCode = isWrong ? 1 : 0
} finally {
  await app.close()
  twilio.server.close()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
