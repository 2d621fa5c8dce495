// Builds the script of a call: the mandatory greeting, the script with its placeholders filled, the menu.

import type { RuleSet } from '#contract/campaigns/calling-rules.ts'
import type { Personality } from '#contract/campaigns/campaigns.ts'
import { greetingName } from '#server/input/person-name.ts'
import type { CallScript } from '#server/providers/ports/voice.ts'

export interface ScriptFacts {
  organisation: { legalName: string; tradingName: string; contactPhone: string; agentName: string }
  version: {
    product: string
    /** A decimal such as '6.140'. */
    rate: string | null
    rateType: string
    callScript: string
    aiPrompt: string | null
    aiPersonality: Personality
    aiInstructions: string | null
  }
  /** Of the calling rules in force. */
  law: Pick<RuleSet, 'words' | 'recording'>
  /** Null when the number belongs to no broker. */
  broker: { name: string; company: string | null; callBasis: string; numberSource: string | null } | null
}

const menu: CallScript['menu'] = [
  { option: 'option_1', key: '1', text: 'Press 1 and we will send you a link with the details.' },
  { option: 'option_2', key: '2', text: 'Press 2 to book a meeting with a business development manager.' },
  { option: 'option_3', key: '3', text: 'Press 3 to start your accreditation.' },
  { option: 'option_4', key: '4', text: 'Press 4 and we will not call you again.' },
]

interface ScriptOptions {
  /** Whether meetings are available; else option 2 is not offered. */
  meetings: boolean
  /** Of a call that is dialled. */
  genuine?: string
}

export function buildScript(facts: ScriptFacts, { meetings, genuine }: ScriptOptions): CallScript {
  const { version } = facts
  const fill = (text: string) => fillPlaceholders(text, facts)
  return {
    greeting: greetingOf(facts),
    ...(facts.law.recording === 'off' && { recorded: false }),
    introduction: introductionOf(facts),
    body: fill(version.callScript),
    aiPrompt: version.aiPrompt ? fill(version.aiPrompt) : null,
    personality: version.aiPersonality,
    instructions: version.aiInstructions ? fill(version.aiInstructions) : null,
    menu: menu.filter(({ option }) => meetings || option !== 'option_2'),
    ...(genuine !== undefined && { genuine }),
    operator: operatorOf(facts),
  }
}

/**
 * Covers who calls, on whose behalf and why, the AI and recording notices, how to opt out, and 0 for a person; then the
 * words that the calling rules require in addition.
 */
function greetingOf({ organisation, version, broker, law }: ScriptFacts): string {
  const called = broker && greetingName(broker.name)
  const hello = called ? `Hello ${called}` : 'Hello'
  // a live call has both names; for a preview they may not be entered yet
  const agent = organisation.agentName ? `${organisation.agentName}, ` : ''
  const employer = organisation.legalName || organisation.tradingName
  return (
    `${hello}, this is ${agent}an AI assistant calling ${employer ? `for ${employer} ` : ''}` +
    `about ${version.product} for your clients. ` +
    (law.recording === 'off' ? '' : 'This call is recorded; say "don\'t record" and I will stop that. ') +
    [
      'Say stop or press 4 at any time to end this and not be called again.',
      'Press 0 for a person.',
      ...law.words,
    ].join(' ')
  )
}

/** One sentence: call screeners cut off a second one. */
function introductionOf({ organisation, version, broker }: ScriptFacts): string {
  const called = broker ? ` for ${greetingName(broker.name) ?? broker.name}` : ''
  const agent = organisation.agentName || 'the assistant'
  return `This is ${agent}, an AI assistant of ${employerOf(organisation)}, calling${called} with an offer for mortgage brokers: ${version.product}.`
}

/** The registered name if set, as the Telemarketing Standard requires the caller's employer to be named. */
export function employerOf(
  organisation: Pick<ScriptFacts['organisation'], 'legalName' | 'tradingName'>,
): string {
  return organisation.legalName || organisation.tradingName || 'our lending team'
}

function operatorOf({ organisation, broker }: ScriptFacts): string {
  const number = organisation.contactPhone ? ` on ${organisation.contactPhone}` : ''
  return (
    `You can reach ${employerOf(organisation)}${number}. ${numberSource(broker)} ` +
    'I have asked for a person to call you back.'
  )
}

const sourceOfBasis: Record<string, string> = {
  express: 'You agreed to be called on this number.',
  relationship: 'We have your number from the business you do with us.',
  business_number: 'We have your number from your published business details.',
}

export function numberSource(broker: ScriptFacts['broker']): string {
  if (!broker) return 'Your number was given to us for a test call.'
  if (broker.numberSource) return `We have your number from ${broker.numberSource}.`
  return sourceOfBasis[broker.callBasis] ?? 'We have your number from our list of mortgage brokers.'
}

function fillPlaceholders(text: string, { version, broker }: ScriptFacts): string {
  const firstName = (broker && greetingName(broker.name)) ?? ''
  const company = broker?.company ?? ''
  const values: Record<string, string> = {
    firstName: firstName || 'the broker',
    company: company || 'your business',
    product: version.product,
    rate: rateText(version.rate),
  }
  // the rate includes its percent sign, so one in the script after it is dropped
  const known = withoutMissing(text, { hasName: firstName !== '', hasCompany: company !== '' })
  return known.replaceAll(/\{\{\s*(\w+)\s*\}\}(\s*%)?/g, (match, name: string, percent = '') => {
    const value = values[name]
    return value === undefined ? match : value + (name === 'rate' ? '' : percent)
  })
}

const NAME = String.raw`\{\{\s*firstName\s*\}\}`
const COMPANY = String.raw`\{\{\s*company\s*\}\}`
const ofCompany = new RegExp(String.raw`,?\s+(?:of|from|at|with|over at|here at)\s+${COMPANY}`, 'gi')
const nameOfCompany = new RegExp(String.raw`\s+of\s+${NAME}`, 'gi')
const greeted = new RegExp(
  String.raw`\b(hi|hello|hey|g['’]day|good (?:morning|afternoon|evening|day))(,?\s+)${NAME}`,
  'gi',
)
const thanked = new RegExp(String.raw`\b(thanks|thank you|cheers|sorry|bye|goodbye),?\s+${NAME}`, 'gi')
const addressed = new RegExp(String.raw`,\s*${NAME}(?=\s*[,.!?]|\s*$)`, 'gim')
const opening = new RegExp(String.raw`(^|[.!?]\s+)${NAME},\s*(\w)`, 'gim')

/** A script reads on without a name or a company that is not there: 'Hi there', not 'of there of your business'. */
function withoutMissing(
  text: string,
  { hasName, hasCompany }: { hasName: boolean; hasCompany: boolean },
): string {
  const named = hasCompany ? text : text.replaceAll(ofCompany, '')
  if (hasName) return named
  return named
    .replaceAll(greeted, '$1$2there')
    .replaceAll(thanked, '$1')
    .replaceAll(addressed, '')
    .replaceAll(opening, (_match, before: string, first: string) => before + first.toUpperCase())
    .replaceAll(nameOfCompany, '')
}

/** '6.140' becomes '6.14%': without a trailing third zero, but with two decimals, as rates are quoted. */
function rateText(rate: string | null): string {
  return rate ? `${rate.replace(/(\.\d\d)0$/, '$1')}%` : 'our current rate'
}
