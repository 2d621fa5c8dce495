// How long a call of 75 seconds takes to render, first with a new thread and then with a running one.
import { createRecordingRenderer } from '#server/providers/simulator/recording/renderer.ts'
import { type RecordingScore, voices } from '#server/providers/simulator/recording/score.ts'
import { speechSeconds } from '#server/providers/simulator/recording/spoken-text.ts'

const SECONDS = 75

const conversation: ['agent' | 'caller', string][] = [
  ['caller', 'Hello, Priya speaking.'],
  ['agent', 'Hi, this is Alex, an AI assistant calling for Harbour Lending about the Premium Home Loan.'],
  ['agent', 'This call is recorded. I can stop at any time: say stop, or press 0 for a person.'],
  ['caller', 'Sure, go ahead.'],
  ['agent', 'Our Premium Home Loan starts at 5.89% p.a. with no monthly fees and a full offset account.'],
  ['agent', 'Complete applications are assessed within four hours, always by the same credit assessor.'],
  ['agent', 'For a link by SMS, press 1. To book a meeting with a BDM, press 2. For accreditation, press 3.'],
  [
    'agent',
    'Thanks, Priya. I have sent a link to 0491 570 156, with rates, policy and a calculator. Goodbye.',
  ],
]

function scoreOf(seed: number): RecordingScore {
  let at = 0
  const lines: RecordingScore['lines'] = conversation.map(([speaker, text]) => {
    const line = { at, speaker, text }
    at += speechSeconds(text) + 0.5
    return line
  })
  lines.push({ at: 50, speaker: 'caller', key: '1' })
  return { seed, voice: voices[seed % voices.length] ?? 'slt', durationSeconds: SECONDS, lines }
}

const renderer = createRecordingRenderer()
try {
  const ratios: number[] = []
  for (let seed = 0; seed < 5; seed++) {
    const startedAt = performance.now()
    await renderer.render(scoreOf(seed))
    ratios.push((performance.now() - startedAt) / 1_000 / SECONDS)
  }
  const [first = 0, ...later] = ratios
  const mean = later.reduce((sum, ratio) => sum + ratio, 0) / later.length
  console.log(
    `recording of ${SECONDS} s: render time / audio length ${first.toFixed(4)} with a new thread, ` +
      `${mean.toFixed(4)} after (mean of ${later.length}, each voice once); ` +
      `memory of the process ${Math.round(process.memoryUsage().rss / 1e6)} MB`,
  )
} finally {
  await renderer.close()
}
