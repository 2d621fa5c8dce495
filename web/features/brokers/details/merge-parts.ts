import { forEachText } from '#contract/brokers/broker-fields.ts'
import { type MergePart, mergeParts } from '#contract/brokers/broker-merge.ts'
import { type Broker, callBasisLabels } from '#contract/brokers/brokers.ts'
import { formatPhone } from '#web/lib/format.ts'

const read: Record<MergePart, (broker: Broker) => string> = {
  name: ({ name }) => name,
  ...forEachText((field) => (broker: Broker) => broker[field] ?? ''),
  phone: ({ phone }) => (phone ? formatPhone(phone) : ''),
  place: ({ region, postcode }) => [region, postcode].filter(Boolean).join(' '),
  callBasis: ({ callBasis, callBasisSource }) =>
    [callBasisLabels[callBasis], callBasisSource].filter(Boolean).join(', '),
}

export interface DifferingPart {
  part: MergePart
  /** Value of the kept record; '' if blank. */
  kept: string
  /** Value of the record to remove. */
  going: string
}

/** All parts of both records, for comparison before one is removed. */
export function comparedParts(kept: Broker, going: Broker): DifferingPart[] {
  return mergeParts
    .map((part) => ({ part, kept: read[part](kept), going: read[part](going) }))
    .filter((each) => each.kept !== '' || each.going !== '')
}

const identifying: readonly MergePart[] = ['phone', 'email', 'asicNumber']

/** Nothing that identifies a person is equal, although both records have some of it. */
export function isDoubtful(parts: readonly DifferingPart[]): boolean {
  const compared = parts.filter(
    ({ part, kept, going }) => identifying.includes(part) && kept !== '' && going !== '',
  )
  return compared.length > 1 && compared.every(({ kept, going }) => kept !== going)
}
