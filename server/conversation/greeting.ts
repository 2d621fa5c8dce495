// Identifies the answering party of a call, and reads a person's first words.

import { type Decision, decide } from './decide.ts'
import type { Context, Label } from './reading.ts'
import { coreOf } from './text/normalise.ts'
import { compileEntries, findHits } from './text/phrases.ts'
import { cues, relayedOptOut } from './vocabulary/answerers.ts'

const weighted = cues.map((cue) => ({ ...cue, compiled: compileEntries([cue]) }))
const relayed = compileEntries(relayedOptOut)

type Answerer = (typeof cues)[number]['label']
const ORDER: readonly Answerer[] = ['carrier_challenge', 'screener', 'machine', 'receptionist']
const ENOUGH = 2

interface Score {
  points: number
  rule: string
  words: string
}

/** @param words of `normalise` */
export function readGreeting(words: string, { called, previous }: Context, hasOptOut: boolean): Decision {
  const text = withName(words, called)
  const core = coreOf(text)
  const scores = scoresOf(text)
  const best = JOKE.test(text) ? null : bestOf(scores)
  const relays = findHits(text, relayed)[0]
  const decision = (label: Label, rule: string, said: string): Decision => ({
    label,
    confidence: 0.9,
    evidence: [{ rule, words: said }],
    words,
  })
  if (relays) return decision('option_4', relays.rule, relays.words)
  const own = decide(core)
  const isSelf = introducesSelf(text)
  if (
    wasScreener(previous, words) &&
    !isSelf &&
    best?.label !== 'receptionist' &&
    best?.label !== 'carrier_challenge' &&
    !saysHello(text)
  )
    return decision('screener', 'screener.continues', words.replaceAll('|', '').trim())
  if (
    best &&
    best.label !== 'receptionist' &&
    !(hasOptOut && best.label === 'machine' && best.score.points < 6)
  ) {
    if (!(isSelf && best.score.points < 3)) return decision(best.label, best.score.rule, best.score.words)
  }
  if (hasOptOut || own.label === 'record_off' || own.label === 'wrong_number') return own
  if (best && !isSelf) return decision('receptionist', best.score.rule, best.score.words)
  return readPerson(text, core, own, isSelf)
}

/** A person who plays a machine. */
const JOKE =
  / (?:ha ha|haha|(?:no|nah) im here|only joking|just kidding|only kidding|im kidding|just joking) /
const COMPANY =
  / (?:finance|lending|mortgages|home loans|group|brokers|financial|loans|broking|advisory|wealth|capital|lending team) /

/** The name of the called person as one word. */
function withName(words: string, called: string | undefined): string {
  const name = called?.toLowerCase().replaceAll(/[^\p{L}]+/gu, '')
  if (!name) return words
  return words.replaceAll(new RegExp(` ${name}s(?= )`, 'g'), ' xname s').replaceAll(` ${name} `, ' xname ')
}

function scoresOf(text: string): Map<Answerer, Score> {
  const scores = new Map<Answerer, Score>()
  for (const { label, weight, compiled } of weighted) {
    const hits = findHits(text, compiled)
    const [hit] = hits
    if (!hit) continue
    const score = scores.get(label)
    const points = weight * Math.min(hits.length, 2)
    scores.set(
      label,
      score ? { ...score, points: score.points + points } : { points, rule: hit.rule, words: hit.words },
    )
  }
  return scores
}

function bestOf(scores: ReadonlyMap<Answerer, Score>): { label: Answerer; score: Score } | null {
  const able = ORDER.flatMap((label) => {
    const score = scores.get(label)
    return score && score.points >= ENOUGH ? [{ label, score }] : []
  })
  return able.reduce<{ label: Answerer; score: Score } | null>(
    (best, each) => (best && best.score.points >= each.score.points ? best : each),
    null,
  )
}

const SCREENS =
  /screen|assist|record your name|say your name|state your name|available|unknown caller|who is calling and why|purpose of|reason for/
const wasScreener = (previous: string | undefined, _words: string): boolean =>
  previous !== undefined && SCREENS.test(previous.toLowerCase())

