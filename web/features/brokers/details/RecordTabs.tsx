import type { ReactElement } from 'react'
import { BrokerApplications } from '#web/features/applications/BrokerApplications.tsx'
import { BrokerBookings } from '#web/features/bookings/BrokerBookings.tsx'
import { RequestedCalls } from '#web/features/requested-calls/RequestedCalls.tsx'
import { BrokerScores } from '#web/features/scoring/BrokerScores.tsx'
import { BrokerCompliance } from '#web/features/surveillance/BrokerCompliance.tsx'
import { BrokerTasks } from '#web/features/tasks/BrokerTasks.tsx'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { BrokerFacts } from '../BrokerFacts.tsx'
import { CallingBasis, CallingState } from '../CallingState.tsx'
import { type BrokerDetails, barLines } from '../calling-state.ts'
import { BrokerAccreditation } from './BrokerAccreditation.tsx'
import { BrokerCalls } from './BrokerCalls.tsx'

const opened = { tab: 'profile' }

/** The parts of the record, one at a time; the open one is in the URL. */
export function RecordTabs({ broker }: { broker: BrokerDetails }): ReactElement {
  const { id } = broker
  const [{ tab }, set] = useUrlState(opened)
  const isBarred = barLines(broker).length > 0
  const tabs = [
    {
      value: 'profile',
      label: 'Profile',
      content: (
        <>
          {isBarred ? <CallingBasis broker={broker} /> : <CallingState broker={broker} />}
          <RequestedCalls of={{ brokerId: id, state: 'planned' }} />
          <BrokerTasks brokerId={id} />
          <BrokerFacts broker={broker} isPage />
        </>
      ),
    },
    {
      value: 'calls',
      label: 'Calls and meetings',
      content: (
        <>
          <RequestedCalls of={{ brokerId: id }} />
          <BrokerCalls brokerId={id} />
          <BrokerBookings brokerId={id} />
        </>
      ),
    },
    {
      value: 'documents',
      label: 'Documents',
      content: (
        <>
          <BrokerAccreditation brokerId={id} />
          <BrokerApplications brokerId={id} />
        </>
      ),
    },
    {
      value: 'checks',
      label: 'Checks',
      content: (
        <>
          <BrokerCompliance brokerId={id} />
          <BrokerScores brokerId={id} />
        </>
      ),
    },
  ]
  const known = tabs.find(({ value }) => value === tab)?.value ?? opened.tab
  return <Tabs label="Record" tabs={tabs} value={known} onChange={(next) => set({ tab: next })} />
}
