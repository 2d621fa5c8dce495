// Replaces the times in an answer by their positions among the offered ones, so that examples hold for any times.

import type { Context } from '../reading.ts'
import { matching } from './matching.ts'
import { findMentions } from './mentions.ts'
import { groupsOf, type Named } from './named-times.ts'
import { type Offer, offersOf } from './offers.ts'
import { localTime } from './zones.ts'

/** 'ten\'s tricky, two is better' → 'firsttime tricky secondtime is better'. @param core of `coreOf` */
export function withTimeWords(core: string, context: Context): string {
  const offers = offersOf(context)
  const today = context.now ? localTime(context.now, context.zone ?? 'Australia/Sydney').day : null
  const { text, mentions } = findMentions(core)
  const wordOf = (group: Named): string => {
    const matched = matching(group, offers, today)
    if (matched.length === 0) return 'othertime'
    return matched.length === 1 ? placeOf(matched[0], offers) : 'bothtimes'
  }
  const parts = groupsOf(text, mentions).reduceRight((rest, group) => {
    const [from, to] = [group.mentions[0]?.at ?? 0, group.mentions.at(-1)?.end ?? 0]
    // 'not two, the other one' is the first
    if (/\bother\b/.test(text.slice(from, to))) return rest
    return `${rest.slice(0, from)}${wordOf(group)}${rest.slice(to)}`
  }, text)
  return parts.replaceAll('|', ' ').replaceAll(/ +/g, ' ').trim()
}

const placeOf = (offer: Offer | undefined, offers: readonly Offer[]): string =>
  offer === offers[0] ? 'firsttime' : 'secondtime'
