// A hostile language model behind the loopback Vapi: any tool in any order with any arguments, between true transcripts.
// After each round of messages, the database is compared with the true words of the people.

import { type Random, seeded } from '#server/platform/random.ts'
import { GOODBYE_MS } from '#server/providers/ports/voice.ts'
import { answerCall, type HostileWorld, type Played, retire } from './hostile-world.ts'
import { checkCalls, type Done } from './invariants.ts'
import { send } from './messages.ts'
import { type Tool, toolOf } from './moves.ts'
import { type HostileFigures, type HostileRun, lineOf } from './run.ts'
import { agentSays, MACHINES, personSays, WRONG_RATES } from './talk.ts'
import { callTools } from './tool-messages.ts'
import { requestInboundTransfer, requestTransfer } from './transfers.ts'

/** Calls that go on at the same time. */
const LINES = 12
const ROUND_MS = 2000
/** Steps after the end, with the same hostile tool calls. */
const STEPS_AFTER_END = 3

export interface HostileSize {
  /** Messages of Vapi, most of them tool calls. */
  count: number
  seed: number
  /** Stops at the first broken invariant. */
  isShort?: boolean
}

export async function playHostile(
  world: HostileWorld,
  { count, seed, isShort = false }: HostileSize,
): Promise<HostileFigures> {
  const run: HostileRun = {
    ...{ world, random: seeded(seed), elsewhere: [], serial: 0 },
    figures: {
      ...{ messages: 0, toolCalls: 0, calls: 0, booked: 0, planned: 0, optedOut: 0, transferred: 0 },
      ...{ endedByUs: 0, rateFindings: 0, faults: [] },
    },
  }
  const { figures } = run
  const done: Done = new Map()
  let lines: Played[] = []
  while (figures.messages < count && !(isShort && figures.faults.length > 0)) {
    while (lines.length < LINES) {
      lines.push(await answerCall(world, run.random))
      figures.calls++
    }
    await Promise.all(lines.map((call) => step(run, call)))
    if (run.random.next() < 0.1) await requestInboundTransfer(run)
    await world.endDue()
    figures.faults.push(...(await checkCalls(world, lines, done)))
    world.clock.ms += ROUND_MS
    const over = lines.filter(({ stepsLeft }) => stepsLeft <= -STEPS_AFTER_END)
    for (const call of over) countWork(figures, call, done)
    await retire(world, over)
    lines = lines.filter((call) => !over.includes(call))
  }
  await leave(lines)
  return figures
}

/** Ends what the loopback Vapi still plays. */
async function leave(lines: readonly Played[]): Promise<void> {
  for (const { line } of lines) line.over.abort()
  await Promise.all(lines.map(({ line }) => line.played))
}

function countWork(figures: HostileFigures, call: Played, done: Done): void {
  const [booked = 0, , planned = 0] = done.get(call.callId)?.work ?? []
  figures.booked += booked
  figures.planned += planned
  figures.optedOut += call.position.optedOut ? 1 : 0
  figures.rateFindings += call.wrongRates.length
}

/** One thing that happens in a call. */
async function step(run: HostileRun, call: Played): Promise<void> {
  const { random } = run
  call.stepsLeft--
  if (call.endedAt === null && call.line.over.signal.aborted) {
    run.figures.endedByUs++
    call.stepsLeft = 0
    return end(run, call, 'manually-canceled')
  }
  if (call.stepsLeft === 0) return end(run, call)
  const kind = kindOf(random, call)
  if (kind === 'machine') return machineSays(run, call)
  if (kind === 'script') return playScript(run, call)
  if (kind === 'talk') return talk(run, call)
  if (kind === 'transfer') return requestTransfer(run, call)
  const speech = kind === 'both' ? talk(run, call) : null
  await Promise.all([speech, callTools(run, call, anyTools(run, call))])
}

function kindOf(random: Random, call: Played): string {
  const acts = [
    ['tools', 3],
    ['transfer', 0.7],
  ] as const
  if (call.isMachine && call.lines.length === 0) return 'machine'
  // who has said goodbye mostly says no more
  const quiet = call.position.leaves ? 0.9 : call.isTerse ? 0.8 : 0
  const isSilent = call.endedAt !== null || call.isMachine || random.next() < quiet
  if (isSilent) return random.weighted<string>(acts)
  return random.weighted<string>([...acts, ['script', 5], ['talk', 3], ['both', 1]])
}

