// Decides the meaning of a sentence from its content: wishes before questions before replies, the last of a kind.

import { contentOf, type Found } from './content.ts'
import type { Evidence, Label } from './reading.ts'
import { withClauses } from './text/clauses.ts'
import { splitCorrections } from './text/corrections.ts'
import { menuNumber } from './text/menu-number.ts'
import { findMentions } from './times/mentions.ts'

export interface Decision {
  label: Label
  value?: string
  /** 1: in so many words; lower: by inference. */
  confidence: number
  evidence: readonly Evidence[]
  /** The words that the decision is about, without corrected words. */
  words: string
}

const WISHES = new Set<string>(['option_1', 'option_2', 'option_3', 'operator', 'callback'])
/** A request in the form of a question, at the start of its clause. */
const REQUEST =
  /^\| (?:(?:yes|yeah|yep|okay|no|nah|just|only|maybe|sure|and|so|or|actually|well|wait|sorry|hang on|hey|alright|right|fine|good|great|first|also|cool|perfect) )*(?:(?:can|could|would|will|may|might|cant|couldnt|wouldnt|wont) (?:you|i|we|someone|somebody|anyone|a|one|it|the|your|that|they|my)|(?:any chance|do you mind|have you got|do you have|is it possible|are you able|how about|what about|shall we|should we|why dont|whats the chance)) /

/** Reads a sentence as a whole, or the words after a correction. @param core of `coreOf` */
export function decide(core: string, hasMenu = true): Decision {
  const segments = splitCorrections(core)
  const last = segments.at(-1)
  if (last === undefined || segments.length === 1) return decideSegment(core, hasMenu)
  const own = decideSegment(last.words, hasMenu)
  if (last.takesBack === 'certain') return own
  const isWish = WISHES.has(own.label) || own.label === 'option_4'
  if (isWish) return own
  const index = segments.findLastIndex(({ takesBack }) => takesBack === 'certain')
  return decideSegment(
    index < 0
      ? core
      : segments
          .slice(index)
          .map(({ words }) => words)
          .join(''),
    hasMenu,
  )
}

function decideSegment(core: string, hasMenu: boolean): Decision {
  const number = hasMenu ? menuNumber(core) : null
  if (number !== null)
    return {
      label: number,
      confidence: 0.9,
      evidence: [{ rule: 'menu.number', words: core.replaceAll('|', '').trim() }],
      words: core,
    }
  const words = withClauses(core)
  const found = [
    ...contentOf(words),
    ...contentOf(core.replaceAll(/(?<!^) \|(?= .)/g, '')).filter(({ kind }) => kind === 'record_off'),
  ]
  const decided = choose(new Content(words, found), hasMenu)
  return { confidence: 0.9, ...decided, evidence: evidenceOf(decided.by), words: core }
}

const evidenceOf = (by: Found | undefined): Evidence[] => (by ? [{ rule: by.rule, words: by.words }] : [])

interface Choice {
  label: Label
  value?: string
  confidence?: number
  by?: Found | undefined
}

class Content {
  readonly words: string
  readonly found: readonly Found[]
  constructor(words: string, found: readonly Found[]) {
    this.words = words
    this.found = found
  }
  last(...kinds: Found['kind'][]): Found | undefined {
    return this.found
      .filter(({ kind }) => kinds.includes(kind))
      .reduce<Found | undefined>((best, each) => (best && best.at > each.at ? best : each), undefined)
  }
  /** Whether both are in the same clause. */
  isSameClause(first: Found, second: Found): boolean {
    const [from, to] = [Math.min(first.at, second.at), Math.max(first.at, second.at)]
    return !this.words.slice(from, to).includes('|')
  }
  isRequest({ at }: Pick<Found, 'at'>, isWeak: boolean): boolean {
    const start = this.words.lastIndexOf('|', at)
    const end = this.words.indexOf('|', at)
    const clause = `| ${this.words.slice(start + 2, end)} `
    return REQUEST.test(clause) && !(isWeak && / (?:do you have|have you got) /.test(clause))
  }
}

function choose(content: Content, hasMenu: boolean): Choice {
  const recordOff = content.last('record_off')
  if (recordOff) return { label: 'record_off', by: recordOff }
  return chooseWish(content, hasMenu) ?? chooseReply(content)
}

/** A wish counts unless it is part of a question, undecided, or followed by something that takes its place. */
function chooseWish(content: Content, hasMenu: boolean): Choice | null {
  const wishes = wishesOf(content, hasMenu)
  const wish = wishes.reduce<Found | undefined>(
    (best, each) => (best && best.at > each.at ? best : each),
    undefined,
  )
  if (!wish) return null
  const later = (found: Found | undefined): found is Found => found !== undefined && found.at > wish.at
  const [question, hold, no] = [
    content.last('question', 'repeat'),
    content.last('hold_on'),
    content.last('no'),
  ]
  const undecided = content.last('undecided')
  if (undecided && / or /.test(undecided.words)) return { label: 'unclear', by: undecided }
  if (later(question) && !content.isSameClause(wish, question)) return asQuestion(question)
  if (later(hold)) return { label: 'hold_on', by: hold }
  if (later(no)) return { label: 'no', by: no }
  const wrong = content.last('wrong_number')
  if (wrong && (later(wrong) || wish.kind === 'callback' || wish.kind === 'operator'))
    return { label: 'wrong_number', by: wrong }
  return { label: wish.kind as Label, by: wish }
}

