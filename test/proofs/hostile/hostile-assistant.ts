// A hostile language model behind the loopback Vapi: any tool in any order with any arguments, between true transcripts.
// After each round of messages, the database is compared with the true words of the people.

import { type Random, seeded } from '#server/platform/random.ts'
import { answerCall, type HostileWorld, type Played, retire } from './hostile-world.ts'
import { checkCalls, type Done } from './invariants.ts'
import { messageOf, type Tool, toolOf } from './moves.ts'
import { agentSays, personSays, type Time } from './talk.ts'

/** Calls that go on at the same time. */
const LINES = 12
const ROUND_MS = 2000
/** Steps after the end, with the same hostile tool calls. */
const STEPS_AFTER_END = 3

export interface HostileFigures {
  messages: number
  toolCalls: number
  calls: number
  booked: number
  planned: number
  optedOut: number
  faults: string[]
}

interface Run {
  world: HostileWorld
  random: Random
  figures: HostileFigures
  elsewhere: Time[]
  serial: number
}

/** @param count messages of Vapi, most of them tool calls */
export async function playHostile(
  world: HostileWorld,
  { count, seed }: { count: number; seed: number },
): Promise<HostileFigures> {
  const run: Run = {
    ...{ world, random: seeded(seed), elsewhere: [], serial: 0 },
    figures: { messages: 0, toolCalls: 0, calls: 0, booked: 0, planned: 0, optedOut: 0, faults: [] },
  }
  const done: Done = new Map()
  let lines: Played[] = []
  while (run.figures.messages < count) {
    while (lines.length < LINES) {
      lines.push(await answerCall(world, run.random))
      run.figures.calls++
    }
    await Promise.all(lines.map((call) => step(run, call)))
    run.figures.faults.push(...(await checkCalls(world.vapi.db, lines, done)))
    world.clock.ms += ROUND_MS
    const over = lines.filter(({ stepsLeft }) => stepsLeft <= -STEPS_AFTER_END)
    for (const call of over) countWork(run.figures, call, done)
    await retire(world, over)
    lines = lines.filter((call) => !over.includes(call))
  }
  return run.figures
}

function countWork(figures: HostileFigures, call: Played, done: Done): void {
  const [booked = 0, , planned = 0] = JSON.parse(done.get(call.callId) ?? '[]') as number[]
  figures.booked += booked
  figures.planned += planned
  figures.optedOut += call.position.optedOut ? 1 : 0
}

/** One thing that happens in a call. */
async function step(run: Run, call: Played): Promise<void> {
  const { random } = run
  call.stepsLeft--
  if (call.stepsLeft === 0) return end(run, call)
  const kind =
    call.endedAt === null
      ? random.weighted<string>([
          ['script', 5],
          ['talk', 3],
          ['tools', 3],
          ['both', 1],
        ])
      : 'tools'
  if (kind === 'script') return playScript(run, call)
  if (kind === 'talk') return talk(run, call)
  const speech = kind === 'both' ? talk(run, call) : null
  await Promise.all([speech, callTools(run, call)])
}

/** A conversation that looks right: the agent reads a time back, the person answers, and the model reports arbitrary times. */
async function playScript(run: Run, call: Played): Promise<void> {
  const { random } = run
  const isCallback = random.next() < 0.4
  const times = isCallback ? call.readBack : call.offered
  if (times.length === 0)
    return callTools(run, call, [
      isCallback
        ? { id: `call_${run.serial++}`, name: 'plan_call', arguments: { words: random.pick(SPOKEN_WISHES) } }
        : { id: `call_${run.serial++}`, name: 'free_meeting_times', arguments: {} },
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
    { id: `call_${run.serial++}`, name: isCallback ? 'plan_call' : 'choose_option', arguments: given },
  ])
}

const SPOKEN_WISHES = [
  'ring me Tuesday after three',
  'tomorrow at ten',
  'next Friday morning',
  'Thursday at four',
]

async function talk(run: Run, call: Played): Promise<void> {
  const { random } = run
  if (random.next() < 0.5) {
    const { said, question } = agentSays(random, call)
    call.lines.push(lineOf(run, call, said))
    call.question = question
    return
  }
  await answer(run, call)
}

