// Reads which of the offered meeting times a person takes.

import { type Decision, decide } from './decide.ts'
import type { Context } from './reading.ts'
import { splitCorrections } from './text/corrections.ts'
import { coreOf, normalise } from './text/normalise.ts'
import { compileEntries, findHits, type Hit } from './text/phrases.ts'
import { matching } from './times/matching.ts'
import { findMentions } from './times/mentions.ts'
import { groupsOf, type Named } from './times/named-times.ts'
import { type Offer, offersOf } from './times/offers.ts'
import { localTime } from './times/zones.ts'
import { eitherSlot, neitherSlot, otherSlot } from './vocabulary/slots.ts'

const either = compileEntries(eitherSlot)
const neither = compileEntries(neitherSlot)
const other = compileEntries(otherSlot)

/** Labels that a sentence about times keeps, whatever times it names. */
const OVERRIDES = new Set([
  'option_1',
  'option_3',
  'operator',
  'record_off',
  'callback',
  'wrong_number',
  'hold_on',
])
const ASKS =
  /(?:^|\| )(?:(?:so|and|sorry|wait|yeah|okay|hang on|but|well|um) ){0,2}(?:did (?:you|i)|was (?:that|it)|is (?:that|it|this)|are (?:those|they|these)|were (?:those|they)|which|what (?:time|day|date)|who|where|why|do you mean|does that|how (?:long|far)|so (?:is|was) (?:that|it)|would that be|you mean) | (?:my|our|your|sydney|perth|brisbane|local) time or /

/** @param core of `coreOf` */
export function readSlots(core: string, context: Context): Decision | null {
  const offers = offersOf(context)
  const segments = splitCorrections(core)
  const last = segments.at(-1)?.words ?? core
  const decided = decide(core, false)
  const isCorrected = segments.length > 1
  const read = (words: string): Decision | null => readSegment(words, { offers, context, decided })
  const own = read(last)
  if (own || !isCorrected) return own
  return segments.at(-1)?.takesBack === 'certain' ? null : read(core)
}

/** Sydney's clock next to the person's own names no further time. */
const IN_SYDNEY = /\bthat is [\w: ]+ in Sydney\b|\bSydney time\b/gi

/** The offered times that the agent's words name. None where they also name the time of day of another one. */
export function namedOffers(text: string, context: Context): string[] {
  const offers = offersOf(context)
  const { text: words, mentions } = findMentions(coreOf(normalise(text.replaceAll(IN_SYDNEY, ' '))))
  const named = groupsOf(words, mentions)
    .filter(({ mentions: parts }) => parts.some(({ kind }) => kind === 'clock'))
    .map((group) => matching(group, offers, null))
  return named.some((found) => found.length === 0) ? [] : [...new Set(named.flat().map(({ key }) => key))]
}

interface Setting {
  offers: readonly Offer[]
  context: Context
  decided: Decision
}

function readSegment(words: string, { offers, context, decided }: Setting): Decision | null {
  if (
    (OVERRIDES.has(decided.label) && !(decided.label === 'option_1' && / pop me /.test(words))) ||
    (decided.label === 'question' && decided.value === 'repeat')
  )
    return null
  const { text, mentions } = findMentions(words)
  if (/ or \| $/.test(words)) return unclear(words)
  const named = groupsOf(text, mentions)
  if (ASKS.test(words) && !/(?:anything|something|any other)/.test(words)) return null
  const general = generalAnswer(words, text, named, offers.length)
  if (general) return general
  if (decided.label === 'busy_now' && named.length === 0) return null
  if (named.length === 0) return withoutTimes(words, decided, offers)
  return chooseNamed(text, named, { offers, context, decided })
}

const slot = (
  value: string,
  hit: Pick<Hit, 'rule' | 'words'>,
  words: string,
  confidence = 0.9,
): Decision => ({
  label: 'slot',
  value,
  confidence,
  evidence: [{ rule: hit.rule, words: hit.words.trim() }],
  words,
})

const lastOf = (hits: readonly Hit[]): Hit | undefined => hits.at(-1)

/** 'Either', 'neither', 'something later'; null where a time is named that counts more. */
function generalAnswer(words: string, text: string, named: readonly Named[], count: number): Decision | null {
  const none = lastOf(findHits(words, neither))
  const any = lastOf(findHits(words, either))
  const positive = named.filter(({ isRefused }) => !isRefused)
  if (none && positive.length === 0) return slot('neither', none, words)
  if (any && !none && positive.length === 0) return slot('either', any, words)
  if (any && !none && positive.length >= 2 && / (?:both|either) /.test(text))
    return slot('either', any, words)
  if (named.length > 0 && count > 0) return null
  const others = lastOf(findHits(words, other))
  return others ? slot(`other:${others.words}`, others, words) : null
}

