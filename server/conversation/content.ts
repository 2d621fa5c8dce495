// Finds the contents of a sentence: wishes, replies, questions. Each step hides its words from the steps that follow.

import type { Label } from './reading.ts'
import {
  type CompiledRule,
  compileEntries,
  type Entry,
  findHits,
  type Hit,
  maskHits,
} from './text/phrases.ts'
import { genuineQuestions, hardQuestions, questions, repeats } from './vocabulary/questions.ts'
import { otherRecords, recordAccepted, recordDeclined, recordQuestions } from './vocabulary/recording.ts'
import { refusals } from './vocabulary/refusals.ts'
import {
  agreements,
  asides,
  busy,
  holdOn,
  leaveTaking,
  no,
  undecided,
  wrongNumber,
  yes,
} from './vocabulary/replies.ts'
import { callbackWishes, impliedWishes, mentions, otherCalls, requests, wishes } from './vocabulary/wishes.ts'

/** Kinds of content that are no label of their own. */
type Kind =
  | Label
  | 'aside'
  | 'about_a_call'
  | 'refused'
  | 'undecided'
  | 'weak_yes'
  | 'weak_no'
  | 'repeat'
  | 'record_ok'
  | 'listening'

export interface Found extends Hit {
  kind: Kind
}

interface Step {
  rules: readonly CompiledRule[]
  /** Null: the words have another sense and are only hidden. */
  kindOf: (rule: string) => Kind | null
  /** Whether the words are hidden from the steps that follow. */
  hides: boolean
}

const step = (entries: readonly Entry[], kind: Kind | null | Step['kindOf'], hides = true): Step => ({
  rules: compileEntries(entries),
  kindOf: typeof kind === 'function' ? kind : () => kind,
  hides,
})

const reading: readonly Step[] = [
  step(undecided, 'undecided', false),
  step(asides, 'aside', false),
  step(recordQuestions, 'question', false),
  step(requests, (rule) => rule.split('.')[0] as Label),
  step(agreements, 'yes'),
  step(hardQuestions, 'question', false),
  step(genuineQuestions, 'question', false),
  step(otherRecords, null),
  step(recordAccepted, 'record_ok'),
  step(recordDeclined, 'record_off'),
  step(repeats, 'repeat'),
  step(questions, 'question', false),
  step(busy, 'busy_now', false),
  step(wrongNumber, 'wrong_number'),
  step(holdOn, 'hold_on'),
  step(otherCalls, (rule) => (rule.startsWith('no.') ? 'refused' : 'about_a_call')),
  step(mentions, null),
  step(refusals, 'refused'),
  step(callbackWishes, 'callback'),
  step(wishes, (rule) => rule.split('.')[0] as Label),
  step(impliedWishes, (rule) => `implied_${rule.split('.')[0]}` as Kind),
  step(leaveTaking, (rule) => (rule === 'ack.listening' ? 'listening' : 'ack')),
  step(no, (rule) => (rule === 'no.strong' ? 'no' : 'weak_no')),
  step(yes, (rule) => (rule === 'yes.strong' ? 'yes' : 'weak_yes')),
]

const doubts = compileEntries(genuineQuestions)

/** The words that question whether the caller is who they say they are. @param core of `coreOf` */
export const doubtIn = (core: string): Hit | undefined => findHits(core, doubts)[0]

/** @param core words of `coreOf`, with clause boundaries */
export function contentOf(core: string): Found[] {
  const found: Found[] = []
  let words = core
  for (const { rules, kindOf, hides } of reading) {
    for (const rule of rules) {
      const hits = findHits(words, [rule])
      const kind = kindOf(rule.rule)
      if (kind !== null) for (const hit of hits) found.push({ ...hit, kind })
      if (hides) words = maskHits(words, hits)
    }
  }
  return found
}
