// Decides the next turn of a fixed-script conversation. Pure: maps input to texts and events. A wish in speech is read
// back and acts only after a yes; keys and clear opt-outs act immediately.

import type { CallResponse } from '#contract/calls/calls.ts'
import type { CallbackTime } from '#server/conversation/reading.ts'
import type { CallbackOffer, CallScript } from '#server/providers/ports/voice.ts'
import { ASK_WHEN, timeIndex } from './step-texts.ts'
import type { At, Gathered, Next, Source, Step, Subject, Turn, Words } from './turn.ts'
import { isTime, type Move, storedText, understoodIn } from './understood.ts'
import { readInput, type Wish } from './wishes.ts'

export const GOODBYE = 'Thank you for your time. Goodbye.'
const NOT_UNDERSTOOD = 'Sorry, I did not understand that.'
const NOT_OFFERED = 'That cannot be done in this call. Press 0 for a person.'
const UNRECORDED = 'This call is no longer recorded, and what was recorded is deleted.'
const NOTED = 'I have noted that, and our team will get in touch.'

/** The turn that follows an input at a step. */
export function nextTurn(at: At, gathered: Gathered, words: Words): Turn {
  const input = readInput(at, gathered, words)
  const move =
    at.step === 'confirm' && at.about
      ? answered({ ...at, about: at.about }, input.wish, gathered, words)
      : wished(at, input.wish, gathered, words)
  return { ...move, understood: understoodIn(at, gathered, { input, move, words }) }
}

function wished(at: At, wish: Wish, gathered: Gathered, words: Words): Move {
  switch (wish.kind) {
    case 'option':
      return wish.source === 'voice' ? spokenOption(wish.option) : chosen(wish)
    case 'slot':
      if (wish.source === 'voice') return readBack(wish.index === 0 ? 'first_time' : 'second_time')
      return choiceOfTime(wish.index, wish.source, words)
    case 'yes':
      // the offer of a single time was its read-back
      if (at.step === 'slots' && words.offered.length === 1) return choiceOfTime(0, wish.source, words)
      return notUnderstood(at, 'unclear')
    case 'no':
      return declined(at)
    case 'callback':
      return at.step === 'greeting' ? notUnderstood(at, 'unclear') : callbackWanted(wish.time)
    case 'other_times':
      return at.step === 'slots' ? askForTimes('voice') : notUnderstood(at, 'unclear')
    case 'goodbye':
      // the greeting must precede every other text
      return at.step === 'greeting'
        ? notUnderstood(at, 'unclear')
        : quiet({ kind: 'hang_up', said: [GOODBYE] })
    case 'wait':
      return at.step === 'greeting'
        ? notUnderstood(at, 'unclear')
        : quiet({ kind: 'listen', said: [], ...atMenuOf(at) })
    default:
      return alike(at, wish, gathered, words)
  }
}

/** An answer to a read-back, or a wish in place of one. */
function answered(at: At & { about: Subject }, wish: Wish, gathered: Gathered, words: Words): Move {
  const { about } = at
  switch (wish.kind) {
    case 'yes':
      return carriedOut(about, wish.source, words)
    case 'no':
      return refused(about)
    case 'option':
      if (wish.source === 'key') return chosen(wish)
      if (wish.option === about) return carriedOut(about, 'voice', words)
      return wish.option === 'option_2' && isTime(about)
        ? unanswered(at, 'unclear')
        : spokenOption(wish.option)
    case 'slot': {
      const named = wish.index === 0 ? 'first_time' : 'second_time'
      // the same time again is no yes: 'I have one question' names the first
      return named === about ? unanswered(at, 'unclear') : readBack(named)
    }
    case 'callback':
      return callbackWanted(wish.time)
    case 'other_times':
      return isTime(about) ? askForTimes('voice') : unanswered(at, 'unclear')
    case 'wait':
      return quiet({ kind: 'listen', said: [], ...at })
    case 'goodbye':
      return { ...givenUp(about), next: { kind: 'hang_up', said: [GOODBYE] } }
    case 'silence':
    case 'unclear':
      return unanswered(at, wish.kind)
    default:
      return alike(at, wish, gathered, words)
  }
}