async function answer(run: Run, call: Played): Promise<void> {
  const { random } = run
  const { said, position } = personSays(random, call)
  call.lines.push(lineOf(run, call, said))
  call.question = { kind: 'nothing' }
  call.position = position
  call.held.push(position)
  // a transcript may be lost: the artifact of the next tool call shows it
  if (random.next() < 0.85 || position.optedOut)
    await send(run, call, {
      type: 'transcript',
      role: 'user',
      transcriptType: 'final',
      transcript: said.message,
    })
}

const lineOf = ({ world }: Run, call: Played, line: object) => ({
  ...line,
  time: world.clock.ms,
  secondsFromStart: (world.clock.ms - call.startedAt) / 1000,
})

function anyTools(run: Run, call: Played): Tool[] {
  const context = { ...call, elsewhere: run.elsewhere }
  return Array.from({ length: 1 + run.random.below(2) }, () => toolOf(run.random, context, run.serial++))
}

async function callTools(run: Run, call: Played, tools = anyTools(run, call)): Promise<void> {
  const { random } = run
  run.figures.toolCalls += tools.length
  const message = messageOf(random, tools)
  call.lines.push(
    lineOf(run, call, {
      role: 'tool_calls',
      toolCalls: tools.map(({ id, name, arguments: given }) => ({
        id,
        function: { name, arguments: given },
      })),
    }),
  )
  if (call.endedAt === null && random.next() < 0.05) return // it never reaches us
  const times = random.next() < 0.1 ? 2 : 1
  const answers = await Promise.all(Array.from({ length: times }, () => send(run, call, message)))
  for (const answer of answers) readAnswer(run, call, { tools, answer })
}

/** Reads the times from the answers, as the model does. */
function readAnswer(
  run: Run,
  call: Played,
  { tools, answer }: { tools: readonly Tool[]; answer: string },
): void {
  const { results = [] } = JSON.parse(answer) as { results?: { toolCallId: string; result: string }[] }
  for (const { toolCallId, result } of results) {
    if (/[\r\n]/.test(result)) run.figures.faults.push(`a result has several lines: ${result}`)
    const name = tools.find(({ id }) => id === toolCallId)?.name
    call.lines.push(lineOf(run, call, { role: 'tool_call_result', toolCallId, name, result }))
    const found = [...result.matchAll(/(\w+ \d{1,2} \w+ at [\d:]+ [ap]m)[^[\];]*\[([^\]]+)\]/g)]
    const times = found.map(([, spoken = '', start = '']) => ({ spoken, start }))
    if (name === 'free_meeting_times' && times.length > 0) {
      call.latest = times
      call.offered = [
        ...call.offered.filter(({ start }) => times.every((time) => time.start !== start)),
        ...times,
      ]
      run.elsewhere = times
    }
    const spoken = /(\w+ \d{1,2} \w+ at [\d:]+ [ap]m)/.exec(result)?.[1]
    const start = /\[([^\]]+)\]$/.exec(result)?.[1]
    if (name === 'plan_call' && spoken && start) call.readBack.push({ spoken, start })
  }
}

async function end(run: Run, call: Played): Promise<void> {
  const { world, random } = run
  call.endedAt = world.clock.ms
  const endedReason = random.pick(['customer-ended-call', 'assistant-ended-call', 'manually-canceled'])
  const times = {
    startedAt: new Date(call.startedAt).toISOString(),
    endedAt: new Date(call.endedAt).toISOString(),
  }
  await send(run, call, { type: 'end-of-call-report', endedReason, ...times })
}

/** Mostly to the call's own address; the body always names the call by Vapi's id. */
async function send(run: Run, call: Played, message: Record<string, unknown>): Promise<string> {
  const { world, random, figures } = run
  figures.messages++
  const body = {
    ...{ ...message, timestamp: world.clock.ms, artifact: { messages: [...call.lines] } },
    call: { id: call.vapiId, customer: { number: random.pick([call.to, '+61491570110']) } },
  }
  const address = random.next() < 0.9 ? { call: call.callId } : {}
  const { status, body: answer } = await world.vapi.post(body, address)
  if (status !== 200) figures.faults.push(`${message.type} was answered ${status}: ${answer.slice(0, 200)}`)
  return status === 200 ? answer : '{}'
}