/** The wishes in so many words; without any, those that are implied. */
function wishesOf(content: Content, hasMenu: boolean): Found[] {
  const plain = content.found.filter((each) => WISHES.has(each.kind) && !isSubjectOfQuestion(content, each))
  if (plain.length > 0 || content.last('aside', 'wrong_number', 'repeat')) return plain
  if (content.last('undecided', 'no', 'hold_on')) return []
  const busy = content.last('busy_now')
  const implied = content.found.filter(
    (each) =>
      each.kind.startsWith('implied_') &&
      (hasMenu || each.rule !== 'option_2.implied') &&
      !(busy && content.isSameClause(each, busy)) &&
      !isSubjectOfQuestion(content, each) &&
      (each.rule !== 'callback.implied' || namesTime(content.words)),
  )
  return implied.map((each) => ({ ...each, kind: each.kind.replace('implied_', '') as Label }))
}

/** 'What would the meeting be about' wishes for nothing; 'can I have a meeting' does. */
function isSubjectOfQuestion(content: Content, wish: Found): boolean {
  const question = content.found.find(
    (each) => each.kind === 'question' && each.at <= wish.at && content.isSameClause(each, wish),
  )
  if (!question) return false
  if (wish.rule.endsWith('.request')) return false
  const isWeak = wish.kind.startsWith('implied_')
  return question.rule === 'question.about' || !content.isRequest(wish, isWeak)
}

const namesTime = (words: string): boolean =>
  findMentions(words).mentions.some(({ kind }) => !['ordinal', 'number'].includes(kind)) ||
  / (?:at|after|around|about|before|till|try) \w+ /.test(words)

const asQuestion = (question: Found): Choice =>
  question.kind === 'repeat'
    ? { label: 'question', value: 'repeat', by: question }
    : { label: 'question', by: question }

function chooseReply(content: Content): Choice {
  const repeat = content.last('repeat')
  const wrong = content.last('wrong_number')
  const question = content.last('question')
  const hold = content.last('hold_on')
  const aside = content.last('aside')
  if (aside) return { label: 'unclear', by: aside }
  if (repeat) return asQuestion(repeat)
  if (wrong) return { label: 'wrong_number', by: wrong }
  if (hold && (!question || hold.at > question.at)) {
    const no = content.last('no')
    return no && no.at > hold.at ? { label: 'no', by: no } : { label: 'hold_on', by: hold }
  }
  if (question) return asQuestion(question)
  return chooseShort(content)
}

function chooseShort(content: Content): Choice {
  const [no, yes] = [content.last('no'), content.last('yes', 'record_ok')]
  const [weakNo, weakYes] = [content.last('weak_no'), content.last('weak_yes')]
  const [busy, ack, listening] = [content.last('busy_now'), content.last('ack'), content.last('listening')]
  const [undecided, refused] = [content.last('undecided'), content.last('refused')]
  if (
    content.found.some(({ words }) =>
      /^(?:dont mind me|im listening|im all ears|listening|dont stop|keep them coming)$/.test(words),
    )
  )
    return { label: 'ack', by: listening }
  if (undecided && !no) return { label: 'unclear', by: undecided }
  if (no && !(yes && yes.at > no.at)) return { label: 'no', by: no }
  if (busy) return { label: 'busy_now', by: busy }
  if (refused && !yes) return { label: 'no', by: refused }
  if (ack) return weakNo && !yes ? { label: 'no', by: weakNo } : { label: 'ack', by: ack }
  if (yes) return { label: 'yes', by: yes }
  if (listening && !weakYes && !weakNo) return { label: 'ack', by: listening }
  if (listening && weakYes)
    return listening.words === 'go on' ? { label: 'yes', by: weakYes } : { label: 'ack', by: listening }
  if (refused) return { label: 'no', by: refused }
  if (weakNo && weakYes && (isShort(content, weakNo) || isShort(content, weakYes)))
    return weakNo.at > weakYes.at ? { label: 'no', by: weakNo } : { label: 'yes', by: weakYes }
  if (weakNo) return isShort(content, weakNo) ? { label: 'no', by: weakNo } : { label: 'unclear', by: weakNo }
  if (weakYes)
    return isShort(content, weakYes) ? { label: 'yes', by: weakYes } : { label: 'unclear', by: weakYes }
  return { label: 'unclear', confidence: 0 }
}

/** A yes or no among other content is addressed to another person, or broken off. */
function isShort(content: Content, { at }: Found): boolean {
  const clause = content.words.slice(content.words.lastIndexOf('|', at) + 1, content.words.indexOf('|', at))
  return clause.split(' ').filter((word) => word !== '' && !FUNCTION_WORDS.has(word)).length <= 2
}

const FUNCTION_WORDS = new Set(
  'i you it that me we us the a is do just for now then so im its thats of to at all be my this will would can no yes yeah nah please there with'.split(
    ' ',
  ),
)
