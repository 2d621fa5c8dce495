// Plans an answered call: its lines, its key presses and its length.

import type { CallResponse } from '#contract/calls.ts'
import { spokenWhose } from '#server/calendar/words.ts'
import type { CallbackOffer, CallScript, OfferedSlot } from '#server/providers/ports/voice.ts'
import type { ScoreLine } from '../recording/score.ts'
import { breakOff, createDialogue, type Dialogue, tenth } from './dialogue.ts'
import * as say from './lines.ts'
import type { Random } from './random.ts'
import type { Behaviour } from './scenario.ts'

export interface ConversationRequest {
  random: Random
  script: CallScript
  /** Meeting times to offer; undefined: the agent speaks of none. */
  times: readonly OfferedSlot[] | undefined
  /** The wish to be called at another time, and the answer to it. */
  callback: CallbackRequest | undefined
  /** The first name that the person gives; null where the number belongs to no broker. */
  firstName: string | null
  behaviour: Behaviour
  /** The person asks not to be recorded right after the greeting. */
  declinesRecording: boolean
  maxSeconds: number
}

export interface CallbackRequest {
  words: string
  offer: CallbackOffer
}

/** The window that the person affirmed. */
interface Affirmed {
  at: number
  text: string
  from: string
  to: string
}

interface Choice {
  at: number
  option: CallResponse
  source: 'key' | 'voice'
  /** The meeting time that was named; absent where none was. */
  slot?: string
}

export interface Conversation {
  lines: ScoreLine[]
  /** Seconds from the answer to the end, whole. */
  durationSeconds: number
  /** When the menu starts to play; null where the call ends before it. */
  menuAt: number | null
  option: Choice | null
  operatorAt: number | null
  affirmed: Affirmed | null
  recordingDeclinedAt: number | null
  summary: string
}

/** Median seconds of a call by the option chosen in it. */
const medianOf: Record<CallResponse, number> = { option_1: 75, option_2: 150, option_3: 130, option_4: 22 }
const SPREAD = 0.35
/** From the choice to the end, about. */
const CLOSING_SECONDS = 11
/** To agree on a time takes about so much longer. */
const AGREEING_SECONDS = 16
const EARLIEST_CHOICE = 6

const summaries: Record<CallResponse, string> = {
  option_1: 'The broker asked for the link.',
  option_2: 'The broker asked for a meeting with a business development manager.',
  option_3: 'The broker wants to start the accreditation.',
  option_4: 'The broker asked not to be called again.',
}

export function converse(request: ConversationRequest): Conversation {
  const { random, behaviour } = request
  const dialogue = createDialogue(random, 0.6)
  dialogue.say('caller', random.pick(greetingsOf(request)))
  dialogue.say('agent', request.script.greeting)
  const recordingDeclinedAt = request.declinesRecording ? declineRecording(dialogue, random) : null
  const ending = endingOf(behaviour, request, dialogue)
  const durationSeconds = Math.min(Math.ceil(dialogue.now()), request.maxSeconds)
  const inTime = <T extends { at: number }>(moment: T | null) =>
    moment && moment.at <= durationSeconds ? moment : null
  // a call that ends while a time is being agreed on still counts as a meeting request
  const made = inTime(ending.option) ?? inTime(ending.chosen ?? null)
  const lines = breakOff(dialogue.lines, durationSeconds)
  return {
    lines,
    durationSeconds,
    menuAt: menuStart(lines, request.script),
    option: made,
    operatorAt: inTime(ending.operatorAt === null ? null : { at: ending.operatorAt })?.at ?? null,
    affirmed: inTime(ending.affirmed ?? null),
    recordingDeclinedAt:
      inTime(recordingDeclinedAt === null ? null : { at: recordingDeclinedAt })?.at ?? null,
    summary: summaryOf(ending, made),
  }
}

function greetingsOf({ behaviour, firstName }: ConversationRequest) {
  if (behaviour.kind === 'colleague') return say.colleagueGreetings
  return firstName ? say.namedGreetings(firstName) : say.greetings
}

