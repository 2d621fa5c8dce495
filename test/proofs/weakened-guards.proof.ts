// Shows that the proof of the hostile language model notices weakened guards: each one is weakened alone, and the same seeded
// conversations must break an invariant.
// Run: node test/proofs/weakened-guards.proof.ts [messages] [seed] [pattern of the weakenings]
import { activate, plantWeakenings } from './hostile/weaken.ts'
import { weakenings } from './hostile/weakenings.ts'

const [count = 4000, seed = 53] = process.argv.slice(2, 4).map(Number)
const pattern = new RegExp(process.argv[4] ?? '')
/** Weakenings that may remain unnoticed. */
const MAX_UNNOTICED = 2

plantWeakenings(weakenings)
const { migrate } = await import('#server/platform/db/migrate.ts')
const { loadPages } = await import('#server/providers/load-pages.ts')
const { startDatabase } = await import('#test/database.ts')
const { playHostile } = await import('./hostile/hostile-assistant.ts')
const { createHostileWorld } = await import('./hostile/hostile-world.ts')

const pages = await loadPages()
const database = await startDatabase()
await migrate(database)
const world = await createHostileWorld({ databaseUrl: database.url, pages })
try {
  const intact = await playHostile(world, { count, seed, isShort: true })
  for (const fault of intact.faults) console.error(`without a weakening: ${fault}`)
  const unnoticed: string[] = []
  const chosen = weakenings.flatMap((weakening, id) =>
    pattern.test(weakening.what) ? [{ weakening, id }] : [],
  )
  for (const { weakening, id } of chosen) {
    activate(id)
    const { faults, messages } = await playHostile(world, { count, seed: seed + id, isShort: true })
    activate(null)
    const [first] = faults
    if (!first) unnoticed.push(weakening.what)
    console.log(
      `${first ? 'noticed' : 'UNNOTICED'} after ${messages}: ${weakening.what}: ${first ?? weakening.path}`,
    )
  }
  console.log(JSON.stringify({ seed, weakenings: chosen.length, noticed: chosen.length - unnoticed.length }))
  process.exitCode = intact.faults.length > 0 || unnoticed.length > MAX_UNNOTICED ? 1 : 0
} finally {
  await world.close()
  await database.stop()
}
