// Shows that connected calendars and meetings stay equal under random interleavings of edits on both sides, over two calendars of a
// service: meetings that are booked, moved between times and BDMs and cancelled, entries that are moved, resized and deleted,
// entries of the people and weekly series, weeks in which the clocks of Sydney change, lost and repeated announcements, services
// that fail, and processes that die before and after each request and commit. At rest both sides are equal within 60 seconds of the
// test's clock (five minutes where an announcement was lost), no time is taken twice, the last edit stands or a task says why, and
// each mail has its change.
// Run: node test/proofs/calendars.proof.ts [caldav|microsoft|google|radicale] [interleavings] [seed]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { loadPages } from '#server/providers/load-pages.ts'
import { startDatabase } from '#test/database.ts'
import { proveCalendars } from './calendars/play.ts'
import { proofServices } from './calendars/services.ts'
import type { ProofClock } from './calendars/world.ts'

const [name = 'caldav', ...numbers] = process.argv.slice(2)
const [given, seed = Date.now() % 1_000_000] = numbers.map(Number)
const played = proofServices[name]
if (!played) throw new Error(`No service ${name}: ${Object.keys(proofServices).join(', ')}`)
const interleavings = given ?? played.interleavings

const clock: ProofClock = { ms: Date.now() }
const database = await startDatabase()
await migrate(database)
const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-calendars-'))
const app = await buildApp({
  config: readConfig(
    { DATA_DIR: dataDir, DEMO: 'on', RATE_LIMITS: 'off', PUBLIC_URL: 'http://localhost:3000' },
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
  const service = await played.start()
  try {
    const actor = { kind: 'system' as const, name: 'the proof' }
    const figures = await proveCalendars({ app, staff: app.ctx(actor), clock, service, interleavings, seed })
    for (const fault of figures.faults) console.error(fault)
    console.log(JSON.stringify({ service: name, seed, ...figures, faults: figures.faults.length }))
    process.exitCode = figures.faults.length > 0 ? 1 : 0
  } finally {
    await service.close()
  }
} finally {
  await app.close()
  await database.stop()
  await rm(dataDir, { recursive: true, force: true })
}
