// The record of a turn's reading, for the call page. Pure.

import type { CallResponse } from '#contract/calls/calls.ts'
import { cutText, singleLine } from '#contract/plain-text.ts'
import { questionOf } from './step-texts.ts'
import type { At, Gathered, Subject, Turn, Understood, Words } from './turn.ts'
import { type Input, isMachine } from './wishes.ts'

/** The action of a turn, without the record of its reading. */
export type Move = Omit<Turn, 'understood'>

/** Characters of an utterance that are stored. */
export const MAX_WORDS = 1000

export const storedText = (speech: string): string => cutText(singleLine(speech), MAX_WORDS)

export const isTime = (about: Subject): about is 'first_time' | 'second_time' =>
  about === 'first_time' || about === 'second_time'

/** The choice that a yes to the read-back records. */
export const choiceAbout = (about: Subject): CallResponse | 'callback' =>
  isTime(about) ? 'option_2' : about === 'opt_out' ? 'option_4' : about

interface Facts {
  input: Input
  move: Move
  words: Words
}

/** @returns null for silence, for keys that answer no read-back, and for a machine, whose words are not kept */
export function understoodIn(
  at: At,
  { digits, speech }: Gathered,
  { input, move, words }: Facts,
): Understood | null {
  const answer = answerIn(at, input, move)
  const { reading } = input
  if (reading === null ? answer === null : isMachine(reading.label)) return null
  const { next } = move
  const isQuestion = next.kind === 'listen' && next.about !== undefined && next.misses === 0
  const question = isQuestion && next.about ? questionOf(next.about, words) : null
  if (reading === null) {
    const meaning = answer?.is === 'confirmed' ? 'yes' : 'no'
    return { text: '', meaning, value: null, evidence: [{ rule: 'key', words: digits }], answer, question }
  }
  const { label: meaning, value = null, evidence } = reading
  const named = typeof value === 'object' ? (value?.words ?? null) : value
  return { text: storedText(speech), meaning, value: named, evidence, answer, question }
}

function isActed(event: Move['event'], to: CallResponse | 'callback'): boolean {
  if (to === 'callback') return event?.kind === 'callback_requested'
  return event?.kind === 'option' && event.option === to && (to !== 'option_2' || event.slot !== null)
}

function answerIn({ step, about }: At, { wish }: Input, { event }: Move): Understood['answer'] {
  if (step !== 'confirm' || !about) return null
  const to = choiceAbout(about)
  if (isActed(event, to)) return { to, is: 'confirmed' }
  return ['no', 'slot', 'other_times', 'callback'].includes(wish.kind) ? { to, is: 'refused' } : null
}
