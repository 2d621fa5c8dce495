import type { ReactElement } from 'react'
import { useLocation, useParams } from 'react-router'
import { getBroker } from '#contract/brokers/brokers.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { useRecord } from '#web/api/use-read.ts'
import { CallPanel } from '#web/features/calls/CallPanel.tsx'
import { useNoteRecent } from '#web/lib/recent-records.ts'
import { recordId } from '#web/lib/use-open-record.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PanelFallback } from '#web/ui/PanelFallback.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { wayIn } from '../broker-way.ts'
import type { BrokerDetails } from '../calling-state.ts'
import { isConfirmed, RegisterTick } from '../RegisterTick.tsx'
import { AlikeNotice } from './AlikeNotice.tsx'
import { BarNotice } from './BarNotice.tsx'
import { BrokerActions } from './BrokerActions.tsx'
import { BrokerRecap } from './BrokerRecap.tsx'
import { BrokerSteps } from './BrokerSteps.tsx'
import { RecordTabs } from './RecordTabs.tsx'
import { TimelinePanel } from './TimelinePanel.tsx'

const crumbs = [{ label: 'Brokers', to: '/brokers' }]

/** One broker's page: the record and the timeline side by side. */
export function BrokerPage(): ReactElement {
  const { id = '' } = useParams()
  const number = recordId(id)
  const read = useRecord(getBroker, number)
  if (number !== null && read.data) return <Loaded key={number} broker={read.data} />
  return (
    <>
      <PageHeader title="Broker" crumbs={crumbs} />
      <PanelFallback
        noun="broker"
        isMissing={number === null || isNotFound(read.error)}
        missing="There is no broker with this number, or the record was deleted or merged with another one."
        action={<ButtonLink to="/brokers">All brokers</ButtonLink>}
        error={read.error}
        onRetry={() => void read.refetch()}
        skeleton={
          <div className="grid gap-4 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_27rem]">
            <Skeleton className="h-80" />
            <Skeleton className="h-80" />
          </div>
        }
      />
    </>
  )
}

function Loaded({ broker }: { broker: BrokerDetails }): ReactElement {
  const { id, registered } = broker
  const { state } = useLocation()
  const way = wayIn(state)
  useNoteRecent('broker', id, broker.name)
  return (
    <>
      <PageHeader
        title={broker.name}
        crumbs={way ? [{ label: 'Brokers', to: way.back }] : crumbs}
        badge={
          <>
            <Badge tone={broker.status === 'Verified' ? 'green' : 'amber'}>{broker.status}</Badge>
            {registered && !isConfirmed(registered) && <RegisterTick registered={registered} />}
          </>
        }
        subtitle={broker.company}
        actions={
          <>
            <BrokerSteps id={id} way={way} />
            <BrokerActions broker={broker} />
          </>
        }
      />
      <AlikeNotice broker={broker} />
      <BarNotice broker={broker} />
      <BrokerRecap broker={broker} />
      <div className="grid items-start gap-4 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <Panel title="Record">
          <RecordTabs broker={broker} />
        </Panel>
        <TimelinePanel brokerId={id} />
      </div>
      <CallPanel />
    </>
  )
}
