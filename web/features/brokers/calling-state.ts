import type { z } from 'zod'
import { callBasisLabels, type getBroker } from '#contract/brokers/brokers.ts'
import { formatDate } from '#web/lib/dates.ts'
import type { Tone } from '#web/ui/tone.ts'

export type BrokerDetails = z.output<typeof getBroker.returns>

export interface CallingLine {
  id: string
  tone: Tone
  text: string
}

/** Days for which a "not listed" result of the Do Not Call Register is valid. */
const WASH_DAYS = 30
const DAY = 86_400_000

const suppressedBy: Record<string, string> = {
  key: 'Opted out by pressing 4 in a call',
  voice: 'Opted out by voice in a call',
  sms_stop: 'Opted out by SMS',
  manual: 'Suppressed manually',
  unclear: 'On hold: may be an opt-out',
}

/** The basis of calls and the check of the Do Not Call Register. */
export const basisLines = (broker: BrokerDetails, now: number): CallingLine[] => [
  basisLine(broker),
  washLine(broker, now),
]

/**
 * Sentences on whether this broker may be called; bars to a call are listed first.
 * @param isAnswered the reasons of the refusal are shown above: a bar is not repeated
 */
export function callingLines(broker: BrokerDetails, now: number, isAnswered = false): CallingLine[] {
  const bars = isAnswered ? noteOf(broker) : barLines(broker)
  return [...bars, ...basisLines(broker, now)]
}

type Suppression = NonNullable<BrokerDetails['suppression']>

/** False for an opt-out by key or voice, whose reason repeats the refusal. */
const hasNote = (suppression: Suppression): suppression is Suppression & { reason: string } =>
  Boolean(suppression.reason) && !['key', 'voice'].includes(suppression.source)

/** The note of the person who suppressed the number. */
function noteOf({ suppression }: BrokerDetails): CallingLine[] {
  if (!suppression || !hasNote(suppression)) return []
  const text = `Note on the suppression list: ${suppression.reason.replace(/\.$/, '')}.`
  return [{ id: 'suppression', tone: 'red', text }]
}

/** What bars every call, whatever the campaign. */
export function barLines(broker: BrokerDetails): CallingLine[] {
  const lines: CallingLine[] = []
  const { suppression } = broker
  if (suppression) {
    const how = suppressedBy[suppression.source] ?? 'Suppressed'
    const reason = hasNote(suppression) ? `: ${suppression.reason.replace(/\.$/, '')}` : ''
    const text = `${how} on ${formatDate(suppression.at)}${reason}. This number is never called.`
    lines.push({ id: 'suppression', tone: 'red', text })
  }
  if (broker.suspended)
    lines.push({ id: 'suspension', tone: 'red', text: 'Suspended after a compliance review: never called.' })
  if (broker.hold) {
    const text = `On hold until reviewed: ${broker.hold.reason}.`
    lines.push({ id: 'hold', tone: 'amber', text })
  }
  if (!broker.phone) lines.push({ id: 'phone', tone: 'red', text: 'No phone number is on record.' })
  return lines
}

function basisLine(broker: BrokerDetails): CallingLine {
  if (broker.callBasis === 'none')
    return { id: 'basis', tone: 'amber', text: 'No basis to call is recorded.' }
  const since = broker.callBasisAt ? `, recorded ${formatDate(broker.callBasisAt)}` : ''
  const source = broker.callBasisSource ? ` Source: ${broker.callBasisSource.replace(/\.$/, '')}.` : ''
  const text = `Basis: ${callBasisLabels[broker.callBasis].toLowerCase()}${since}.${source}`
  return { id: 'basis', tone: 'green', text }
}

function washLine(broker: BrokerDetails, now: number): CallingLine {
  const { wash, callBasis } = broker
  if (!wash) {
    const isNeeded = callBasis === 'none'
    const text = 'Not yet checked against the Do Not Call Register.'
    return {
      id: 'wash',
      tone: isNeeded ? 'red' : 'grey',
      text: isNeeded ? `${text} Without a basis it is not called until then.` : text,
    }
  }
  const on = formatDate(wash.washedOn)
  if (wash.listed) {
    return callBasis === 'express'
      ? {
          id: 'wash',
          tone: 'green',
          text: `On the Do Not Call Register (checked ${on}), which the consent covers.`,
        }
      : {
          id: 'wash',
          tone: 'red',
          text: `On the Do Not Call Register (checked ${on}): only express consent allows a call.`,
        }
  }
  const isOld = now - new Date(wash.washedOn).getTime() > WASH_DAYS * DAY
  if (callBasis === 'none' && isOld) {
    const text = `Was not on the Do Not Call Register on ${on}. That is over ${WASH_DAYS} days ago: without a basis a fresh check is needed.`
    return { id: 'wash', tone: 'red', text }
  }
  return {
    id: 'wash',
    tone: isOld ? 'grey' : 'green',
    text: `Not on the Do Not Call Register (checked ${on}).`,
  }
}
