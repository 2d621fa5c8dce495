import { Users } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import { listAlike } from '#contract/brokers/broker-merge.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { sameText } from '#web/features/applications/application-labels.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Button } from '#web/ui/Button.tsx'
import type { PickedBroker } from '../BrokerPicker.tsx'
import type { BrokerDetails } from '../calling-state.ts'
import { MergeDialog } from './MergeDialog.tsx'

/** Possible duplicates of a broker. Colleagues may share a phone, so a person decides. */
export function AlikeNotice({ broker }: { broker: BrokerDetails }): ReactElement | null {
  const { data } = useRead(listAlike, { params: { id: broker.id } })
  const refusal = useRefusal('brokers.merge')
  const [other, setOther] = useState<PickedBroker | null>(null)
  if (!data || data.length === 0) return null
  return (
    <section
      aria-label="Records that may be the same broker"
      className="mb-4 rounded-lg border border-line bg-surface px-4 py-3"
    >
      <p className="flex items-center gap-2 font-medium">
        <Users aria-hidden className="size-4 shrink-0 text-ink-soft" strokeWidth={1.75} />
        {data.length === 1 ? 'Another record may be' : `${data.length} other records may be`} the same broker
      </p>
      <ul className="mt-2 flex flex-col gap-2">
        {data.map((each) => (
          <li key={each.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="min-w-0">
              <Link to={pathTo.broker(each.id)} className="link font-medium">
                {each.name}
              </Link>
              {each.company && <span className="text-ink-soft"> · {each.company}</span>}
              <span className="text-ink-soft"> · {sameText(each.same)}</span>
            </span>
            <Button size="sm" disabledReason={refusal} onClick={() => setOther(each)}>
              Merge
            </Button>
          </li>
        ))}
      </ul>
      {other && <MergeDialog broker={broker} other={other} onClose={() => setOther(null)} />}
    </section>
  )
}
