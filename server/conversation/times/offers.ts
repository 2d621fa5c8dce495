// The offered meeting times, in local time, from either of their texts.

import { monthNames, weekdayNames } from '#contract/calendar.ts'
import type { Context } from '../reading.ts'

export interface Offer {
  /** As in `context.offered`. */
  key: string
  /** 1 = Monday. */
  weekday: number
  day: number
  month: number
  hour: number
  minute: number
}

const OFFER = /(\w{3})\w* (\d{1,2})(?:st|nd|rd|th)? (\w{3})\w*,?(?: at)? (\d{1,2})(?::(\d{2}))? ?([ap]m)/i

const indexOf = (names: readonly string[], text: string): number =>
  names.findIndex((name) => name.toLowerCase().startsWith(text.toLowerCase())) + 1

function parseOffer(key: string, text: string): Offer | null {
  const [, weekday = '', day, month = '', hour, minute = '0', half = ''] = OFFER.exec(text) ?? []
  if (day === undefined) return null
  return {
    key,
    weekday: indexOf(weekdayNames, weekday),
    day: Number(day),
    month: indexOf(monthNames, month),
    hour: (Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0),
    minute: Number(minute),
  }
}

/** In their order; offers whose texts name no time are left out. */
export function offersOf({ offered = [], spoken = [] }: Context): Offer[] {
  return offered.flatMap((key, index) => parseOffer(key, spoken[index] ?? key) ?? parseOffer(key, key) ?? [])
}
