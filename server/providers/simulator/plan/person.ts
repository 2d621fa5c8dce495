// A simulated broker: has a goal, says it in one of many ways, and answers by it. The agent's rules are not an input.

import type { CallResponse } from '#contract/calls/calls.ts'
import { timeIndex } from '#server/providers/agent/step-texts.ts'
import type { Subject } from '#server/providers/agent/turn.ts'
import type { CallScript } from '#server/providers/ports/voice.ts'
import type { DtmfKey } from '../recording/score.ts'
import { type Act, type Goal, hangsUp, type Party, phrase, type Scene, SILENCE, says } from './party.ts'
import { phrasings, questions, type Sentences } from './phrasings.ts'
import type { Random } from './random.ts'
import type { Behaviour, Traits } from './scenario.ts'

export interface PersonParts {
  random: Random
  script: CallScript
  /** The first name that the person gives; null where the number belongs to no broker. */
  name: string | null
  behaviour: Behaviour
  traits: Traits
  /** Asks not to be recorded right after the greeting. */
  declinesRecording: boolean
}

/** Median seconds of a call by the option chosen in it. */
const medianOf: Record<CallResponse, number> = { option_1: 75, option_2: 150, option_3: 130, option_4: 22 }
const SPREAD = 0.35
/** From the choice to the end, about. */
const CLOSING_SECONDS = 11
/** To agree on a time takes about so much longer. */
const AGREEING_SECONDS = 16
const EARLIEST_CHOICE = 6
/** A question and its answer take about so long. */
const QUESTION_SECONDS = 25
/** Of those who named a time to be called. */
const DROPS_CALL_SHARE = 0.15
const SECOND_TIME_SHARE = 0.4
/** No person stays longer on a call that leads to nothing. */
const MAX_ACTS = 14
/** After so many spoken attempts a person presses the key. */
const MAX_SPOKEN = 2

const wishes: Record<Exclude<Goal, 'nothing'>, Sentences> = {
  option_1: phrasings.link,
  option_2: phrasings.meeting,
  option_3: phrasings.accreditation,
  option_4: phrasings.opt_out,
  person: phrasings.person,
  later: phrasings.later,
}

