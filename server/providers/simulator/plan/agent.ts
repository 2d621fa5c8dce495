// The agent of a simulated call. The turns are those of a live call: the interpreter reads, and providers/agent decides.

import type { CallOutcome } from '#contract/calls/calls.ts'
import { type Answering, whoAnswered } from '#server/conversation/who-answered.ts'
import { outcomeOfAnswerer } from '#server/providers/agent/answerer-outcome.ts'
import { callbackOffered, nextTurn, withoutTimes } from '#server/providers/agent/conversation.ts'
import { pendingAt } from '#server/providers/agent/next-step.ts'
import { isOpening, screeningTurn } from '#server/providers/agent/screening.ts'
import type { At, Next, Pending, StoredCallback, Turn, TurnEvent } from '#server/providers/agent/turn.ts'
import { answeredBy } from '#server/providers/live/answered-by.ts'
import type {
  CallbackOffer,
  CallbackWish,
  CallScript,
  OfferedSlot,
  VoiceEvent,
} from '#server/providers/ports/voice.ts'
import * as say from './lines.ts'
import type { Goal } from './party.ts'

/** The product's part in a call that is being planned. */
export interface CallHooks {
  /** The clock by which the person names times; null: unknown. */
  clock(): Promise<{ now: Date; zone: string } | null>
  /** Holds meeting times; null: the agent speaks of none. */
  offerTimes: ((offer: string) => Promise<OfferedSlot[]>) | null
  offerCallback(wish: CallbackWish): Promise<CallbackOffer>
}

type Unkeyed<Event> = Event extends { key: string; at: Date } ? Omit<Event, 'key' | 'at'> : never
/** A provider's event, without key and time. */
export type PlainEvent = Unkeyed<VoiceEvent>

export interface Heard {
  digits: string
  speech: string
  /** Seconds from the answer. */
  from: number
  until: number
}

export interface Reply {
  events: PlainEvent[]
  next: Exclude<Next, { kind: 'ring' }>
  /** The words were a question about the offer and this is the answer; the step goes on. */
  isAnswer: boolean
}

export interface Agent {
  /** @param answer to the words, where they are a question about the offer */
  hear(heard: Heard, answer?: string): Promise<Reply>
  /** Events of requests that were in progress when the other end hung up. */
  hangUp(): PlainEvent[]
  readonly offered: readonly OfferedSlot[]
  readonly callback: StoredCallback | null
  isDone(what: Goal): boolean
  /** By the recognised words and keys. @param seconds from the answer to the end */
  outcome(seconds: number): Extract<CallOutcome, 'human' | 'voicemail' | 'screened' | 'silent'>
}

interface AgentParts {
  script: CallScript
  calledName: string | null
  hooks: CallHooks
}

