// Lines of the proof of the answerer: people, colleagues, call screeners, mailboxes and silence, with the simulator's phrasings.
import type { Random } from '#server/platform/random.ts'
import { phrasings } from '#server/providers/simulator/plan/phrasings.ts'

/** A question of ours: its texts, empty while we listen in silence. */
export type Act = { key: string } | { says: string } | 'silence' | 'hangs_up'

export interface ProofLine {
  kind: 'person' | 'colleague' | 'screener' | 'mailbox' | 'challenge' | 'silent'
  /** A person speaks at some time of the call. */
  hasPerson: boolean
  relaysOptOut: boolean
  /** The detector's verdict, before the answer to this question; null: none arrives. */
  detected: { as: string; beforeQuestion: number } | null
  act(texts: readonly string[]): Act
}

const spoken = (...groups: (readonly string[])[]): string[] =>
  groups.flat().map((text) => text.replaceAll('{name}', 'Priya'))

const HELLOS = spoken(phrasings.hello, phrasings.hello_by_name)
const PICK_UPS = spoken(phrasings.hello_after_screening)
const COLLEAGUES = spoken(phrasings.colleague)
const PROMPTS = spoken(phrasings.screener)
const HOLDS = spoken(phrasings.screener_holds, phrasings.screener_asks_again)
const UNAVAILABLE = spoken(phrasings.screener_declines)
const MAILBOXES = spoken(phrasings.mailbox)
const MORE_OF_MAILBOX = spoken(phrasings.mailbox_goes_on)
const CHALLENGES = spoken(phrasings.challenge)
const RELAYS = spoken(phrasings.screener_relays)

/** A recogniser may cut the beginning or the end of a machine's words. */
function recognised(text: string, random: Random): string {
  const words = text.split(' ')
  const cut =
    words.length > 9
      ? random.weighted([
          [0, 80],
          [1, 10],
          [2, 10],
        ] as const)
      : 0
  return (cut === 0 ? words : cut === 1 ? words.slice(3) : words.slice(0, -3)).join(' ')
}

export function lineOf(random: Random): ProofLine {
  const kind = random.weighted([
    ...([
      ['person', 55],
      ['screener', 25],
      ['mailbox', 10],
      ['colleague', 5],
    ] as const),
    ...([
      ['silent', 3],
      ['challenge', 2],
    ] as const),
  ])
  const base = { kind, relaysOptOut: false, hasPerson: kind === 'person' || kind === 'colleague' }
  const detected = detectedOf(kind, random)
  switch (kind) {
    case 'person':
      return { ...base, detected, act: person(random, HELLOS) }
    case 'colleague':
      return {
        ...base,
        detected,
        act: inOrder([{ says: random.pick(COLLEAGUES) }, 'silence', 'silence', 'hangs_up']),
      }
    case 'screener':
      return screener(random, detected)
    case 'mailbox':
      return { ...base, detected, act: mailbox(random) }
    case 'challenge':
      return { ...base, detected, act: inOrder([{ says: random.pick(CHALLENGES) }]) }
    case 'silent':
      return { ...base, detected: null, act: () => 'silence' }
  }
}

/** As in the field: a detector that recognises mailboxes, and reports many screeners and some people as one. */
function detectedOf(kind: ProofLine['kind'], random: Random): ProofLine['detected'] {
  const isMachine = kind === 'mailbox' || kind === 'screener' || kind === 'challenge'
  const as = random.weighted(
    isMachine
      ? ([
          ['machine_start', 70],
          ['human', 15],
          ['unknown', 15],
        ] as const)
      : ([
          ['human', 85],
          ['machine_start', 5],
          ['unknown', 10],
        ] as const),
  )
  return {
    as,
    beforeQuestion: random.weighted([
      [1, 50],
      [2, 50],
    ] as const),
  }
}

const inOrder = (acts: readonly Act[]): ProofLine['act'] => {
  let count = 0
  return () => acts[count++] ?? 'silence'
}

const hasMenu = (texts: readonly string[]): boolean => texts.some((text) => text.startsWith('Press 1'))

/** Says hello, listens, then chooses or hangs up at the menu; says hello again to a line that has gone quiet. */
function person(random: Random, hellos: readonly string[]): ProofLine['act'] {
  let spoken = random.next() < 0.15 ? -1 : 0
  let isDone = false
  return (texts) => {
    if (isDone) return 'hangs_up'
    if (hasMenu(texts)) {
      isDone = true
      return random.next() < 0.5 ? { key: random.pick(['1', '3', '4']) } : 'hangs_up'
    }
    const isQuiet = texts.length === 0
    if (spoken++ > 0 && !isQuiet) return 'silence'
    if (spoken <= 0) return 'silence'
    return { says: spoken === 1 ? random.pick(hellos) : random.pick(phrasings.calls_out) }
  }
}

function screener(random: Random, detected: ProofLine['detected']): ProofLine {
  const relaysOptOut = random.next() < 0.02
  const hasPerson = !relaysOptOut && random.next() < 0.5
  const acts: Act[] = [{ says: recognised(random.pick(PROMPTS), random) }]
  if (random.next() < 0.7) acts.push({ says: random.pick(HOLDS) })
  for (let wait = random.below(3); wait > 0; wait--) acts.push('silence')
  if (relaysOptOut) acts.push({ says: random.pick(RELAYS) })
  else if (!hasPerson && random.next() < 0.3) acts.push({ says: random.pick(UNAVAILABLE) })
  const behind = person(random, PICK_UPS)
  let count = 0
  const act: ProofLine['act'] = (texts) => acts[count++] ?? (hasPerson ? behind(texts) : 'silence')
  return { kind: 'screener', hasPerson, relaysOptOut, detected, act }
}

function mailbox(random: Random): ProofLine['act'] {
  const greeting = { says: recognised(random.pick(MAILBOXES), random) }
  const more: Act[] = random.next() < 0.4 ? [{ says: random.pick(MORE_OF_MAILBOX) }] : []
  return inOrder(random.next() < 0.3 ? ['silence', greeting, ...more] : [greeting, ...more])
}