function menuStart(lines: readonly ScoreLine[], { menu: [first] }: CallScript): number | null {
  const line = lines.find((each) => 'text' in each && each.speaker === 'agent' && each.text === first?.text)
  return line?.at ?? null
}

/** It names nothing that the call ended before. */
function summaryOf({ option, summary }: Ending, made: Choice | null): string {
  if (option === made) return summary
  return made ? summaries[made.option] : 'The call ended before anything was chosen.'
}

interface Ending {
  option: Conversation['option']
  /** The choice as it was made, before a time was named for it. */
  chosen?: Choice
  affirmed?: Affirmed
  operatorAt: number | null
  summary: string
}

function endingOf(behaviour: Behaviour, request: ConversationRequest, dialogue: Dialogue): Ending {
  const { random } = request
  if (behaviour.kind === 'hangs_up_in_greeting') {
    dialogue.interruptAt(random.between(3, 8))
    return { option: null, operatorAt: null, summary: 'The broker hung up during the greeting.' }
  }
  if (behaviour.kind === 'listens') {
    const menu = present(request, dialogue, 0)
    const leavesAt = Math.min(random.between(15, 60), menu.end + 6)
    dialogue.interruptAt(leavesAt)
    if (random.chance(0.5)) dialogue.say('caller', random.pick(say.leaving))
    return { option: null, operatorAt: null, summary: 'The broker listened and chose nothing.' }
  }
  if (behaviour.kind === 'asks_for_call') return askForCall(request, dialogue)
  if (behaviour.kind === 'colleague') return speakToColleague(request, dialogue)
  if (behaviour.kind === 'asks_for_person') return askForPerson(behaviour.source, request, dialogue)
  return choose(behaviour, request, dialogue)
}

/** The agent gives the caller, the organisation and the reason. */
function speakToColleague({ random, script }: ConversationRequest, dialogue: Dialogue): Ending {
  dialogue.say('caller', random.pick(say.colleagueAnswers))
  dialogue.say('agent', script.introduction ?? script.greeting)
  dialogue.say('caller', random.pick(say.colleagueGoodbyes))
  dialogue.say('agent', say.thanksColleague)
  return { option: null, operatorAt: null, summary: 'A colleague answered for the broker.' }
}

function choose(
  { option, source }: Extract<Behaviour, { kind: 'option' }>,
  request: ConversationRequest,
  dialogue: Dialogue,
): Ending {
  const { random, script, times } = request
  const slots = (option === 'option_2' && times) || []
  const closing = CLOSING_SECONDS + (slots.length > 0 ? AGREEING_SECONDS : 0)
  const target = random.lognormal(medianOf[option], SPREAD) - closing
  const greeted = dialogue.now()
  const menu = present(request, dialogue, target)
  const offered = menu.choices.find((choice) => choice.option === option)?.end ?? menu.end
  // an opt-out is pressed early; in all other calls the greeting and, mostly, the chosen option are played first
  const earliest = option === 'option_4' ? EARLIEST_CHOICE : Math.min(greeted, offered)
  const at = Math.max(earliest, Math.min(target, offered + random.between(0.4, 2)))
  dialogue.interruptAt(at)
  const key = script.menu.find((item) => item.option === option)?.key
  const pressedAt = tenth(dialogue.now())
  if (source === 'key' && key) dialogue.press(key)
  else dialogue.say('caller', random.pick(say.spokenChoices[option]))
  const chosenAt = source === 'key' ? pressedAt : tenth(dialogue.now())
  const chosen: Choice = { at: chosenAt, option, source }
  const named = agreeOnTime(slots, { random, dialogue })
  const noneFree = option === 'option_2' && times?.length === 0
  if (named) dialogue.say('agent', say.timeNamed(named.slot.spoken))
  else dialogue.say('agent', noneFree ? say.NO_TIME : random.pick(say.confirmations[option]))
  if (option !== 'option_4') dialogue.say('caller', random.pick(say.thanks))
  if (!named) return { option: chosen, operatorAt: null, summary: summaries[option] }
  const summary = `${summaries[option].slice(0, -1)}, ${named.slot.spoken}.`
  return { option: { ...chosen, at: named.at, slot: named.slot.start }, chosen, operatorAt: null, summary }
}