export function createAgent({ script, calledName, hooks }: AgentParts): Agent {
  let at: At = { step: 'greeting', misses: 0 }
  let answering: Pick<Answering, 'who' | 'previous'> = { who: null, previous: null }
  let keptSince: number | null = null
  let hasPerson = false
  let hasSpoken = false
  let offered: readonly OfferedSlot[] = []
  let callback: StoredCallback | null = null
  let pending: Pending | null = null
  let turns = 0
  let hasEnded = false
  const done = new Set<Goal | Pending>()

  const reply = (next: Next, events: PlainEvent[], isAnswer = false): Reply => {
    if (next.kind === 'ring') throw new Error('the simulator rings no further phone')
    if (next.kind === 'listen') at = positionOf(next)
    else hasEnded = true
    return { events, next, isAnswer }
  }

  function screen(heard: Heard): { events: PlainEvent[]; next: Next | null; at: At } {
    if (!isOpening(at, hasPerson)) return { events: [], next: null, at }
    const { digits, speech, from, until } = heard
    const spoken = { at: from, until, text: speech }
    const waited = keptSince === null ? 0 : until - keptSince
    const turn = screeningTurn(
      at,
      { gathered: { digits, speech }, spoken, script, calledName },
      { answering, waited, isDetected: false },
    )
    const isKept = speech !== '' && turn.next !== null
    const events: PlainEvent[] = []
    if (turn.who !== null && (turn.who !== answering.who || isKept)) {
      const event = answeredBy(turn.who, speech)
      events.push(event)
      answering = { who: turn.who, previous: event.text }
      keptSince = turn.next === null ? null : until
    }
    if (turn.relaysOptOut) events.push({ kind: 'option', option: 'option_4', source: 'voice', relayed: true })
    return { events, next: turn.next, at: turn.at }
  }

  async function withCallback(turn: Turn): Promise<Turn> {
    const wish = turn.asksForCallback
    if (wish === null) return turn
    const offer = await hooks.offerCallback(wish)
    const move = { ...turn, ...callbackOffered(offer) }
    if (offer.kind !== 'time') return move
    callback = { words: wish.words, question: offer.text, ...offer.window }
    return { ...move, understood: turn.understood && { ...turn.understood, question: offer.text } }
  }

  async function withTimes(turn: Turn): Promise<Turn> {
    if (turn.asksForTimes === null) return turn
    offered = hooks.offerTimes ? await hooks.offerTimes(`turn ${turns}`) : []
    return offered.length === 0 ? { ...turn, ...withoutTimes(turn.asksForTimes) } : turn
  }

  function resultText(event: TurnEvent | null): string[] {
    if (event?.kind === 'callback_requested') return [say.CALL_PLANNED]
    if (event?.kind !== 'option') return []
    if (event.option !== 'option_2') return [say.confirmations[event.option]]
    const slot = offered.find(({ start }) => start === event.slot)
    if (slot) return [say.timeNamed(slot.spoken)]
    if (hooks.offerTimes === null) return [say.confirmations.option_2]
    return [offered.length === 0 ? say.NO_TIME : say.MEETING_NOTED]
  }

  return {
    get offered() {
      return offered
    },
    get callback() {
      return callback
    },
    async hear(heard, answer) {
      turns += 1
      const { digits, speech } = heard
      hasSpoken ||= speech !== ''
      const opening = screen(heard)
      if (opening.next) return reply(opening.next, opening.events)
      const words = { script, offered, callback, clock: speech === '' ? null : await hooks.clock() }
      const read = nextTurn(opening.at, { digits, speech }, words)
      const isQuestion = read.understood?.meaning === 'question' && read.understood.value !== 'repeat'
      if (answer !== undefined && isQuestion) {
        hasPerson = true
        const events = [...opening.events, ...readingOf(read)]
        return reply({ kind: 'listen', said: [answer], step: 'offer', misses: 0 }, events, true)
      }
      const turn = await withTimes(await withCallback(read))
      const { event, next } = turn
      pending = pendingAt(next)
      hasPerson ||= digits !== '' || pending !== null || (event !== null && event.kind !== 'opt_out_unclear')
      const events = [...opening.events, ...readingOf(turn), ...(event ? [plain(event)] : [])]
      for (const goal of goalsOf(event)) done.add(goal)
      return reply({ ...next, said: [...resultText(event), ...next.said] }, events)
    },
    hangUp() {
      if (pending === null || done.has(pending)) return []
      if (pending === 'operator') return [{ kind: 'operator' }]
      if (pending === 'option_2') return [{ kind: 'option', option: pending, source: 'key' }]
      return [{ kind: 'unconfirmed', wish: pending }]
    },
    isDone: (what) => done.has(what),
    outcome(seconds) {
      if (hasPerson) return 'human'
      const recognised = answering.who && outcomeOfAnswerer[answering.who]
      if (recognised === 'screened' || recognised === 'voicemail') return recognised
      if (hasSpoken) return 'human'
      const isSilent = hasEnded || whoAnswered({ utterances: [], silence: seconds }).who === 'silence'
      return isSilent ? 'silent' : 'human'
    },
  }
}

function positionOf({ step, misses, about }: At): At {
  return { step, misses, ...(about && { about }) }
}

const readingOf = ({ understood }: Turn): PlainEvent[] =>
  understood ? [{ kind: 'understood', ...understood }] : []

/** Without a meeting time where none was named. */
function plain(event: TurnEvent): PlainEvent {
  if (event.kind !== 'option') return event
  const { slot, ...choice } = event
  return slot === null ? choice : { ...choice, slot }
}

function goalsOf(event: TurnEvent | null): (Goal | Pending)[] {
  switch (event?.kind) {
    case 'option':
      return [event.option]
    case 'operator':
      return ['operator', 'person']
    case 'callback_requested':
      return ['callback', 'later']
    default:
      return []
  }
}
