// Assesses a broker by the registers: each finding with its risk, and every point of it with its reason.

import type { Region } from '#contract/brokers/brokers.ts'
import { longDay } from '#contract/calendar.ts'
import { type Finding, type FindingPoint, FLAG_AT } from '#contract/surveillance/surveillance.ts'
import { plainAsicNumber } from '#server/modules/brokers/asic-number.rules.ts'

/** A row of a register, as of its newest snapshot. */
export interface EntryFacts {
  id: number
  register: 'banned_persons' | 'banned_organisations' | 'credit_representatives' | 'credit_licensees'
  number: string | null
  name: string
  fingerprint: string
  licence: string | null
  startedOn: string | null
  endedOn: string | null
  status: string | null
  state: string | null
  postcode: string | null
  locality: string | null
  scheme: string | null
}

export interface BrokerFacts {
  id: number
  name: string
  company: string | null
  asicNumber: string | null
  region: Region | null
  postcode: string | null
  /** All of these in short, as they were when they were read. */
  digest: string
}

/** Rows that one number or document has, with how well the name agrees. */
export interface NameHit {
  subject: string
  /** 0 to 1. */
  score: number
  /** The pairs of matching words, as a sentence. */
  words: string
  entries: readonly EntryFacts[]
}

export interface RegisterFacts {
  /** Which registers are loaded at all. */
  loaded: ReadonlySet<EntryFacts['register']>
  representatives: readonly EntryFacts[]
  licensees: readonly EntryFacts[]
  /** The licensees of the representatives, by licence number. */
  principals: readonly EntryFacts[]
  persons: readonly NameHit[]
  organisations: readonly NameHit[]
  /** How well a name of a register agrees with the broker's own or the company's, 0 to 1. */
  agreement: (registered: string) => number
}

const STRONG = 0.97
const PROBABLE = 0.9
/** Below, a number's holder is somebody else. */
const SAME_HOLDER = 0.75

const risks = {
  numberUnknown: 70,
  ended: 90,
  suspended: 85,
  otherHolder: 85,
  noScheme: 40,
  bannedHere: 95,
  bannedStrong: 75,
  bannedProbable: 45,
  probableHere: 15,
  bannedPossible: 30,
  otherState: -25,
  organisationStrong: 85,
  organisationProbable: 60,
  organisationPossible: 30,
} as const
const EXPIRED_PART = 0.5

/** @param today in Sydney, YYYY-MM-DD */
export function assessBroker(broker: BrokerFacts, facts: RegisterFacts, today: string): Finding[] {
  return [
    ...licenceFindings(broker, facts, today),
    ...facts.persons.map((hit) => personFinding(broker, hit, today)),
    ...facts.organisations.map((hit) => organisationFinding(broker, hit, today)),
  ].sort((one, other) => other.risk - one.risk)
}

const isOver = (day: string | null, today: string): boolean => day !== null && day <= today
const dayText = (day: string): string => longDay(day)

function finding(
  given: Omit<Finding, 'risk' | 'silenced' | 'fingerprint' | 'entryIds'>,
  entries: readonly EntryFacts[],
): Finding {
  const total = given.points.reduce((sum, { risk }) => sum + risk, 0)
  const risk = Math.round(Math.min(100, Math.max(0, total)))
  // the content: the title, and every version of the rows
  const fingerprint = [given.title, ...entries.map((entry) => entry.fingerprint).sort()].join(' ')
  return { ...given, risk, silenced: false, fingerprint, entryIds: entries.map(({ id }) => id) }
}

