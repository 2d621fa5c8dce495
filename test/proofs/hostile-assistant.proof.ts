// Shows that a hostile language model on the Vapi path books, plans, sends, transfers and calls nothing that the person has not
// accepted, states no rate unnoticed and cannot keep a call open: any tool in any order with any arguments, between true
// transcripts, and the database is checked after each round.
// Run: node test/proofs/hostile-assistant.proof.ts [messages] [seed]
import { migrate } from '#server/platform/db/migrate.ts'
import { loadPages } from '#server/providers/load-pages.ts'
import { startDatabase } from '#test/database.ts'
import { playHostile } from './hostile/hostile-assistant.ts'
import { createHostileWorld } from './hostile/hostile-world.ts'

const [count = 100_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number)

const pages = await loadPages()
const database = await startDatabase()
await migrate(database)
const world = await createHostileWorld({ databaseUrl: database.url, pages })
try {
  const { faults, ...figures } = await playHostile(world, { count, seed })
  for (const fault of faults.slice(0, 20)) console.error(fault)
  console.log(JSON.stringify({ seed, ...figures, faults: faults.length }))
  process.exitCode = faults.length > 0 ? 1 : 0
} finally {
  await world.close()
  await database.stop()
}