/** Wishes that are handled alike at every step. */
function alike(at: At, { kind }: Wish, gathered: Gathered, { script }: Words): Move {
  switch (kind) {
    case 'operator':
      return personWanted(script)
    case 'record_off':
      return {
        ...quiet({ kind: 'listen', said: [UNRECORDED], ...afterwards(at) }),
        event: { kind: 'recording_declined' },
      }
    case 'genuine':
      return genuineAsked(at, script)
    case 'not_offered':
      return quiet({ kind: 'listen', said: [NOT_OFFERED], step: 'menu', misses: at.misses + 1 })
    case 'opt_out_unclear':
      return optOutUnclear(at, gathered.speech)
    default:
      return notUnderstood(at, kind === 'silence' ? 'silence' : 'unclear')
  }
}

/** A clear opt-out acts immediately. The times of a meeting are offered before one is read back. */
function spokenOption(option: CallResponse): Move {
  if (option === 'option_4' || option === 'option_2') return chosen({ option, source: 'voice' })
  return readBack(option)
}

function readBack(about: Subject, said: string[] = []): Move {
  return quiet({ kind: 'listen', said, step: 'confirm', misses: 0, about })
}

function carriedOut(about: Subject, source: Source, words: Words): Move {
  if (isTime(about)) return choiceOfTime(timeIndex(about), source, words)
  if (about === 'callback') return callbackAffirmed(words)
  return choice({ option: about === 'opt_out' ? 'option_4' : about, source, slot: null })
}

function refused(about: Subject): Move {
  if (isTime(about))
    return quiet({ kind: 'listen', said: ['All right, not that time.'], step: 'slots', misses: 0 })
  if (about === 'callback') return askWhen(['All right.'])
  const step = about === 'opt_out' ? 'menu' : 'more'
  return quiet({ kind: 'listen', said: ['All right.'], step, misses: step === 'more' ? 1 : 0 })
}

/** Repeats the read-back once. */
function unanswered(at: At & { about: Subject }, kind: 'silence' | 'unclear'): Move {
  const said = kind === 'unclear' ? [NOT_UNDERSTOOD] : []
  if (at.misses === 0) return quiet({ kind: 'listen', said, ...at, misses: 1 })
  return givenUp(at.about)
}

/** A wish that was never affirmed: staff follow it up. An unclear opt-out holds the number when the call ends. */
function givenUp(about: Subject): Move {
  if (about === 'opt_out') return quiet({ kind: 'hang_up', said: [GOODBYE] })
  if (isTime(about)) return withoutTimes('voice')
  return {
    ...quiet({ kind: 'listen', said: [NOTED], step: 'more', misses: 0 }),
    event: { kind: 'unconfirmed', wish: about },
  }
}

/** A legal time is looked up before it is read back. */
function callbackWanted(time: CallbackTime | null): Move {
  return time ? { ...askWhen([]), asksForCallback: time } : askWhen([])
}

function askWhen(said: string[]): Move {
  return quiet({ kind: 'listen', said: [...said, ASK_WHEN], step: 'when', misses: 0 })
}

function callbackAffirmed({ callback }: Words): Move {
  if (!callback) return askWhen([])
  const { words: text, from, to } = callback
  return {
    ...quiet({ kind: 'hang_up', said: ['Goodbye.'] }),
    event: { kind: 'callback_requested', text, from, to },
    result: 'callback',
  }
}

/** The move after a wished call was looked up. */
export function callbackOffered(offer: CallbackOffer): Move {
  switch (offer.kind) {
    case 'time':
      return readBack('callback')
    case 'ask_again':
      return quiet({ kind: 'listen', said: [offer.text], step: 'when', misses: 0 })
    case 'none':
      return {
        ...quiet({ kind: 'listen', said: [offer.text], step: 'more', misses: 0 }),
        event: { kind: 'operator' },
      }
  }
}

function chosen({ option, source }: { option: CallResponse; source: Source }): Move {
  return option === 'option_2' ? askForTimes(source) : choice({ option, source, slot: null })
}

function askForTimes(source: Source): Move {
  return { ...quiet({ kind: 'listen', said: [], step: 'slots', misses: 0 }), asksForTimes: source }
}

/** Without an accepted time, the request for a meeting is still recorded. */
export function withoutTimes(source: Source): Move {
  return choice({ option: 'option_2', source, slot: null })
}