function licenceFindings(broker: BrokerFacts, facts: RegisterFacts, today: string): Finding[] {
  const { asicNumber } = broker
  if (!asicNumber?.trim()) return []
  const { loaded, representatives, licensees } = facts
  const subject = `licence:${plainAsicNumber(asicNumber) || asicNumber}`
  const known = [...representatives, ...licensees]
  if (known.length === 0) {
    // who is in neither of two registers is unknown only where both are loaded
    if (!loaded.has('credit_representatives') || !loaded.has('credit_licensees')) return []
    const title = `ASIC number ${asicNumber} is on neither register`
    const text = 'Neither a credit representative nor a credit licensee has this number'
    return [finding({ subject, title, points: [{ text, risk: risks.numberUnknown }] }, [])]
  }
  const current = known.filter(({ endedOn }) => !isOver(endedOn, today))
  const ended = endedFinding(subject, asicNumber, known, current)
  if (ended) return [ended]
  return [
    ...holderFindings(subject, asicNumber, current, facts),
    ...principalFindings(current, facts, today),
    ...current.filter(({ status }) => status === 'SUSP').map((entry) => suspendedFinding(entry)),
    ...schemeFindings(asicNumber, current),
  ]
}

const nounOf = ({ register }: EntryFacts): string =>
  register === 'credit_licensees' ? 'Credit licence' : 'Credit representative'

function endedFinding(
  subject: string,
  asicNumber: string,
  known: readonly EntryFacts[],
  current: readonly EntryFacts[],
): Finding | null {
  const [last] = [...known].sort((one, other) => (other.endedOn ?? '').localeCompare(one.endedOn ?? ''))
  if (current.length > 0 || !last?.endedOn) return null
  const title = `${nounOf(last)} ${asicNumber} ended on ${dayText(last.endedOn)}`
  return finding(
    {
      subject,
      title,
      points: [{ text: `The register shows that it ended, of ${last.name}`, risk: risks.ended }],
    },
    known,
  )
}

function holderFindings(
  subject: string,
  asicNumber: string,
  current: readonly EntryFacts[],
  { agreement }: RegisterFacts,
): Finding[] {
  if (current.some(({ name }) => agreement(name) >= SAME_HOLDER)) return []
  const holders = [...new Set(current.map(({ name }) => name))]
  const title = `ASIC number ${asicNumber} is held by ${holders.join(' and ')}`
  const points = [
    { text: 'The holder’s name is neither the broker’s nor the company’s', risk: risks.otherHolder },
  ]
  return [finding({ subject: `${subject}:holder`, title, points }, current)]
}

/** A representative acts for a licensee: without one that is current, the authorisation is worth nothing. */
function principalFindings(current: readonly EntryFacts[], facts: RegisterFacts, today: string): Finding[] {
  if (!facts.loaded.has('credit_licensees')) return []
  const licences = [
    ...new Set(
      current.flatMap(({ register, licence }) =>
        register === 'credit_representatives' && licence ? [licence] : [],
      ),
    ),
  ]
  const states = licences.map((licence) => {
    const entries = facts.principals.filter(({ number }) => number === licence)
    return {
      licence,
      entries,
      valid: entries.find(({ endedOn, status }) => !isOver(endedOn, today) && status !== 'SUSP'),
    }
  })
  // one valid licensee is enough
  if (states.length === 0 || states.some(({ valid }) => valid)) return []
  return states.map(({ licence, entries }) => {
    const [entry] = entries
    const isSuspended = entry?.status === 'SUSP' && !isOver(entry.endedOn, today)
    const title = isSuspended
      ? `Licence ${licence} of the licensee ${entry.name} is suspended`
      : `Licence ${licence}, which the representative acts for, is not current`
    const text = isSuspended
      ? 'The licensee’s licence is suspended'
      : 'No current licensee has this licence number'
    const risk = isSuspended ? risks.suspended : risks.ended
    return finding({ subject: `licensee:${licence}`, title, points: [{ text, risk }] }, entries)
  })
}

function suspendedFinding(entry: EntryFacts): Finding {
  const title = `Credit licence ${entry.number} is suspended`
  const points = [
    { text: `The register shows the licence of ${entry.name} as suspended`, risk: risks.suspended },
  ]
  return finding({ subject: `licensee:${entry.number}`, title, points }, [entry])
}

