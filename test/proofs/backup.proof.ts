// Shows that a backup disturbs no campaign, that a restore brings everything back, that bad archives are refused, that a kill
// in the middle of either leaves a clear state, and that a campaign restored to an earlier point dials no person twice. Run:
// node test/proofs/backup.proof.ts [calls] [files] [minutes between backup and crash]
import { proveRestoredCampaign } from './backup/campaign-restored.ts'
import { proveLargeWorld } from './backup/large-world.ts'

const [calls = 50_000, files = 500, minutes = 10] = process.argv.slice(2).map(Number)
const faults = [
  ...(calls > 0 ? await proveLargeWorld({ calls, files }) : []),
  ...(minutes > 0 ? await proveRestoredCampaign({ brokers: 150, minutes, callsPerSecond: 1 }) : []),
]
for (const fault of faults) console.error(`  ${fault}`)
console.log(`${faults.length} faults`)
if (faults.length > 0) process.exitCode = 1
