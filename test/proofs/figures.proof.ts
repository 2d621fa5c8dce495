// After 10,000 random commands (calls, merges, deletions, erasures, imports undone, work interrupted, connections lost) the
// figures equal a count of the rows in TypeScript, by every dimension. node test/proofs/figures.proof.ts [commands] [seed]
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { loadPages } from '#server/providers/load-pages.ts'
import { executeOn, startDatabase } from '#test/database.ts'
import type { TestApp } from '#test/test-app.ts'
import { derivedDifferences } from '#test/worlds/derived-rows.ts'
import { figureDifferences } from '#test/worlds/figures-oracle.ts'
import { setSydneyToday } from '#test/worlds/figures-world.ts'
import { randomCommands } from './random-commands.ts'

const [commands = 10_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)
const LOOKS = 20

const database = await startDatabase()
await migrate(database)
await executeOn(database.ownerUrl, setSydneyToday('2026-11-24'))
const dataDir = await mkdtemp(join(tmpdir(), 'brokerline-figures-'))
const app = await buildApp({
  config: readConfig({ DATA_DIR: dataDir, DEMO: 'on', RATE_LIMITS: 'off' }, '1.0.0'),
  databaseUrl: database.url,
  secret: 'a secret of the proof, of a good length',
  log: pino({ level: 'silent' }),
  now: () => new Date('2026-11-24T01:00:00Z'),
  pages: await loadPages(),
  webFiles: false,
})
// only its server, its contexts and its connection are used
const random = await randomCommands(app as TestApp, seed)
let faults = 0
for (let look = 0; look < LOOKS; look++) {
  await random.run(Math.ceil(commands / LOOKS))
  const differences = [
    ...(await figureDifferences(app.connection)),
    ...(await derivedDifferences(app.connection.db)),
  ]
  faults += differences.length
  if (differences.length > 0) console.log(JSON.stringify(differences.slice(0, 3)))
}
const { rows } = await sql<{ figures: number; calls: number }>`
  select (select count(*) from figures) as figures, (select count(*) from calls) as calls`.execute(
  app.connection.db,
)
await app.close()
await database.stop()
await rm(dataDir, { recursive: true, force: true })
console.log([...random.done].map(([name, count]) => `${count} ${name}`).join(', '))
console.log(
  `${commands} commands with seed ${seed}: ${rows[0]?.calls} calls, ${rows[0]?.figures} rows of figures, ${faults} rows that differ`,
)
if (faults > 0) process.exitCode = 1
