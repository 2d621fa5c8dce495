// Shows that a campaign over 200 brokers through Vapi and Twilio dials nobody twice for one attempt, loses no broker,
// ends every call and executes people's choices once. Both vendors fail in every possible way, callbacks are repeated,
// late, lost, forged, replayed and oversized, and the worker is killed five times. Only calls that Vapi refused before
// dialling are handed over to Twilio. Run:
// node test/proofs/vendors.proof.ts [seed] [brokers] [kills]
import { proveFallback } from './vendors/fallback.ts'
import { proveVendors } from './vendors/prove.ts'

const [seed = Date.now() % 1_000_000, brokers = 200, kills = 5] = process.argv.slice(2).map(Number)
console.log(`seed ${seed}`)
const report = await proveVendors({
  ...{ brokers, retries: true, kills, seed, callsPerSecond: 20, vapiAtOnce: 5, finishSeconds: 900 },
  rates: { fault: 0.02, twice: 0.1, late: 0.1, lost: 0.08 },
})
const { dials, unknown, refused, faults, happened } = report
console.log(
  `${dials.vapi} calls by Vapi, ${dials.twilio} by Twilio; ${refused} callbacks refused; of whom nobody knows:`,
  unknown,
)
console.log(`what went wrong: ${JSON.stringify(happened)}`)
const all = [...faults, ...(await proveFallback())]
for (const fault of all) console.error(`  ${fault}`)
console.log(`${all.length} faults`)
if (all.length > 0) process.exitCode = 1
