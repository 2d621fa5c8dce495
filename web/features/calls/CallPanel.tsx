import type { ReactElement } from 'react'
import { type CallDetails, getCall } from '#contract/calls/calls.ts'
import { useRecord } from '#web/api/use-read.ts'
import { RequestedCalls } from '#web/features/requested-calls/RequestedCalls.tsx'
import { formatEventTime, realTimeText } from '#web/lib/dates.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { RecordPanel } from '#web/ui/RecordPanel.tsx'
import { CallDecision } from './CallDecision.tsx'
import { CallInformation } from './CallInformation.tsx'
import { CallOverview } from './CallOverview.tsx'
import { CallRecording } from './CallRecording.tsx'
import { isInFlight } from './call-labels.ts'
import { EndCallButton } from './EndCallButton.tsx'
import { FollowUps } from './FollowUps.tsx'
import { HandOffs } from './HandOffs.tsx'
import { RateFindings } from './RateFindings.tsx'

/** Details of the call in the URL (?call=17); render it once on every page that lists calls. */
export function CallPanel(): ReactElement {
  const open = useOpenRecord('call')
  const read = useRecord(getCall, open.id)
  const call = read.data
  return (
    <RecordPanel
      noun="call"
      open={open}
      read={read}
      missing="There is no call with this number, or it was deleted."
      title="Call Details"
      description={call && <Times call={call} />}
      footer={call && isInFlight(call.status) && <EndCallButton callId={call.id} />}
      skeleton={['h-5 w-40', 'h-4 w-56', 'h-14', 'mt-4 h-24', 'mt-4 h-32']}
    >
      {(loaded) => <Details call={loaded} />}
    </RecordPanel>
  )
}

/** The time by the clock that the calling hours were judged by; the real one below where it differs. */
function Times({ call: { createdAt, simulatedAt } }: { call: CallDetails }): ReactElement {
  const real = realTimeText(createdAt, simulatedAt)
  return (
    <>
      {formatEventTime(createdAt, simulatedAt)}
      {real && <span className="block text-xs">{real}</span>}
    </>
  )
}

function Details({ call }: { call: CallDetails }): ReactElement {
  return (
    <>
      <CallOverview call={call} />
      {call.rateFindings.length > 0 && <RateFindings rateFindings={call.rateFindings} />}
      <CallRecording call={call} />
      {call.decision && <CallDecision decision={call.decision} simulated={call.simulatedAt !== null} />}
      <RequestedCalls of={{ callId: call.id }} />
      {call.handOffs.length > 0 && <HandOffs handOffs={call.handOffs} />}
      {!isInFlight(call.status) && <FollowUps followUps={call.followUps} />}
      <CallInformation call={call} />
    </>
  )
}