const SELF =
  / (?:(?:this is|its|im|i am|youve got|you got|speaking to|speaking with|thats|yes its|hi its|with) xname|xname (?:speaking|here|talking|on the line)|(?:this is|thats|yes|its) (?:he|she|her|him|me)|speaking) /
const introducesSelf = (text: string): boolean =>
  SELF.test(text) && (!OTHER_SELF.test(text) || / xname (?:from|at|of) /.test(text))
/** Another person's name before 'speaking'. */
const OTHER_SELF =
  / (?!xname |yes |yeah |yep |hello |hi |hey |oh |morning |arvo |its |me |am |are |is |person |i |who |youre |generally |broadly |now |\|)\w+ speaking /
const OTHER_NAME =
  / (?:this is|its|you got|youve got|speaking with|speaking to) (?!xname|he |she |me |a |an |the |about |not |her |him |it |just |what |who |how |on |in |my |your |fine |okay |good |great |all |been |regarding |another |really |too |so |very |recorded |being |that |for |his |their |our |from |us |no |only |going |ridiculous |spam )\w+ (?:here |speaking |how |from |at |can |who |\||what )/

const HELLO =
  / (?:hello|hi|hey|yes|yeah|gday|speaking|morning|yep)(?: (?:hello|hi|xname|there|speaking|here|mate|this is|its|who))* \| $/
const saysHello = (text: string): boolean => HELLO.test(text) && text.split(' ').length < 9

const GREETINGS =
  /^ \|(?: (?:hello|hi|hey|gday|yes|yeah|yep|yup|good|morning|arvo|evening|day|there|xname|speaking|here|this|is|its|he|she|her|him|me|im|mate|how|are|you|going|can|help|i|hear|okay|ok|available|go|ahead|what|do|for|may|what|s|up|g|day|sir|oh|righto|a|whats|finance|lending|mortgages|home|loans|group|team|loan|holding|thanks|at|from|with|youve|got|happening|today|now|talk|to|listening|all|ears|speak|doing|your|name|\|))*? \| $/

const GREETINGS_OR_COMPANY = /^ \| (?:[^ ]+ ){1,6}\| $/

/** Words of announcements, which greetings of persons rarely have. */
const ANNOUNCES =
  / (?:your call|calling|caller|callers|customer|subscriber|message|messages|press|dialled|mobile|service|extension|number|enquiries|currently|unavailable|available) /

function readPerson(text: string, core: string, own: Decision, isSelf: boolean): Decision {
  const person = (rule: string): Decision => ({
    label: 'person',
    confidence: 0.8,
    evidence: [{ rule, words: text.replaceAll('|', '').trim() }],
    words: text,
  })
  const other = !isSelf && (OTHER_SELF.test(text) || OTHER_NAME.test(text))
  if (other && !['question', 'busy_now', 'no', 'wrong_number'].includes(own.label))
    return { ...person('receptionist.other_name'), label: 'receptionist' }
  if (COMPANY.test(text) && !/ (?:xname|speaking|me|i|im|its) /.test(text) && GREETINGS_OR_COMPANY.test(text))
    return { ...person('receptionist.company'), label: 'receptionist' }
  if (other && own.label === 'question')
    return { ...person('receptionist.other_name'), label: 'receptionist' }
  const last =
    text
      .split('|')
      .filter((part) => part.trim() !== '')
      .at(-1) ?? ''
  if (
    / (?:hi|hello|okay hi|okay) (?:its|this is|im) xname /.test(`${last} `) ||
    (isSelf && ['hold_on', 'yes', 'unclear', 'ack', 'question'].includes(own.label) && !isAsking(core))
  )
    return person('person.self')
  if (own.evidence[0]?.rule === 'unclear.aside' || GREETINGS.test(text)) return person('person.greeting')
  if (own.label === 'yes' || own.label === 'ack') return person('person.greeting')
  if (own.label === 'unclear' && own.evidence.length === 0)
    return ANNOUNCES.test(text) && text.split(' ').length > 9
      ? { ...person('machine.words'), label: 'machine' }
      : person('person.words')
  return own
}

const isAsking = (core: string): boolean =>
  / (?:who|whos|what|whats|why|where|is this|are you|how did) /.test(core)
