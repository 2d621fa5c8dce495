import { SYDNEY } from '#contract/calendar.ts'
import { type CallingRules, type RuleSet, saveCallingRules } from '#contract/campaigns/calling-rules.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import { dayIn, instantAt } from '#web/lib/zoned-days.ts'

/** Calling rules as they are typed: every value a text. */
export interface RulesTexts {
  weekdayFrom: string
  weekdayTo: string
  /** Both empty: no calls on Saturdays. */
  saturdayFrom: string
  saturdayTo: string
  dialsPerCampaign: string
  dialsPerNumber: string
  capDays: string
  coolingOffDays: string
  /** A sentence a line. */
  words: string
  recording: string
  /** A day in Sydney; empty: from the publication. */
  validFrom: string
  validTo: string
  source: string
  note: string
}

const dayOf = (instant: string | null): string => (instant ? dayIn(SYDNEY, instant) : '')

/** A draft starts from the version in force, without its dates, source and note. */
export function textsOf({ version, rules, validFrom, validTo, source, note }: CallingRules): RulesTexts {
  const isDraft = version === null
  return {
    ...{ weekdayFrom: rules.weekday.from, weekdayTo: rules.weekday.to },
    ...{ saturdayFrom: rules.saturday?.from ?? '', saturdayTo: rules.saturday?.to ?? '' },
    ...{ dialsPerCampaign: String(rules.dialsPerCampaign), dialsPerNumber: String(rules.dialsPerNumber) },
    ...{ capDays: String(rules.capDays), coolingOffDays: String(rules.coolingOffDays) },
    ...{ words: rules.words.join('\n'), recording: rules.recording },
    ...{ validFrom: isDraft ? dayOf(validFrom) : '', validTo: isDraft ? dayOf(validTo) : '' },
    ...{ source: isDraft ? source : '', note: isDraft ? note : '' },
  }
}

/** Each text under its name, for the comparison with another person's save. */
export const flatTexts = (texts: RulesTexts): Record<string, string> => ({ ...texts })

export const textsOfFlat = (flat: Readonly<Record<string, string>>): RulesTexts =>
  Object.fromEntries(Object.keys(fieldOf).map((name) => [name, flat[name] ?? ''])) as unknown as RulesTexts // one for each

const numberOf = (text: string): number => (text.trim() === '' ? Number.NaN : Number(text))
const startOf = (day: string): string | null => (day === '' ? null : instantAt(SYDNEY, day, '00:00'))

export function bodyOf(texts: RulesTexts): BodyOf<typeof saveCallingRules> {
  const hasSaturday = texts.saturdayFrom !== '' || texts.saturdayTo !== ''
  return {
    rules: {
      weekday: { from: texts.weekdayFrom, to: texts.weekdayTo },
      saturday: hasSaturday ? { from: texts.saturdayFrom, to: texts.saturdayTo } : null,
      ...{
        dialsPerCampaign: numberOf(texts.dialsPerCampaign),
        dialsPerNumber: numberOf(texts.dialsPerNumber),
      },
      ...{ capDays: numberOf(texts.capDays), coolingOffDays: numberOf(texts.coolingOffDays) },
      words: texts.words
        .split('\n')
        .map((sentence) => sentence.trim())
        .filter(Boolean),
      recording: texts.recording as RuleSet['recording'], // the schema checks it
    },
    ...{ validFrom: startOf(texts.validFrom), validTo: startOf(texts.validTo) },
    ...{ source: texts.source, note: texts.note },
  }
}

/** The path of each field in the request. */
const fieldOf: Record<keyof RulesTexts, string> = {
  ...{ weekdayFrom: 'rules.weekday.from', weekdayTo: 'rules.weekday.to' },
  ...{ saturdayFrom: 'rules.saturday.from', saturdayTo: 'rules.saturday.to' },
  ...{ dialsPerCampaign: 'rules.dialsPerCampaign', dialsPerNumber: 'rules.dialsPerNumber' },
  ...{ capDays: 'rules.capDays', coolingOffDays: 'rules.coolingOffDays' },
  ...{ words: 'rules.words', recording: 'rules.recording' },
  ...{ validFrom: 'validFrom', validTo: 'validTo', source: 'source', note: 'note' },
}

export type RulesErrors = Partial<Record<keyof RulesTexts, string>>

export function errorsOf(texts: RulesTexts): RulesErrors {
  const issues = saveCallingRules.body.safeParse(bodyOf(texts)).error?.issues ?? []
  const errors: RulesErrors = {}
  for (const name of Object.keys(fieldOf) as (keyof RulesTexts)[]) {
    const issue = issues.find(({ path }) => {
      const text = path.join('.')
      return text === fieldOf[name] || text.startsWith(`${fieldOf[name]}.`)
    })
    if (issue) errors[name] = issue.message
  }
  return errors
}
