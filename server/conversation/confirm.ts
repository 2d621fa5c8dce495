// Reads the answer to a question of ours: 'Is that right?'

import { type Decision, decide } from './decide.ts'
import type { Context } from './reading.ts'
import { compileEntries, findHits } from './text/phrases.ts'
import { findMentions } from './times/mentions.ts'
import { affirmations, denials, optOutAffirmed, optOutDenied } from './vocabulary/confirm.ts'

const affirmed = compileEntries(affirmations)
const denied = compileEntries(denials)
const keepsCalls = compileEntries(optOutDenied)
const wantsNoCalls = compileEntries(optOutAffirmed)

const YES = / (?:yes|yeah|yep|yup|correct|right|sure|okay) /

/** @param core of `coreOf` */
export function readConfirm(core: string, { about }: Context): Decision {
  const decided = decide(core, false)
  const answer = (label: 'yes' | 'no', rules: ReturnType<typeof findHits>): Decision => ({
    ...decided,
    label,
    confidence: 0.9,
    evidence: rules.slice(0, 1).map(({ rule, words }) => ({ rule, words })),
  })
  const affirms = findHits(core, affirmed)
  if (about === 'optout') {
    const keeps = findHits(core, keepsCalls)
    if (keeps.length > 0) return answer('no', keeps)
    const ends = findHits(core, wantsNoCalls)
    if (ends.length > 0) return answer('yes', ends)
    if (affirms.length > 0) return answer('yes', affirms)
    if (decided.label === 'busy_now' || decided.label === 'callback') return { ...decided, label: 'no' }
    return decided
  }
  if (affirms.length > 0) return answer('yes', affirms)
  if (decided.label === 'yes' || decided.label === 'no') {
    const denial = findHits(core, denied)
    return decided.label === 'yes' && denial.length > 0 ? answer('no', denial) : decided
  }
  const denial = findHits(core, denied)
  if (
    denial.length > 0 &&
    ['unclear', 'wrong_number', 'callback', 'question', 'option_1', 'option_2'].includes(decided.label)
  )
    return answer('no', denial)
  if (about === 'link' && decided.label === 'option_1') {
    const isElsewhere = / (?:no|nah|not|other|another|different|instead|email) /.test(core)
    return { ...decided, label: isElsewhere ? 'no' : 'yes' }
  }
  if (decided.label === 'unclear' && YES.test(core) && !/ (?:no|nah|nope|not) /.test(core))
    return { ...decided, label: 'yes', confidence: 0.7 }
  if (about === 'slot' && decided.label === 'option_2') return { ...decided, label: 'yes' }
  return corrected(core, decided, about)
}

/** Another time is a no to the time that was read back. */
function corrected(core: string, decided: Decision, about: Context['about']): Decision {
  if (about !== 'slot' && about !== 'callback') return decided
  const { mentions } = findMentions(core)
  if (decided.label !== 'unclear' && decided.label !== 'callback') return decided
  if (mentions.length === 0)
    return decided.label === 'callback' && about === 'callback' ? { ...decided, label: 'yes' } : decided
  return { ...decided, label: 'no' }
}
