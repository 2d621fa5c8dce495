// Reads an SMS: additions of phones and mailboxes first, then the words of a person.

import { type Decision, decide } from './decide.ts'
import type { Label } from './reading.ts'
import { isAutomatic, isReaction, splitQuotes } from './text/automatic-sms.ts'
import { coreOf, normalise } from './text/normalise.ts'
import { compileEntries, findHits } from './text/phrases.ts'
import { meetingChanges, startMessages } from './vocabulary/sms.ts'

const starts = compileEntries(startMessages)
const changes = compileEntries(meetingChanges)
const ONLY_SIGNS = /^[\p{Extended_Pictographic}\p{Emoji_Modifier}\p{Emoji_Component}\p{P}\p{S}\s]*$/u

/** @param hasOptOut by the reader of opt-outs */
export function readSms(body: string, hasOptOut: boolean): Decision {
  const decision = (label: Label, rule: string): Decision => ({
    label,
    confidence: 0.9,
    evidence: [{ rule, words: body.slice(0, 200) }],
    words: body,
  })
  if (
    isReaction(body) ||
    (!/[\p{L}\p{N}]/u.test(body) && ONLY_SIGNS.test(body) && /\p{Extended_Pictographic}/u.test(body))
  )
    return decision('reaction', 'reaction.phone')
  const { own } = splitQuotes(body)
  const words = normalise(own.replaceAll(/\p{Extended_Pictographic}/gu, ' '))
  const start = findHits(coreOf(words), starts)[0]
  if (start && !hasOptOut) return decision('start', start.rule)
  if (isAutomatic(own) && words.split(' ').length > 5)
    return isOwnReply(own) ? decision('busy_now', 'busy_now.ready_made') : decision('machine', 'machine.sms')
  const core = coreOf(words)
  const decided = decide(core)
  if (
    /^[ |]*(?:okay|great|perfect|lovely|sweet|good|cool|awesome|excellent|no worries|nice|beauty)?[ |]*$/.test(
      core,
    ) &&
    / (?:thanks|cheers|ta) /.test(words)
  )
    return { ...decided, label: 'ack', confidence: 0.9 }
  if (['option_2', 'unclear', 'busy_now', 'no'].includes(decided.label)) {
    const change = findHits(words, changes)[0]
    if (change) return decision('other', change.rule)
  }
  if (decided.label === 'question' && PROMISES.test(words)) return { ...decided, label: 'busy_now' }
  if (decided.label === 'unclear' || decided.label === 'hold_on') return { ...decided, label: fallback(own) }
  return decided
}

/** A phone's ready-made reply that its owner chooses. */
const isOwnReply = (text: string): boolean =>
  /^\W*(?:(?:hi|hello|hey|please|look)\W+)?(?:sorry,? )?i(?: can(?:’|')?t| cannot) (?:talk|take your call|answer|pick up) (?:right )?now[.! ]*(?:(?:what(?:'|’)s up|can i call you later)\??)?\W*(?:please|thanks|thank you)?\W*$/i.test(
    text.replaceAll('’', "'"),
  )

/** "I'm in a meeting. Can I call you later?" */
const PROMISES = / can i (?:call|ring|text) you (?:back|later) /

const fallback = (text: string): Label => (/\?\s*$/.test(text) ? 'question' : 'other')