export function createPerson(parts: PersonParts): Party {
  const { random, script, behaviour, traits } = parts
  let goal = goalOf(behaviour)
  const source = 'source' in behaviour ? behaviour.source : 'voice'
  const target = targetOf(goal, random)
  const leavesAt = random.between(15, 60)
  let acts = 0
  let spoken = 0
  /** Index of the meeting time that the person wants. */
  let wanted = random.chance(SECOND_TIME_SHARE) ? 1 : 0
  const left = { recording: parts.declinesRecording ? 2 : 0, thanks: 1, leave: 1 }
  const pending: Traits = { ...traits }
  const first = Math.floor(random.unit() * questions.length)
  let asked = 0

  const take = (trait: keyof Traits): boolean => {
    const has = pending[trait]
    pending[trait] = false
    return has
  }
  const speak = (sentences: Sentences, at: number | null = null): Act =>
    says(phrase(random, sentences).replaceAll('{wish}', wish()), at)
  const wish = (): string => (goal === 'nothing' ? '' : phrase(random, wishes[goal]))
  const isOption = (value: Goal): value is CallResponse => value.startsWith('option_')

  function changeMind(): Act {
    const others = script.menu.map(({ option }) => option).filter((option) => option !== 'option_4')
    const [next, ...more] = others.filter((option) => option !== goal)
    if (next !== undefined) goal = random.pick([next, ...more])
    return speak(phrasings.second_thoughts)
  }

  function want(at: number | null): Act {
    const key: DtmfKey | undefined =
      goal === 'person' ? '0' : script.menu.find(({ option }) => option === goal)?.key
    const byKey = source === 'key' || spoken >= MAX_SPOKEN
    if (byKey && key !== undefined) return { kind: 'key', key, at }
    spoken += 1
    return goal === 'nothing' ? hangsUp(at) : says(wish(), at)
  }

  function atGreeting({ startedAt, now }: Scene): Act {
    if (behaviour.kind === 'hangs_up_in_greeting') return hangsUp(startedAt + random.between(3, 8))
    if (left.recording > 0) {
      left.recording -= 1
      return speak(phrasings.no_recording)
    }
    const at = Math.max(startedAt + EARLIEST_CHOICE, target)
    return goal === 'option_4' && at < now ? want(at) : SILENCE
  }

  function atOffer({ startedAt, now, options }: Scene): Act {
    if (take('isNoisy')) return speak(phrasings.noise, now + random.between(0.5, 1.5))
    if (goal === 'nothing') return leave(Math.max(startedAt + 1, Math.min(leavesAt, now + 6)))
    if (goal === 'later') return want(startedAt + random.between(0.5, 2))
    if (goal === 'person') return want(Math.max(startedAt + 1, Math.min(random.between(14, 30), now + 2)))
    const offered = options.find(({ option }) => option === goal)?.end ?? now
    // mostly, the chosen option is played first; an opt-out is not waited for
    const earliest = goal === 'option_4' ? startedAt + 0.5 : Math.min(startedAt + 0.5, offered)
    return want(Math.max(earliest, Math.min(target, offered + random.between(0.4, 2))))
  }

  function leave(at: number | null): Act {
    if (left.leave === 0 || random.chance(0.5)) return hangsUp(at)
    left.leave -= 1
    return speak(phrasings.leaves, at)
  }

  function atReadBack(about: Subject, scene: Scene): Act {
    if (take('hesitates')) return speak(phrasings.waits)
    if (about === 'opt_out') return speak(goal === 'option_4' ? phrasings.ends_calls : phrasings.keeps_calls)
    if (about === 'first_time' || about === 'second_time') {
      if (goal !== 'option_2') return speak(phrasings.no_meeting)
      return timeIndex(about) === indexOf(scene) ? speak(phrasings.yes) : nameTime(scene)
    }
    const isMine = about === 'callback' ? goal === 'later' : goal === about
    if (!isMine) return speak(goal === 'nothing' || random.chance(0.5) ? phrasings.no : phrasings.corrects)
    if (isOption(goal) && take('changesMind')) return changeMind()
    if (about !== 'callback' || !random.chance(DROPS_CALL_SHARE)) return speak(phrasings.yes)
    goal = 'nothing'
    return speak(phrasings.no_later_call)
  }

  const indexOf = ({ offered }: Scene): number => Math.min(wanted, offered.length - 1)

  function nameTime(scene: Scene): Act {
    const index = indexOf(scene)
    const sentences =
      scene.offered.length < 2
        ? phrasings.only_time
        : index === 0
          ? phrasings.first_of_two
          : phrasings.second_of_two
    return says(phrase(random, sentences).replaceAll('{time}', scene.offered[index]?.spoken ?? ''))
  }

  function atTimes(scene: Scene): Act {
    if (goal !== 'option_2') return speak(phrasings.no_meeting)
    if (take('wantsOtherTimes')) {
      wanted = 0
      return speak(phrasings.other_times)
    }
    if (source === 'voice' && take('changesMind')) return changeMind()
    spoken += 1
    if (spoken > 2 * MAX_SPOKEN) return { kind: 'key', key: indexOf(scene) === 0 ? '1' : '2', at: null }
    return nameTime(scene)
  }

  function atEnd(scene: Scene): Act {
    if (goal !== 'nothing' && !scene.isDone(goal)) return want(scene.now + random.between(0.3, 1))
    if (left.thanks === 0 || random.chance(0.2)) return hangsUp()
    left.thanks -= 1
    return speak(phrasings.thanks)
  }

  return {
    opens: () => opening(parts),
    acts(scene) {
      acts += 1
      if (acts > MAX_ACTS) return hangsUp(scene.now + 0.5)
      switch (scene.step) {
        case 'greeting':
          return atGreeting(scene)
        case 'offer':
          return atOffer(scene)
        case 'menu':
          return goal === 'nothing' ? leave(null) : want(scene.now + random.between(0.3, 1))
        case 'confirm':
          return scene.about ? atReadBack(scene.about, scene) : SILENCE
        case 'slots':
          return atTimes(scene)
        case 'when':
          return speak(goal === 'later' ? phrasings.times : phrasings.no_later_call)
        case 'more':
          return atEnd(scene)
        case 'waiting':
          return speak(phrasings.calls_out)
      }
    },
    asks(now) {
      if (goal === 'nothing' || now + QUESTION_SECONDS >= target || asked >= questions.length) return null
      const [answer, sentences] = questions[(first + asked) % questions.length] ?? []
      asked += 1
      return answer && sentences ? [phrase(random, sentences), answer] : null
    },
  }
}

function opening({ random, name, traits }: PersonParts): string | null {
  if (traits.isScreened) return phrase(random, phrasings.hello_after_screening, { name })
  if (traits.isQuiet) return null
  return name && random.chance(0.6)
    ? phrase(random, phrasings.hello_by_name, { name })
    : phrase(random, phrasings.hello)
}

/** Seconds after which the person would choose. */
function targetOf(goal: Goal, random: Random): number {
  if (goal === 'nothing' || goal === 'person' || goal === 'later') return 0
  const closing = CLOSING_SECONDS + (goal === 'option_2' ? AGREEING_SECONDS : 0)
  return random.lognormal(medianOf[goal], SPREAD) - closing
}

function goalOf(behaviour: Behaviour): Goal {
  switch (behaviour.kind) {
    case 'option':
      return behaviour.option
    case 'asks_for_person':
      return 'person'
    case 'asks_for_call':
      return 'later'
    default:
      return 'nothing'
  }
}
