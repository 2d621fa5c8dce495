// Shows that a campaign over 300 brokers survives five SIGKILLs of its worker and one of the whole process: by the
// simulator's own log nobody is dialled twice, and every call and every enrolment ends.
import { killEverything, killWorkers, type Report } from '../product/fire.ts'

function tell(what: string, report: Report): boolean {
  console.log(
    `${what}: ${report.kills} kills, ${report.dials} dials, ${report.unknown} calls ended as unknown`,
  )
  for (const fault of report.faults) console.error(`  ${fault}`)
  return report.faults.length === 0
}

const workers = tell(
  'worker',
  await killWorkers({ brokers: 300, concurrency: 20, retries: true, kills: 5, every: 50 }),
)
const whole = tell(
  'whole process',
  await killEverything({ brokers: 300, concurrency: 20, retries: true, every: 120 }),
)
process.exitCode = workers && whole ? 0 : 1
