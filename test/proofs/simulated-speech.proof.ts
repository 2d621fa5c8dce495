// Plans simulated calls, a quarter of them to call screeners and a tenth to mailboxes, and compares the outcomes that the
// interpreter gives them with the simulated truth. Run: node test/proofs/simulated-speech.proof.ts [calls] [seed]
import type { DialRequest } from '#server/providers/ports/voice.ts'
import { createRandom, hash32 } from '#server/providers/simulator/plan/random.ts'
import { type CallPlan, planCall } from '#server/providers/simulator/plan/rules.ts'
import { type Scenario, scenarioOf } from '#server/providers/simulator/plan/scenario.ts'
import { words } from '../worlds/call-words.ts'

const [count = 5000, seed = 20_261_129] = process.argv.slice(2).map(Number)
const script = {
  ...words,
  introduction:
    'This is Alex, an AI assistant of Harbour Lending, calling for Priya with an offer: a home loan.',
}
const times = [
  { start: '2026-11-24T23:00:00.000Z', spoken: 'Wednesday 25 November at 10 am' },
  { start: '2026-11-25T03:00:00.000Z', spoken: 'Wednesday 25 November at 2 pm' },
]
const hooks: Parameters<typeof planCall>[2] = {
  clock: async () => ({ now: new Date('2026-11-24T01:00:00Z'), zone: 'Australia/Sydney' }),
  offerTimes: async () => times,
  offerCallback: async ({ from }) =>
    from === null
      ? { kind: 'ask_again', text: 'We cannot call then. Which other time?' }
      : {
          kind: 'time',
          text: `That is ${from}. Shall I call you then?`,
          window: { from: '2026-11-25T04:00:00.000Z', to: '2026-11-25T09:00:00.000Z' },
        },
}

type Kind = 'screener' | 'mailbox' | 'silent' | 'person'
const wanted: Record<Kind, number> = {
  screener: Math.round(count * 0.25),
  mailbox: Math.round(count * 0.1),
  silent: Math.round(count * 0.03),
  person: 0,
}
wanted.person = count - wanted.screener - wanted.mailbox - wanted.silent

function kindOf(truth: Scenario): Kind | null {
  if (truth.kind === 'answered')
    return truth.traits.isScreened && truth.behaviour.kind !== 'colleague' ? 'screener' : 'person'
  if (truth.kind !== 'unanswered') return null
  if (truth.outcome === 'screened') return 'screener'
  if (truth.outcome === 'voicemail') return 'mailbox'
  return truth.outcome === 'silent' ? 'silent' : null
}

const figures = { reached: 0, truth: 0, hungUpOn: 0, wishesOfMachines: 0, relayedOptOuts: 0, wrong: 0 }
const played: Record<Kind, number> = { screener: 0, mailbox: 0, silent: 0, person: 0 }

function judge(callId: number, truth: Scenario, plan: CallPlan): void {
  const ended = plan.events.find(({ event }) => event.kind === 'ended')?.event
  const outcome = ended?.kind === 'ended' ? ended.outcome : null
  const isTruth = truth.kind === 'answered'
  figures.truth += isTruth ? 1 : 0
  figures.reached += outcome === 'human' ? 1 : 0
  const isWrong = isTruth !== (outcome === 'human')
  figures.wrong += isWrong ? 1 : 0
  // a colleague takes a message and hangs up; the agent would hang up on everyone else
  const isColleague = truth.kind === 'answered' && truth.behaviour.kind === 'colleague'
  if (isTruth && outcome !== 'human' && !isColleague) figures.hungUpOn += 1
  if (isWrong) console.error(`call ${callId}: ${JSON.stringify(truth)} ended as ${outcome}`)
  if (isTruth) return
  for (const { event } of plan.events) {
    const isWish = ['option', 'operator', 'callback_requested', 'recording_declined'].includes(event.kind)
    if (event.kind === 'option' && event.relayed) figures.relayedOptOuts += 1
    else if (isWish) figures.wishesOfMachines += 1
  }
}

for (let callId = seed; Object.values(played).reduce((sum, each) => sum + each, 0) < count; callId++) {
  const to = `+6125550${String(callId % 10_000).padStart(4, '0')}`
  const truth = scenarioOf('realistic', to, createRandom(hash32(`call ${callId} ${to}`)))
  const kind = kindOf(truth)
  if (kind === null || played[kind] >= wanted[kind]) continue
  played[kind] += 1
  const request: DialRequest = {
    ...{ callId, to, calledName: 'Priya', scriptVersion: 1, maxDurationSeconds: 600, script },
  }
  judge(callId, truth, await planCall(request, 'realistic', hooks))
}
const percent = Number(((100 * Math.abs(figures.reached - figures.truth)) / count).toFixed(2))
console.log(JSON.stringify({ count, seed, played, differencePercent: percent, ...figures }))
process.exitCode = percent > 0.5 || figures.hungUpOn + figures.wishesOfMachines > 0 ? 1 : 0
