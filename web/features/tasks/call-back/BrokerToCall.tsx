import { CalendarPlus } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import { getBroker } from '#contract/brokers/brokers.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRecord } from '#web/api/use-read.ts'
import { BookForBrokerDialog } from '#web/features/bookings/BookForBrokerDialog.tsx'
import { callabilityTones, useOneCallability } from '#web/features/brokers/callability.ts'
import type { BrokerDetails } from '#web/features/brokers/calling-state.ts'
import { useCallingNow } from '#web/features/campaigns/use-calling-clock.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { ABSENT, formatPhone } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/PanelSection.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

/** The person to call: number, time where they are, and whether a call is allowed. */
export function BrokerToCall({ brokerId }: { brokerId: number }): ReactElement {
  const { data, error, refetch } = useRecord(getBroker, brokerId)
  const [isBooking, setBooking] = useState(false)
  const refusal = useRefusal('bookings.write')
  return (
    <Panel
      title="Broker"
      actions={
        data && (
          <Button size="sm" icon={CalendarPlus} disabledReason={refusal} onClick={() => setBooking(true)}>
            Book a meeting
          </Button>
        )
      }
    >
      {data && isBooking && <BookForBrokerDialog broker={data} onClose={() => setBooking(false)} />}
      {data ? (
        <BrokerFacts broker={data} />
      ) : error ? (
        <ErrorState title="The broker could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading text="Loading broker...">
          <Skeleton className="h-32" />
        </Loading>
      )}
    </Panel>
  )
}

function BrokerFacts({ broker }: { broker: BrokerDetails }): ReactElement {
  const callable = useOneCallability(broker.id)
  const now = useCallingNow()
  const { id, name, company, phone, timezone, location, bdm } = broker
  return (
    <>
      <div role="status" className="mb-3 min-h-11">
        {callable && (
          <>
            <span className="font-semibold">
              <StatusDot
                tone={callabilityTones[callable.answer]}
                label={callable.answer === 'yes' ? 'May be called now' : `May be called: ${callable.label}`}
                wrap
              />
            </span>
            <p className="mt-0.5 break-words text-ink-soft">{callable.reasons.join(' ')}</p>
          </>
        )}
      </div>
      <Facts
        facts={[
          {
            label: 'Name',
            value: (
              <Link to={pathTo.broker(id)} className="link">
                {name}
              </Link>
            ),
          },
          company !== null && { label: 'Company', value: company },
          { label: 'Phone', value: formatPhone(phone) },
          {
            label: 'Time there',
            value: timezone ? formatDateTime(now, { timeZone: timezone, now }) : 'Unknown',
          },
          { label: 'Region', value: location ?? ABSENT },
          bdm !== null && { label: 'BDM', value: bdm.name },
        ]}
      />
    </>
  )
}
