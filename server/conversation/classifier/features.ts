// Turns an utterance into the features of the classifier: words, their neighbours and parts, and how it is said.

import type { Step } from '../reading.ts'
import { coreOf, normalise } from '../text/normalise.ts'
import { groupsOfWord } from './word-groups.ts'

/** Where examples are said. */
export type Situation = 'voice' | 'inbound' | 'greeting' | 'sms' | 'confirm' | 'slots'

export const situationOf = (step: Step): Situation => (step === 'menu' ? 'voice' : step)

const DAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?$/
const NUMBER =
  /^(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|half|quarter)$/
/** Names of the examples. A name that is unknown here counts as any other word. */
const NAMES = new Set('sam dana priya marcus kylie john smith jones tanya jo tom brooke'.split(' '))
/** Chinese and Japanese have no spaces between words. */
const SYLLABLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/gu
/** Letters of a part of a word. */
const PART = 4

/** Without fillers and courtesies, which change no meaning. @param called the first name of the called person */
export function wordsOf(text: string, called?: string): string[] {
  const name = called?.toLowerCase()
  return coreOf(normalise(text))
    .replaceAll('|', ' ')
    .replaceAll(SYLLABLE, ' $& ')
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => (word === name || NAMES.has(word) ? 'NAME' : DAY.test(word) ? 'DAY' : word))
}

export function featuresOf(text: string, situation: Situation, called?: string): string[] {
  const words = wordsOf(text, called)
  const features = new Set<string>()
  const add = (feature: string, also = false) => {
    features.add(feature)
    if (also) features.add(`${situation}:${feature}`)
  }
  const sequence = ['^', ...words, '$']
  sequence.forEach((word, index) => {
    const [next, afterNext] = [sequence[index + 1], sequence[index + 2]]
    add(word, true)
    if (NUMBER.test(word)) add('NUMBER')
    if (next !== undefined) add(`${word} ${next}`, true)
    if (next === undefined || afterNext === undefined) return
    add(`${word} ${next} ${afterNext}`)
    add(`${word} * ${afterNext}`)
  })
  for (const word of words) for (const part of partsOf(word)) add(part)
  for (const feature of groupFeatures(words)) add(feature)
  for (const group of words.flatMap(groupsOfWord)) add(group, true)
  add(`${situation}:starts ${words.slice(0, 2).join(' ')}`)
  add(`${situation}:length ${Math.min(6, Math.floor(words.length / 2))}`)
  return [...features]
}

/** Words up to which a negation reaches. */
const SCOPE = 4
/** Words between two groups of a pair. */
const WINDOW = 6

/** The utterance as a sequence of groups, what is negated, and which groups are near each other. */
function* groupFeatures(words: readonly string[]): Generator<string> {
  const kinds = ['^', ...words.map((word) => groupsOfWord(word)[0] ?? word), '$']
  const isGroup = kinds.map((kind) => /^[A-Z]/.test(kind))
  for (let at = 0; at < kinds.length; at++) {
    const [one, two, three] = [kinds[at], kinds[at + 1], kinds[at + 2]]
    if (two === undefined) break
    if (isGroup[at] || isGroup[at + 1]) yield `${one} ${two}`
    if (three !== undefined && (isGroup[at] || isGroup[at + 1] || isGroup[at + 2])) {
      yield `${one} ${two} ${three}`
      if (isGroup[at] || isGroup[at + 2]) yield `${one} * ${three}`
    }
    if (!isGroup[at]) continue
    if (one === 'NEGATED' || one === 'NO')
      for (const kind of kinds.slice(at + 1, at + 1 + SCOPE)) yield `!${kind}`
    for (let other = at + 2; other <= at + WINDOW && other < kinds.length; other++)
      if (isGroup[other]) yield `${one} ~ ${kinds[other]}`
  }
}

function partsOf(word: string): string[] {
  if (word.length < PART) return []
  const bounded = `<${word}>`
  return Array.from({ length: bounded.length - PART + 1 }, (_, at) => `#${bounded.slice(at, at + PART)}`)
}

/** The number of a feature, under which its weights are stored: its 32-bit FNV-1a hash. */
export function idOf(feature: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < feature.length; at++) hash = Math.imul(hash ^ feature.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
