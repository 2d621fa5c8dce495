import { longDay } from '#contract/calendar.ts'
import { numberText } from '#contract/number-text.ts'

export const findingReasons = [
  'banned_person',
  'banned_organisation',
  'other_holder',
  'number_unknown',
  'ended',
  'licensee',
  'no_scheme',
  'mention',
  'other',
] as const
export type FindingReason = (typeof findingReasons)[number]
export const findingReasonLabels: Record<FindingReason, string> = {
  banned_person: 'Banned person',
  banned_organisation: 'Banned organisation',
  other_holder: 'Number held by another person',
  number_unknown: 'Number not on the register',
  ended: 'Number ended',
  licensee: 'Licensee not current',
  no_scheme: 'No dispute resolution scheme',
  mention: 'External mention',
  other: 'Other',
}

/** Reasons that point to a faulty import or register when they concern many brokers. Bans and news are excluded. */
export const manyReasons = [
  'other_holder',
  'number_unknown',
  'ended',
  'licensee',
] as const satisfies FindingReason[]
export type ManyReason = (typeof manyReasons)[number]

/** The registers that each reason rests on. */
export const registersOf: Record<ManyReason, readonly string[]> = {
  other_holder: ['credit_representatives', 'credit_licensees'],
  number_unknown: ['credit_representatives', 'credit_licensees'],
  ended: ['credit_representatives', 'credit_licensees'],
  licensee: ['credit_licensees'],
}

const manyWords: Record<ManyReason, (day: string) => string> = {
  other_holder: (day) =>
    `numbers are held by another person on the register of ${day}: wrong column, or another file?`,
  number_unknown: (day) =>
    `numbers are not in the register of ${day}: wrong column, or an incomplete register?`,
  ended: (day) => `numbers have ended on the register of ${day}: an old list, or a wrong register?`,
  licensee: (day) =>
    `numbers act for a licensee who is not current in the register of ${day}: an incomplete register?`,
}

/** e.g. '3,412 numbers are not in the register of 29 November 2026: wrong column, or an incomplete register?' */
export function manyText(found: {
  reason: ManyReason
  brokers: number
  registerDate: string | null
  importName: string | null
}): string {
  const day = found.registerDate ? longDay(found.registerDate) : 'today'
  const what = `${numberText(found.brokers)} ${manyWords[found.reason](day)}`
  return found.importName ? `${found.importName}: ${what}` : what
}
