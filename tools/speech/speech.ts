// `npm run speech -- FILE.jsonl …`: scores the interpreter on labelled utterances, per group and in total, and measures it.
// `--wrong` lists each wrong reading. The last line is JSON: {n, accuracy, coarse, harmful, harm3}.
import { interpret } from '#server/conversation/interpret.ts'
import { contextOf, readCorpus } from './corpus.ts'
import { isHarmful, isRight, isTimeRight, type Row, type Summary, summarise } from './score.ts'

const paths = process.argv.slice(2).filter((argument) => !argument.startsWith('--'))
if (paths.length === 0) {
  console.error('Name one or more files: npm run speech -- FILE.jsonl …')
  process.exit(1)
}

const rows: Row[] = readCorpus(paths).map((line) => ({
  line,
  got: interpret({ step: line.step, text: line.text, context: contextOf(line) }),
}))
const groups = Map.groupBy(rows, ({ line }) => line.group)
console.table(
  Object.fromEntries(
    [...groups, ['all', rows] as const].map(([group, own]) => [group, columnsOf(summarise(own))]),
  ),
)
if (process.argv.includes('--wrong')) for (const row of rows) printWrong(row)
console.log(`p95 of one reading: ${p95()} microseconds`)
const { n, accuracy, coarse, harmful, harm3 } = summarise(rows)
console.log(JSON.stringify({ n, accuracy, coarse, harmful, harm3 }))

function columnsOf(summary: Summary) {
  const { n, accuracy, coarse, harmful, harm3, falseOptOuts, wrongBookings } = summary
  return {
    ...{ n, accuracy, coarse, harmful, 'harm 3': harm3, 'false opt-outs': falseOptOuts },
    'missed opt-outs': `${summary.missedOptOuts}/${summary.optOuts}`,
    'wrong bookings': wrongBookings,
    'missed record-offs': `${summary.missedRecordOffs}/${summary.recordOffs}`,
    'callback times': `${summary.rightCallbackTimes}/${summary.callbackTimes}`,
  }
}

function printWrong(row: Row): void {
  const { line, got } = row
  if (isRight(row) && isTimeRight(row) !== false && !isHarmful(row)) return
  const shown = (value: unknown) => (value === null || value === undefined ? '' : ` ${JSON.stringify(value)}`)
  console.log(
    `${isHarmful(row) ? `harm ${line.harm}` : 'wrong '} ${line.id} [${line.step}] ${JSON.stringify(line.text)}`,
    `is ${line.label}${shown(line.value)}, got ${got.label}${shown(got.value)}`,
  )
}

/** Of the median of five readings of each line, in time of the processor, after one to warm up. */
function p95(): number {
  const times = rows.map(({ line }) => {
    const runs = Array.from({ length: 5 }, () => {
      const start = process.threadCpuUsage()
      interpret({ step: line.step, text: line.text, context: contextOf(line) })
      const { user, system } = process.threadCpuUsage(start)
      return user + system
    })
    return runs.sort((a, b) => a - b)[2] ?? 0
  })
  return Math.round(times.sort((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? 0)
}