/** A yes to one time takes it; a no to it refuses it. */
function withoutTimes(words: string, decided: Decision, offers: readonly Offer[]): Decision | null {
  const [only, second] = offers
  if (!only || second) return null
  const rule = decided.evidence[0] ?? { rule: 'slot.answer', words: '' }
  if (decided.label === 'yes' || (decided.label === 'option_2' && decided.confidence > 0))
    return slot(only.key, rule, words)
  const took = TAKES.exec(words)
  if (took && ['unclear', 'ack', 'option_1'].includes(decided.label))
    return slot(only.key, { rule: 'slot.takes', words: took[0] }, words)
  return null
}

const TAKES =
  / (?:ill take (?:it|that)|i can (?:do|make|manage) (?:that|it)|can do|that works|works|suits|book (?:it|me|that)|lock (?:it|that|me) in|put me (?:down|in)|see you then|ill be there|count me in|that (?:one|time) (?:is|s|works|suits)|pencil me in|take it|grab it|ill have (?:it|that)|done|(?:pop|put|book|slot|pencil|jot|mark|stick) me (?:down|in)|see you then|beauty|lets do (?:it|that)) /

function chooseNamed(
  text: string,
  named: readonly Named[],
  { offers, context, decided }: Setting,
): Decision | null {
  const today = context.now ? localTime(context.now, context.zone ?? 'Australia/Sydney').day : null
  const wordsOf = ({ mentions }: Named): string => text.slice(mentions[0]?.at, mentions.at(-1)?.end)
  const matches = named.map((group) => ({ group, offers: matching(group, offers, today) }))
  const taken = matches.filter(({ group }) => !group.isRefused)
  const refused = new Set(matches.filter(({ group }) => group.isRefused).flatMap((match) => match.offers))
  const open = taken.flatMap((match) => match.offers).filter((offer) => !refused.has(offer))
  const distinct = [...new Set(open)]
  const first = taken[0]
  if (taken.length === 0) {
    const left = offers.filter((offer) => !refused.has(offer))
    if (refused.size > 0 && left.length === 0)
      return slot('neither', { rule: 'slot.refused', words: text.replaceAll('|', '').trim() }, text)
    return unclear(text)
  }
  const missed = taken.filter((match) => match.offers.length === 0)
  const isUndecided = / or /.test(text) && taken.length > 1
  if (isConflict(taken, offers, refused)) return unclear(text, 'slot.conflict')
  if (isUndecided) return unclear(text)
  if (distinct.length === 0 && first)
    return slot(
      `other:${wordsOf((missed.at(-1) ?? first).group).trim()}`,
      { rule: 'slot.other_time', words: wordsOf(first.group) },
      text,
    )
  const [only] = distinct
  if (
    only &&
    distinct.length === 1 &&
    (missed.length === 0 || taken.length === missed.length + 1) &&
    decided.label !== 'question'
  ) {
    if (missed.length > 0) return unclear(text)
    return slot(
      only.key,
      {
        rule: 'slot.named',
        words: wordsOf(taken[taken.length - 1]?.group ?? first?.group ?? { mentions: [], isRefused: false }),
      },
      text,
    )
  }
  if (only && distinct.length === 1 && isRequest(text))
    return slot(only.key, { rule: 'slot.named', words: text }, text)
  return decided.label === 'question' && !isRequest(text) ? null : unclear(text)
}

const isRequest = (text: string): boolean =>
  /(?:^|\| )(?:\w+ ){0,2}?(?:can|could|would|will|how about|what about|hows|any chance|have you|do you have|is there|got|may|shall|lets|should|whats|how is) /.test(
    text,
  )

/** 'Two' alone where one time is at two and another is the second: the hour or the place. */
function isConflict(
  taken: readonly { group: Named; offers: readonly Offer[] }[],
  offers: readonly Offer[],
  refused: ReadonlySet<Offer>,
): boolean {
  const [only] = taken
  const mention = only?.group.mentions[0]
  if (taken.length !== 1 || only?.group.mentions.length !== 1 || mention?.kind !== 'number') return false
  const place = offers[mention.number - 1]
  return offers.length > 1 && place !== undefined && !refused.has(place) && only.offers[0] !== place
}

/** Times are named, but which one is taken stays open: examples must not decide it. */
const unclear = (words: string, rule = 'slot.undecided'): Decision => ({
  label: 'unclear',
  confidence: 0,
  evidence: [{ rule, words: words.replaceAll('|', '').trim() }],
  words,
})
