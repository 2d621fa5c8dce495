import type { AudienceRule, AudienceRuleKind } from '#contract/brokers/audiences.ts'
import { callResponseLabels, callResponses } from '#contract/calls/calls.ts'
import { accreditationStateLabels, accreditationStates } from '#contract/documents/documents.ts'
import { inSentence } from '#web/lib/format.ts'

export const ruleLabels: Record<AudienceRuleKind, string> = {
  tier: 'Tier',
  last_loan: 'Last loan',
  ever_lodged: 'Has lodged a loan',
  region: 'Region',
  accreditation: 'Accreditation',
  document: 'Documents',
  last_contact: 'Last contact by phone',
  response: 'Response to a campaign',
  membership: 'Membership',
  bdm: 'BDM',
  aggregator: 'Aggregator',
  register: 'ASIC register',
  flagged: 'Flagged by compliance',
  suspended: 'Suspended',
  list: 'Hand-picked',
}

export const responseLabels: Record<Extract<AudienceRule, { kind: 'response' }>['response'], string> = {
  ...callResponseLabels,
  reached: 'Answered a call',
  not_reached: 'Called, but not reached',
  not_called: 'Not called',
}
export const responses = [...callResponses, 'reached', 'not_reached', 'not_called'] as const

export const accreditationChoices = [...accreditationStates, 'none'] as const
export const accreditationTexts: Record<(typeof accreditationChoices)[number], string> = {
  ...accreditationStateLabels,
  none: 'Nothing sent yet',
}

export const documentStates = ['expires', 'expired', 'missing'] as const
export const documentTexts: Record<(typeof documentStates)[number], string> = {
  expires: 'Has a document expiring within',
  expired: 'Has an expired document',
  missing: 'Lacks a required document',
}

export const registerStates = ['current', 'ended', 'unknown'] as const
export const registerTexts: Record<(typeof registerStates)[number], string> = {
  current: 'Current',
  ended: 'Ended',
  unknown: 'Not on a register',
}

/** Names that a rule only has the number of. */
export interface Names {
  campaign: (id: number) => string
  bdm: (id: number) => string
}

const days = (count: number): string => (count === 1 ? '1 day' : `${count} days`)
const or = (list: readonly string[]): string =>
  list.length < 2 ? (list[0] ?? '') : `${list.slice(0, -1).join(', ')} or ${list.at(-1)}`

/** A rule in words: 'Tier is Reward', 'No loan in the last 90 days'. */
export function ruleText(rule: AudienceRule, names: Names): string {
  const text = plainText(rule, names)
  return rule.not ? negated(text) : text
}

/** Beginnings of rules and of their opposites. */
const opposites: readonly (readonly [string, string])[] = [
  ['A loan in', 'No loan in'],
  ['Has lodged', 'Has never lodged'],
  ['Has a document', 'Has no document'],
  ['Has an expired document', 'Has no expired document'],
  ['Lacks a required document', 'Lacks no required document'],
  ['Answered a call', 'Has not answered a call'],
  ['Not on', 'On'],
]

function negated(text: string): string {
  for (const [one, other] of opposites) {
    if (text.startsWith(one)) return text.replace(one, other)
    if (text.startsWith(other)) return text.replace(other, one)
  }
  if (text.includes(' is ')) return text.replace(' is ', ' is not ')
  if (text.includes(': ')) return text.replace(': ', ': not ')
  return `Not ${text.charAt(0).toLowerCase()}${text.slice(1)}`
}

function plainText(rule: AudienceRule, names: Names): string {
  switch (rule.kind) {
    case 'tier':
      return `Tier is ${or(rule.tiers)}`
    case 'last_loan':
      return rule.within ? `A loan in the last ${days(rule.days)}` : `No loan in the last ${days(rule.days)}`
    case 'ever_lodged':
      return 'Has lodged a loan'
    case 'region':
      return `Region is ${or(rule.regions)}`
    case 'accreditation':
      return `Accreditation is ${or(rule.states.map((state) => inSentence(accreditationTexts[state])))}`
    case 'document':
      if (rule.state === 'expires') return `Has a document expiring within ${days(rule.days)}`
      return rule.state === 'expired' ? 'Has an expired document' : 'Lacks a required document'
    case 'last_contact':
      return rule.within
        ? `Answered a call in the last ${days(rule.days)}`
        : `Has not answered a call in the last ${days(rule.days)}`
    case 'response':
      return `${names.campaign(rule.campaignId)}: ${inSentence(responseLabels[rule.response])}`
    case 'membership':
      return `Membership is ${or(rule.memberships)}`
    case 'bdm':
      return `BDM is ${names.bdm(rule.bdmId)}`
    case 'aggregator':
      return `Aggregator is ${or(rule.aggregators)}`
    case 'register':
      return rule.state === 'unknown'
        ? 'Not on ASIC’s register'
        : `${registerTexts[rule.state]} on ASIC’s register`
    case 'flagged':
      return 'Flagged by compliance'
    case 'suspended':
      return 'Suspended'
    case 'list':
      return 'Hand-picked'
  }
}

/**
 * Kinds that are added in the dialog. A list of brokers chosen by hand is created with its audience, from the
 * directory.
 */
export type AddedRuleKind = Exclude<AudienceRuleKind, 'list'>
export const addedRuleKinds = (Object.keys(ruleLabels) as AudienceRuleKind[]).filter(
  (kind): kind is AddedRuleKind => kind !== 'list',
)

/** The initial rule of this kind. */
export function newRule(kind: AddedRuleKind, campaignId = 0, bdmId = 0): AudienceRule {
  switch (kind) {
    case 'tier':
      return { kind, tiers: ['Reward'], not: false }
    case 'last_loan':
      return { kind, within: false, days: 90, not: false }
    case 'region':
      return { kind, regions: ['NSW'], not: false }
    case 'accreditation':
      return { kind, states: ['accredited'], not: false }
    case 'document':
      return { kind, state: 'expires', days: 45, not: false }
    case 'last_contact':
      return { kind, within: false, days: 90, not: false }
    case 'response':
      return { kind, campaignId, response: 'reached', not: false }
    case 'membership':
      return { kind, memberships: ['MFAA'], not: false }
    case 'bdm':
      return { kind, bdmId, not: false }
    case 'aggregator':
      return { kind, aggregators: [], not: false }
    case 'register':
      return { kind, state: 'current', not: false }
    default:
      return { kind, not: false }
  }
}