function choiceOfTime(index: number, source: Source, { offered }: Words): Move {
  return choice({ option: 'option_2', source, slot: offered[index]?.start ?? null })
}

/** An opt-out ends the call; after any other choice the person may choose again. */
function choice(chosenOption: { option: CallResponse; source: Source; slot: string | null }): Move {
  const next: Next =
    chosenOption.option === 'option_4'
      ? { kind: 'hang_up', said: ['Goodbye.'] }
      : { kind: 'listen', said: [], step: 'more', misses: 0 }
  return {
    event: { kind: 'option', ...chosenOption },
    result: chosenOption.option,
    asksForTimes: null,
    asksForCallback: null,
    asksForPerson: false,
    next,
  }
}

/** The turn where no phone can be rung. */
function personWanted(script: CallScript): Move {
  const next: Next = { kind: 'listen', said: [script.operator], step: 'more', misses: 0 }
  return { ...quiet(next), event: { kind: 'operator' }, asksForPerson: true }
}

/** Answers and continues. The greeting is repeated once, because the question may have interrupted it. */
function genuineAsked(at: At, { genuine = '' }: CallScript): Move {
  const isFirst = at.step === 'greeting' && at.misses === 0
  const place: At = isFirst ? { step: 'greeting', misses: 1 } : afterwards(at)
  return quiet({ kind: 'listen', said: [genuine], ...place })
}

/** Asks once whether it is an opt-out. Discards any other choice in progress. */
function optOutUnclear(at: At, speech: string): Move {
  const event = { kind: 'opt_out_unclear', text: storedText(speech) } as const
  // the greeting must precede every other text
  if (at.step === 'greeting') return { ...notUnderstood(at, 'unclear'), event }
  const wasQuestion = at.step === 'confirm' && at.about === 'opt_out'
  return { ...(wasQuestion ? quiet({ kind: 'hang_up', said: [GOODBYE] }) : readBack('opt_out')), event }
}

/** A no without a read-back: to the times it withdraws the request, elsewhere it ends the call. */
function declined(at: At): Move {
  if (at.step === 'greeting') return notUnderstood(at, 'unclear')
  if (at.step === 'when') return quiet({ kind: 'hang_up', said: [GOODBYE] })
  if (at.step === 'slots')
    return quiet({ kind: 'listen', said: ['All right, no meeting.'], step: 'more', misses: 0 })
  return quiet({ kind: 'hang_up', said: [GOODBYE] })
}

/** Repeats the step once, then ends with a goodbye; silence or a cough during the greeting only advances. */
function notUnderstood({ step, misses }: At, kind: 'silence' | 'unclear'): Move {
  const sorry = kind === 'unclear' ? [NOT_UNDERSTOOD] : []
  const again = (to: Step): Move => quiet({ kind: 'listen', said: sorry, step: to, misses: misses + 1 })
  if (step === 'greeting') {
    // a 'hello?' interrupts the greeting, which every caller must hear: it is repeated once
    if (kind === 'unclear' && misses === 0)
      return quiet({ kind: 'listen', said: [], step: 'greeting', misses: 1 })
    return quiet({ kind: 'listen', said: [], step: 'offer', misses: 0 })
  }
  if (step === 'slots') {
    if (misses === 0) return again('slots')
    return choice({ option: 'option_2', source: 'key', slot: null })
  }
  if (step === 'when') return misses === 0 ? again('when') : givenUp('callback')
  if (step === 'more' && kind === 'silence') return quiet({ kind: 'hang_up', said: [GOODBYE] })
  if (misses === 0) return again(step === 'more' ? 'more' : 'menu')
  return quiet({ kind: 'hang_up', said: [GOODBYE] })
}

/** Where to continue after a request that was not about the menu. */
function afterwards(at: At): At {
  return at.step === 'greeting' || at.step === 'offer' ? { step: 'offer', misses: 0 } : at
}

/** The same step again, without the script. */
const atMenuOf = (at: At): At => (at.step === 'offer' ? { ...at, step: 'menu' } : at)

function quiet(next: Next): Move {
  return { event: null, result: null, asksForTimes: null, asksForCallback: null, asksForPerson: false, next }
}