function schemeFindings(asicNumber: string, current: readonly EntryFacts[]): Finding[] {
  if (current.some(({ scheme }) => scheme)) return []
  const title = `ASIC number ${asicNumber} has no dispute resolution scheme`
  const points = [
    { text: 'The register names no external dispute resolution scheme, e.g. AFCA', risk: risks.noScheme },
  ]
  return [finding({ subject: `scheme:${plainAsicNumber(asicNumber)}`, title, points }, current)]
}

function personFinding(broker: BrokerFacts, hit: NameHit, today: string): Finding {
  const place = placeOf(broker, hit.entries)
  const points: FindingPoint[] = [
    hit.score >= STRONG
      ? { text: `The name is the same: ${hit.words}`, risk: risks.bannedStrong }
      : hit.score >= PROBABLE
        ? { text: `The name is nearly the same: ${hit.words}`, risk: risks.bannedProbable }
        : { text: `The name is similar: ${hit.words}`, risk: risks.bannedPossible },
  ]
  if (place === 'same' && hit.score >= PROBABLE) {
    const risk = hit.score >= STRONG ? risks.bannedHere - risks.bannedStrong : risks.probableHere
    points.push({ text: 'In the same state or postcode', risk })
  }
  if (place === 'other') points.push({ text: 'In another state', risk: risks.otherState })
  const name = hit.entries[0]?.name ?? ''
  return finding(
    {
      subject: hit.subject,
      title: banTitle(name, hit.entries, today),
      points: withEnd(points, hit.entries, today),
    },
    hit.entries,
  )
}

function organisationFinding(_broker: BrokerFacts, hit: NameHit, today: string): Finding {
  const risk =
    hit.score >= STRONG
      ? risks.organisationStrong
      : hit.score >= PROBABLE
        ? risks.organisationProbable
        : risks.organisationPossible
  const points = [
    { text: `The company’s name is ${hit.score >= STRONG ? 'the same' : 'similar'}: ${hit.words}`, risk },
  ]
  const name = hit.entries[0]?.name ?? ''
  return finding(
    {
      subject: hit.subject,
      title: banTitle(name, hit.entries, today),
      points: withEnd(points, hit.entries, today),
    },
    hit.entries,
  )
}

function banTitle(name: string, entries: readonly EntryFacts[], today: string): string {
  const kinds = [...new Set(entries.flatMap(({ status }) => (status ? [status] : [])))].join(', ')
  const over = entries.every(({ endedOn }) => isOver(endedOn, today))
  return `${name}: ${kinds || 'banned'}${over ? ', ended' : ''}`
}

/** A ban that is over counts for half. */
function withEnd(points: FindingPoint[], entries: readonly EntryFacts[], today: string): FindingPoint[] {
  if (!entries.every(({ endedOn }) => isOver(endedOn, today))) return points
  const last = entries
    .flatMap(({ endedOn }) => (endedOn ? [endedOn] : []))
    .sort()
    .at(-1)
  const total = points.reduce((sum, { risk }) => sum + risk, 0)
  return [
    ...points,
    {
      text: `The ban ended${last ? ` on ${dayText(last)}` : ''}`,
      risk: Math.round(total * EXPIRED_PART) - total,
    },
  ]
}

/** Whether the register's place of a person agrees with the broker's. */
function placeOf(broker: BrokerFacts, entries: readonly EntryFacts[]): 'same' | 'other' | 'unknown' {
  const postcodes = entries.flatMap(({ postcode }) => (postcode ? [postcode] : []))
  if (broker.postcode && postcodes.includes(broker.postcode)) return 'same'
  const states = entries.flatMap(({ state }) => (state ? [state] : []))
  if (!broker.region || states.length === 0) return 'unknown'
  return states.includes(broker.region) ? 'same' : 'other'
}

/** The highest of those that count. */
export const riskOf = (findings: readonly Pick<Finding, 'risk' | 'silenced'>[]): number =>
  Math.max(0, ...findings.filter(({ silenced }) => !silenced).map(({ risk }) => risk))

export const isFlagged = (risk: number): boolean => risk >= FLAG_AT