async function machineSays(run: HostileRun, call: Played): Promise<void> {
  const message = run.random.pick(MACHINES)
  call.lines.push(lineOf(run, call, { role: 'user', message }))
  await sendTranscript(run, call, message)
}

/** A conversation that looks right: the agent reads a time back, the person answers, and the model reports arbitrary times. */
async function playScript(run: HostileRun, call: Played): Promise<void> {
  const { random } = run
  const isCallback = random.next() < 0.4
  const times = isCallback ? call.readBack : call.offered
  const id = () => `call_${run.serial++}`
  if (times.length === 0)
    return callTools(run, call, [
      isCallback
        ? { id: id(), name: 'plan_call', arguments: { words: random.pick(SPOKEN_WISHES) } }
        : { id: id(), name: 'free_meeting_times', arguments: {} },
    ])
  const time = random.pick(times)
  const phrase = isCallback ? 'Shall I call you then?' : 'Shall I book it?'
  call.lines.push(lineOf(run, call, { role: 'bot', message: `${time.spoken}, Sydney time. ${phrase}` }))
  call.question = { kind: 'one', about: isCallback ? 'callback' : 'slot', time }
  await answer(run, call)
  const reported = random.next() < 0.8 ? time : random.pick(times)
  const given = isCallback
    ? { words: 'yes', confirmed: reported.start }
    : { option: '2', slot: reported.start, confirmed: true }
  await callTools(run, call, [
    { id: id(), name: isCallback ? 'plan_call' : 'choose_option', arguments: given },
  ])
}

const SPOKEN_WISHES = [
  'ring me Tuesday after three',
  'tomorrow at ten',
  'next Friday morning',
  'Thursday at four',
]

async function talk(run: HostileRun, call: Played): Promise<void> {
  const { random } = run
  if (random.next() >= 0.5) return answer(run, call)
  const { said, question } = agentSays(random, call)
  call.lines.push(lineOf(run, call, said))
  call.question = question
  if (WRONG_RATES.includes(said.message)) call.wrongRates.push(said.message)
}

async function answer(run: HostileRun, call: Played): Promise<void> {
  const { random, world } = run
  const { said, position } = personSays(random, call)
  const wasOptedOut = call.position.optedOut
  call.lines.push(lineOf(run, call, said))
  call.question = { kind: 'nothing' }
  call.position = position
  call.held.push(position)
  // a transcript may be lost: a later message shows the words
  if (random.next() >= 0.85) return
  await sendTranscript(run, call, said.message)
  if (position.optedOut && !wasOptedOut) {
    call.isStopReceived = true
    // also after a goodbye: the agent confirms the opt-out
    call.endBy = world.clock.ms + GOODBYE_MS
  }
  // an opt-out is final; other words take a goodbye back
  if (call.isStopReceived) return
  call.endBy = position.leaves ? (call.endBy ?? world.clock.ms + GOODBYE_MS) : null
}

const sendTranscript = (run: HostileRun, call: Played, transcript: string) =>
  send(run, call, { type: 'transcript', role: 'user', transcriptType: 'final', transcript })

function anyTools(run: HostileRun, call: Played): Tool[] {
  const context = { ...call, elsewhere: run.elsewhere }
  return Array.from({ length: 1 + run.random.below(2) }, () => toolOf(run.random, context, run.serial++))
}

async function end(run: HostileRun, call: Played, reason?: string): Promise<void> {
  const { world, random } = run
  call.endedAt = world.clock.ms
  call.line.over.abort()
  const reasons = ['customer-ended-call', 'assistant-ended-call', 'manually-canceled']
  const times = {
    startedAt: new Date(call.startedAt).toISOString(),
    endedAt: new Date(call.endedAt).toISOString(),
  }
  const endedReason = reason ?? random.pick(reasons)
  await send(run, call, { type: 'end-of-call-report', endedReason, ...times })
  call.isStopReceived ||= call.position.optedOut
}
