import type { ReactElement } from 'react'
import type { getBroker } from '#contract/brokers/brokers.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { ABSENT, formatPhone } from '#web/lib/format.ts'
import { EqualWords } from './EqualWords.tsx'

interface BrokerRecordProps {
  record: AnswerOf<typeof getBroker>
  /** The words of the findings, marked in the record. */
  theirs: ReadonlySet<string>
}

/** Our record, for comparison with the findings. */
export function BrokerRecord({ record: data, theirs }: BrokerRecordProps): ReactElement {
  const facts: readonly [string, string | null][] = [
    ['Name', data.name],
    ['Company', data.company],
    ['ASIC number', data.asicNumber],
    ['State', [data.location, data.postcode].filter(Boolean).join(' ') || null],
    ['Phone', formatPhone(data.phone)],
    ['Email', data.email],
  ]
  return (
    <section className="rounded-lg bg-sunken px-3 py-2">
      <h3 className="mb-1 text-xs font-medium text-ink-soft">Our record</h3>
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="min-w-0 break-words">
              <EqualWords text={value || ABSENT} others={theirs} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
