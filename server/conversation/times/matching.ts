// Which of the offered times a named time describes.

import { addDays, weekdayOf } from '#contract/calendar.ts'
import type { Mention } from './mentions.ts'
import type { Named } from './named-times.ts'
import type { Offer } from './offers.ts'

/** The offers that a named time describes. */
export function matching({ mentions }: Named, offers: readonly Offer[], today: string | null): Offer[] {
  return offers.filter((offer, index) =>
    mentions.every((mention) => fits(mention, offer, { index, offers, today, mentions })),
  )
}

interface Fit {
  index: number
  offers: readonly Offer[]
  today: string | null
  mentions: readonly Mention[]
}

function fits(mention: Mention, offer: Offer, { index, offers, today, mentions }: Fit): boolean {
  switch (mention.kind) {
    case 'weekday':
      return offer.weekday === mention.weekday && isNamedWeek(mention, offer, today)
    case 'relative':
      return today !== null && isDate(offer, addDays(today, mention.days))
    case 'date':
      return offer.day === mention.day && (mention.month === null || offer.month === mention.month)
    case 'clock':
      return isClock(offer, mention)
    case 'number':
      return isNumber(mention.number, offer, { index, offers, isAlone: mentions.length === 1 })
    case 'ordinal':
      return isOrdinal(mention, index, offers)
    case 'part':
      return isPart(mention.part, offer)
    case 'period':
      return today !== null && isPeriod(mention, offer, today)
    case 'duration':
      return true
  }
}

/** 'Next Thursday' is not this week's. */
function isNamedWeek(mention: Mention & { kind: 'weekday' }, offer: Offer, today: string | null): boolean {
  if (today === null || mention.weeksOn === 0) return true
  const monday = addDays(today, 8 - weekdayOf(today))
  return Array.from({ length: 14 }, (_, index) => addDays(monday, index)).some((day) => isDate(offer, day))
}

const isDate = ({ day, month }: Offer, date: string): boolean =>
  Number(date.slice(8)) === day && Number(date.slice(5, 7)) === month

function isClock(offer: Offer, { hour, minute, meridiem }: Mention & { kind: 'clock' }): boolean {
  if (offer.minute !== minute || offer.hour % 12 !== hour % 12) return false
  return meridiem === null || (offer.hour >= 12 ? 'pm' : 'am') === meridiem
}

/** 'Two' is an hour where one is offered at two, else the second time. */
function isNumber(
  number: number,
  offer: Offer,
  { index, offers, isAlone }: { index: number; offers: readonly Offer[]; isAlone: boolean },
): boolean {
  const isHour = offers.some(({ hour, minute }) => hour % 12 === number % 12 && minute === 0)
  if (isHour) return offer.hour % 12 === number % 12 && offer.minute === 0
  return isAlone && offers.length > 1 && number - 1 === index
}

function isOrdinal(
  { words, index: place }: Mention & { kind: 'ordinal' },
  index: number,
  offers: readonly Offer[],
): boolean {
  return /last|latest|later/.test(words) ? index === offers.length - 1 : index === place
}

function isPart(part: string, { hour }: Offer): boolean {
  if (/morning|first_thing/.test(part)) return part === 'first_thing' ? hour <= 9 : hour < 12
  if (/arvo|lunch/.test(part)) return part === 'lunch' ? hour >= 12 && hour < 14 : hour >= 12 && hour < 18
  return part === 'evening' ? hour >= 17 : hour >= 15
}

function isPeriod({ period, edge }: Mention & { kind: 'period' }, offer: Offer, today: string): boolean {
  const start = addDays(today, 1 - weekdayOf(today) + (period === 'next_week' ? 7 : 0))
  if (period !== 'this_week' && period !== 'next_week') return false
  const [first, count] =
    edge === 'early' ? [0, 2] : edge === 'mid' ? [1, 3] : edge === 'late' ? [3, 4] : [0, 7]
  return Array.from({ length: count }, (_, index) => addDays(start, first + index)).some((day) =>
    isDate(offer, day),
  )
}
