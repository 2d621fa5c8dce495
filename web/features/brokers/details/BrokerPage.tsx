import type { ReactElement } from 'react'
import { useParams } from 'react-router'
import { getBroker } from '#contract/brokers.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { useRecord } from '#web/api/use-read.ts'
import { BrokerApplications } from '#web/features/applications/BrokerApplications.tsx'
import { BrokerBookings } from '#web/features/bookings/BrokerBookings.tsx'
import { CallPanel } from '#web/features/calls/CallPanel.tsx'
import { BrokerScores } from '#web/features/scoring/BrokerScores.tsx'
import { BrokerCompliance } from '#web/features/surveillance/BrokerCompliance.tsx'
import { BrokerTasks } from '#web/features/tasks/BrokerTasks.tsx'
import { recordId } from '#web/lib/use-open-record.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PanelFallback } from '#web/ui/PanelFallback.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { BrokerFacts } from '../BrokerFacts.tsx'
import { CallingState } from '../CallingState.tsx'
import type { BrokerDetails } from '../calling-state.ts'
import { RegisterTick } from '../RegisterTick.tsx'
import { AlikeNotice } from './AlikeNotice.tsx'
import { BrokerAccreditation } from './BrokerAccreditation.tsx'
import { BrokerActions } from './BrokerActions.tsx'
import { BrokerCalls } from './BrokerCalls.tsx'
import { TimelinePanel } from './TimelinePanel.tsx'

const crumbs = [{ label: 'Brokers', to: '/brokers' }]

/** One broker's page: the timeline with the record beside it. */
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
          <div className="grid gap-4 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_24rem]">
            <Skeleton className="h-80" />
            <Skeleton className="h-80" />
          </div>
        }
      />
    </>
  )
}

function Loaded({ broker }: { broker: BrokerDetails }): ReactElement {
  const { id } = broker
  return (
    <>
      <PageHeader
        title={broker.name}
        crumbs={crumbs}
        badge={
          <>
            <Badge tone={broker.status === 'Verified' ? 'green' : 'amber'}>{broker.status}</Badge>
            <RegisterTick registered={broker.registered} />
            {broker.suspended && <Badge tone="red">Suspended</Badge>}
            {broker.suppressed && <Badge tone="red">Suppressed</Badge>}
          </>
        }
        subtitle={broker.company}
        actions={<BrokerActions broker={broker} />}
      />
      <AlikeNotice broker={broker} />
      <div className="grid items-start gap-4 *:min-w-0 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <TimelinePanel brokerId={id} />
        <Panel title="Record">
          <CallingState broker={broker} />
          <BrokerTasks brokerId={id} />
          <BrokerFacts broker={broker} />
          <BrokerCompliance brokerId={id} />
          <BrokerScores brokerId={id} />
          <BrokerAccreditation brokerId={id} />
          <BrokerApplications brokerId={id} />
          <BrokerBookings brokerId={id} />
          <BrokerCalls brokerId={id} />
        </Panel>
      </div>
      <CallPanel />
    </>
  )
}
