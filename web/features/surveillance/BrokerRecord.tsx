import type { ReactElement } from 'react'
import { getBroker } from '#contract/brokers.ts'
import { useRecord } from '#web/api/use-read.ts'
import { ABSENT, formatPhone } from '#web/lib/format.ts'

/** Our record, for comparison with the findings. */
export function BrokerRecord({ brokerId }: { brokerId: number }): ReactElement | null {
  const { data } = useRecord(getBroker, brokerId)
  if (!data) return null
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
      <dl className="grid grid-cols-[auto_1fr] gap-x-3 gap-y-0.5 md:grid-cols-[auto_1fr_auto_1fr]">
        {facts.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="min-w-0 break-words">{value || ABSENT}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
