// Groups the times in an answer, and marks those that are named to be refused.

import { refusedAfter, refusedBefore } from '../vocabulary/slots.ts'
import type { Mention } from './mentions.ts'

export interface Named {
  /** Parts that describe one time. */
  mentions: Mention[]
  isRefused: boolean
}

/** Groups mentions that describe one time: 'Wednesday at ten', 'two in the arvo'. */
export function groupsOf(text: string, mentions: readonly Mention[]): Named[] {
  const useful = mentions.filter((mention) => isUseful(text, mention))
  const groups: Named[] = []
  for (const mention of useful) {
    const group = groups.at(-1)
    const before = group?.mentions.at(-1)
    if (
      group &&
      before &&
      joins(text, before, mention) &&
      !group.mentions.some(({ kind }) => sameKind(kind, mention.kind))
    )
      group.mentions.push(mention)
    else groups.push({ mentions: [mention], isRefused: false })
  }
  return groups.map((group) => ({ ...group, isRefused: isRefused(text, group) }))
}

const CLOCKS = new Set(['clock', 'number', 'ordinal'])
const DAYS = new Set(['weekday', 'relative', 'period'])
const sameKind = (a: Mention['kind'], b: Mention['kind']): boolean =>
  a === b || (CLOCKS.has(a) && CLOCKS.has(b)) || (DAYS.has(a) && DAYS.has(b))

/** Only these words may separate parts of one time. */
const joins = (text: string, first: Mention, second: Mention): boolean =>
  /^ (?:(?:at|on|the|in|of|for|this|that|one|please|but|its|s|a|say|slot|time|works|is|meeting|i said|make it|around|about|option) ?)*$/.test(
    `${text.slice(first.end, second.at)}`.replaceAll(/ +/g, ' '),
  )

const NOT_A_TIME =
  / (?:one of|no|some|any|which|that|this|other|first|second|third|last|latter|former|later|earlier|morning|arvo|am|pm|oclock|\d+th|\d+|\w+day|tomorrow|each|every|neither|either|good|bad|another|hang on a|just a|wait a|give me a|half a|in a|a|new|right|wrong|last|next|red|big|only|bit|old|whole|in|couple of|first of|of the|at least|for|those) $/
function isUseful(text: string, mention: Mention): boolean {
  const [earlier, later] = [text.slice(0, mention.at), text.slice(mention.end)]
  if (mention.kind === 'number') {
    if (mention.number === 0 || mention.number > 12) return false
    if (mention.number === 1 && / the $/.test(earlier)) return false
    if (mention.number === 1)
      return !NOT_A_TIME.test(earlier) && !/^ (?:of|second|sec|minute|min|moment|more|thing|tick)/.test(later)
    if (mention.number === 2 && / (?:those|these|of|give me|in|wait|the other|just|hang on) $/.test(earlier))
      return false
    return (
      !/^ (?:people|seconds|secs|minutes|mins|hours|days|weeks|of us|of them|kids|ticks|options|times|clients|loans)/.test(
        later,
      ) && !/ those $/.test(earlier)
    )
  }
  if (mention.kind === 'ordinal') {
    if (
      /^ (?:thing|of all|up|off|name|time buyer|home|half|look|thought|thoughts|week|available|possible)/.test(
        later,
      ) &&
      !/^ (?:available|possible)/.test(later)
    )
      return false
    if (mention.words === 'second' && / (?:a|one|just|half a|per|wait|1) $/.test(earlier)) return false
    if (
      / (?:about it|to \w+|it|this|that|them|him|her|someone|somebody) $/.test(earlier) &&
      /^ \|/.test(later)
    )
      return false
    return (
      !/^(?:earlier|last|latest|earliest)$/.test(mention.words) ||
      / the $/.test(earlier) ||
      /^ (?:1|one|time|slot|option|the better|of)/.test(later)
    )
  }
  if (mention.kind === 'duration') return false
  if (mention.kind === 'part') return !['later', 'after_work'].includes(mention.part)
  if (mention.kind === 'relative') return mention.days >= 0
  return true
}

function isRefused(text: string, { mentions }: Named): boolean {
  const [first, last] = [mentions[0], mentions.at(-1)]
  if (!first || !last) return false
  const earlier = text.slice(Math.max(0, text.lastIndexOf('|', first.at)), first.at)
  if (refusedBefore.test(earlier)) return true
  const end = text.indexOf('|', last.end)
  return refusedAfter.test(text.slice(last.end, end < 0 ? undefined : end + 1))
}
