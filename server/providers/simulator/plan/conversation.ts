// Plans an answered line: the words of both ends, the keys, the events and the length.

import type { CallResponse } from '#contract/calls/calls.ts'
import { textsOf } from '#server/providers/agent/step-texts.ts'
import type { At } from '#server/providers/agent/turn.ts'
import type { CallScript } from '#server/providers/ports/voice.ts'
import type { ScoreLine } from '../recording/score.ts'
import { type Agent, type CallHooks, createAgent, type Heard, type PlainEvent, type Reply } from './agent.ts'
import { breakOff, createDialogue, type Dialogue, tenth } from './dialogue.ts'
import * as say from './lines.ts'
import type { Act, Party, Scene } from './party.ts'
import type { Random } from './random.ts'
import { summaryOf } from './summary.ts'

export interface ConversationRequest {
  random: Random
  script: CallScript
  party: Party
  hooks: CallHooks
  calledName: string | null
  maxSeconds: number
}

export interface TimedEvent {
  /** Seconds from the answer. */
  at: number
  event: PlainEvent
}

export interface Conversation {
  lines: ScoreLine[]
  /** Seconds from the answer to the end, whole. */
  durationSeconds: number
  outcome: ReturnType<Agent['outcome']>
  /** In order of time. */
  events: TimedEvent[]
  summary: string
}

type Listening = Extract<Reply['next'], { kind: 'listen' }>

/** The agent listens for so long before it takes a pause for silence. */
const LISTENS_SECONDS = 5
const LISTENS_AFTER_GREETING_SECONDS = 0.5

export async function converse(request: ConversationRequest): Promise<Conversation> {
  const { random, script, party, maxSeconds } = request
  const dialogue = createDialogue(random, 0.6)
  const agent = createAgent(request)
  const events: TimedEvent[] = []
  /** Of the agent's last texts. */
  let step: At['step'] = 'greeting'
  const record = (added: readonly PlainEvent[]): void => {
    const at = Math.min(tenth(dialogue.now()), maxSeconds)
    events.push(...added.map((event) => ({ at, event })))
  }

  async function hear(act: Exclude<Act, { kind: 'hangs_up' }>, answer?: string): Promise<Reply | null> {
    const heard = takePart(dialogue, act, step)
    if (dialogue.now() > maxSeconds) return null
    const reply = await agent.hear(heard, answer)
    record(reply.events)
    return reply
  }

  /** Questions about the offer. @returns the agent's turn where it took one for something else; undefined: it goes on */
  async function questions(): Promise<Reply | null | undefined> {
    for (;;) {
      const asked = party.asks?.(dialogue.now())
      if (!asked) return undefined
      const reply = await hear({ kind: 'says', text: asked[0], at: null }, asked[1])
      if (!reply?.isAnswer) return reply
      for (const text of reply.next.said) dialogue.say('agent', text)
    }
  }

  /** The agent's texts of a step. @returns the scene after them, or the turn that a question led to */
  async function present(next: Listening): Promise<Scene | Reply | null> {
    const startedAt = dialogue.now()
    step = next.step
    const options: { option: CallResponse; end: number }[] = []
    if (next.step === 'offer') {
      for (const paragraph of paragraphsOf(script.body)) dialogue.say('agent', paragraph)
      const other = await questions()
      if (other !== undefined) return other
      dialogue.say('agent', say.leadIn[script.personality])
    }
    const { offered, callback } = agent
    const isMenu = next.step === 'offer' || next.step === 'menu'
    if (isMenu)
      for (const { option, text } of script.menu) options.push({ option, end: dialogue.say('agent', text) })
    else for (const text of textsOf(next, { script, offered, callback })) dialogue.say('agent', text)
    const { about } = next
    const scene = { step: next.step, startedAt, now: dialogue.now(), options, offered, isDone: agent.isDone }
    return about ? { ...scene, about } : scene
  }

  async function play(): Promise<void> {
    const opening = party.opens()
    let turn: Reply | null =
      opening === null ? GREETING : await hear({ kind: 'says', text: opening, at: null })
    while (turn !== null) {
      for (const text of turn.next.said) dialogue.say('agent', text)
      if (turn.next.kind === 'hang_up') return
      const scene: Scene | Reply | null = await present(turn.next)
      if (scene === null || 'next' in scene) {
        turn = scene
        continue
      }
      const act = party.acts(scene)
      if (act.kind === 'hangs_up') {
        moveTo(dialogue, act.at)
        break
      }
      turn = await hear(act)
    }
    record(agent.hangUp())
  }

  await play()
  const durationSeconds = Math.min(Math.ceil(dialogue.now()), maxSeconds)
  const lines = breakOff(dialogue.lines, durationSeconds)
  const menuAt = menuStart(lines, script)
  if (menuAt !== null) events.push({ at: menuAt, event: { kind: 'menu' } })
  return {
    lines,
    durationSeconds,
    outcome: agent.outcome(durationSeconds),
    events: events.sort((a, b) => a.at - b.at),
    summary: summaryOf(events, agent.offered),
  }
}

const GREETING: Reply = {
  events: [],
  next: { kind: 'listen', said: [], step: 'greeting', misses: 0 },
  isAnswer: false,
}

function moveTo(dialogue: Dialogue, at: number | null): void {
  if (at === null) return
  if (at < dialogue.now()) dialogue.interruptAt(at)
  else dialogue.pause(at - dialogue.now())
}

/** Puts the act on the timeline. @returns it as the agent receives it */
function takePart(dialogue: Dialogue, act: Exclude<Act, { kind: 'hangs_up' }>, step: At['step']): Heard {
  if (act.kind === 'silence') {
    dialogue.pause(step === 'greeting' ? LISTENS_AFTER_GREETING_SECONDS : LISTENS_SECONDS)
    return { digits: '', speech: '', from: dialogue.now(), until: dialogue.now() }
  }
  moveTo(dialogue, act.at)
  const from = dialogue.now()
  if (act.kind === 'key') {
    dialogue.press(act.key)
    return { digits: act.key, speech: '', from, until: from }
  }
  return { digits: '', speech: act.text, from, until: dialogue.say('caller', act.text) }
}

function menuStart(lines: readonly ScoreLine[], { menu: [first] }: CallScript): number | null {
  const line = lines.find((each) => 'text' in each && each.speaker === 'agent' && each.text === first?.text)
  return line?.at ?? null
}

const PARAGRAPH = 300

/** Sentences in pieces short enough to be interrupted. */
function paragraphsOf(body: string): string[] {
  const pieces: string[] = []
  for (const sentence of body.split(/(?<=[.!?])\s+|\n+/)) {
    const text = sentence.trim()
    const last = pieces.at(-1)
    if (!text) continue
    if (last !== undefined && last.length + text.length < PARAGRAPH)
      pieces[pieces.length - 1] = `${last} ${text}`
    else pieces.push(text)
  }
  return pieces
}
