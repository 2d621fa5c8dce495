// Turns an utterance into the features of the classifier: words, their neighbours and parts, and how it is said.

import type { Step } from '../reading.ts'
import { coreOf, normalise } from '../text/normalise.ts'

/** Where examples are said. */
export type Situation = 'voice' | 'inbound' | 'greeting' | 'sms' | 'confirm' | 'slots'

export const situationOf = (step: Step): Situation => (step === 'menu' ? 'voice' : step)

const DAY = /^(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?s?$/
const NUMBER =
  /^(?:\d+|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|fifteen|twenty|thirty|forty|half|quarter)$/
/** Names of the examples. A name that is unknown here counts as any other word. */
const NAMES = new Set('sam dana priya marcus kylie john smith jones tanya jo tom brooke'.split(' '))
/** Letters of a part of a word. */
const PART = 4

/** Without fillers and courtesies, which change no meaning. @param called the first name of the called person */
export function wordsOf(text: string, called?: string): string[] {
  const name = called?.toLowerCase()
  return coreOf(normalise(text))
    .replaceAll('|', ' ')
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
  add(`${situation}:starts ${words.slice(0, 2).join(' ')}`)
  add(`${situation}:length ${Math.min(6, Math.floor(words.length / 2))}`)
  return [...features]
}

function partsOf(word: string): string[] {
  if (word.length < PART) return []
  const bounded = `<${word}>`
  return Array.from({ length: bounded.length - PART + 1 }, (_, at) => `#${bounded.slice(at, at + PART)}`)
}
