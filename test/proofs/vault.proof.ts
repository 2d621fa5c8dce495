// Shows that an installation that is killed with SIGKILL during uploads, during rendering of pictures and during key
// rotations (20 times each) loses no document that it has confirmed, stores none partially, and has no leftovers after
// the clean-up. Run: node test/proofs/vault.proof.ts [kills of each] [seed]
import { proveVault } from './vault/prove.ts'

const kills = Number(process.argv[2] ?? 20)
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000)
console.log(`${kills} kills of each kind, seed ${seed}`)
const { met, answered, faults } = await proveVault({ kills, seed, documents: 200 })
console.log(
  `kills that met a file half written: ${met.uploads}, a document without its picture: ${met.pictures}, ` +
    `a rotation under way: ${met.rotations}; ${answered} documents answered, ${faults.length} faults`,
)
for (const fault of faults) console.error(`  ${fault}`)
if (faults.length > 0) process.exitCode = 1
