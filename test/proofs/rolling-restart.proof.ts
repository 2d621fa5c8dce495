// Shows that web and worker processes of an installation can be restarted in turn, as an upgrade does, while a campaign dials
// and clients keep their connections: no request fails, no call is lost, none is dialled twice.
// Run: node test/proofs/rolling-restart.proof.ts [rounds] [brokers] [connections]
import { restartInTurn } from '../product/rolling-restart.ts'

const [rounds = 3, brokers = 300, connections = 20] = process.argv.slice(2).map(Number)

const report = await restartInTurn({ rounds, brokers, connections })
const { badExits, failed, notes, unknown, faults } = report
for (const line of [...failed, ...faults].slice(0, 20)) console.error(line)
console.log(JSON.stringify({ ...report, failed: failed.length, faults: faults.length }))
const bad =
  badExits.length + failed.length + unknown + faults.length + Math.abs(notes.stored - notes.answered)
process.exitCode = bad > 0 ? 1 : 0