/** The agent offers the times, the person names one. @returns it and when it had been named; null without times */
function agreeOnTime(
  slots: readonly OfferedSlot[],
  { random, dialogue }: { random: Random; dialogue: Dialogue },
): { slot: OfferedSlot; at: number } | null {
  const [first, second] = slots
  if (!first) return null
  dialogue.say(
    'agent',
    say.offerTimes(
      slots.map(({ spoken }) => spoken),
      spokenWhose(slots.slice(0, 2).map(({ inSydney }) => inSydney)),
    ),
  )
  const takesSecond = second !== undefined && random.chance(0.4)
  const slot = takesSecond ? second : first
  const words = say.naming(slot.spoken)[random.chance(0.5) ? 0 : 1]
  dialogue.say('caller', second && words ? words[takesSecond ? 1 : 0] : random.pick(say.takesIt))
  return { slot, at: tenth(dialogue.now()) }
}

function askForPerson(source: 'key' | 'voice', request: ConversationRequest, dialogue: Dialogue): Ending {
  const { random, script } = request
  present(request, dialogue, 0)
  dialogue.interruptAt(random.between(14, 30))
  if (source === 'key') dialogue.press('0')
  else dialogue.say('caller', random.pick(say.askForPerson))
  const operatorAt = tenth(dialogue.now())
  dialogue.say('agent', script.operator)
  dialogue.say('caller', random.pick(say.thanks))
  return { option: null, operatorAt, summary: 'The broker asked for a person and is to be called back.' }
}

/** The person names a time, the agent reads it back, and the person mostly agrees. */
function askForCall({ random, callback }: ConversationRequest, dialogue: Dialogue): Ending {
  if (!callback) return { option: null, operatorAt: null, summary: 'The broker had no time.' }
  const { words, offer } = callback
  dialogue.say('caller', words)
  const wantedAt = tenth(dialogue.now())
  dialogue.say('agent', offer.text)
  if (offer.kind !== 'time') {
    const operatorAt = offer.kind === 'none' ? wantedAt : null
    return { option: null, operatorAt, summary: 'The broker asked to be called at another time.' }
  }
  if (random.chance(0.15)) {
    dialogue.say('caller', random.pick(say.dropsCall))
    return { option: null, operatorAt: null, summary: 'The broker did not want a call at another time.' }
  }
  dialogue.say('caller', random.pick(say.agreesToCall))
  const affirmed = { at: tenth(dialogue.now()), text: words, ...offer.window }
  dialogue.say('agent', say.CALL_PLANNED)
  return { option: null, operatorAt: null, affirmed, summary: 'The broker is called at another time.' }
}

interface Presented {
  choices: { option: CallResponse; end: number }[]
  end: number
}

/** Script, questions until about `untilSeconds`, then the menu. */
function present(
  { random, script }: ConversationRequest,
  dialogue: Dialogue,
  untilSeconds: number,
): Presented {
  for (const paragraph of paragraphsOf(script.body)) dialogue.say('agent', paragraph)
  const first = Math.floor(random.unit() * say.exchanges.length)
  for (let i = 0; i < say.exchanges.length && dialogue.now() + 25 < untilSeconds; i++) {
    const exchange = say.exchanges[(first + i) % say.exchanges.length]
    if (!exchange) break
    dialogue.say('caller', exchange[0])
    dialogue.say('agent', exchange[1])
  }
  dialogue.say('agent', say.leadIn[script.personality])
  const choices = script.menu.map(({ option, text }) => ({ option, end: dialogue.say('agent', text) }))
  return { choices, end: dialogue.now() }
}

function declineRecording(dialogue: Dialogue, random: Random): number {
  dialogue.say('caller', random.pick(say.declineRecording))
  const at = tenth(dialogue.now())
  dialogue.say('agent', say.recordingStopped)
  return at
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
