import { Mic, MicOff, Radio } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import type { CallDetails } from '#contract/calls/calls.ts'
import { useRefusal } from '#web/api/session.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { recordingLabels } from './call-labels.ts'
import { RecordingPlayer } from './RecordingPlayer.tsx'
import { Transcript } from './Transcript.tsx'
import { usePlayer } from './use-player.ts'

/** The recording in any state, with the transcript in step with it. */
export function CallRecording({ call }: { call: CallDetails }): ReactElement {
  const player = usePlayer(call.duration ?? 0)
  const refusal = useRefusal('recordings.read')
  const callerName = call.broker?.name ?? 'Person called'
  const canPlay = call.recordingUrl !== null && call.recordingStatus !== 'recording'
  return (
    // one part, so that the player can stay in view over all of the transcript
    <div className="border-t border-line py-4">
      <PanelSection
        title="Call Recording"
        sticky={canPlay && !refusal}
        aside={<RecordingBadge status={call.recordingStatus} />}
      >
        {canPlay && !refusal && <RecordingPlayer callId={call.id} player={player} callerName={callerName} />}
        {canPlay && refusal && (
          <NoRecording>Recordings cannot be played with your role. {refusal}</NoRecording>
        )}
        {!canPlay && call.recordingStatus === 'recording' && (
          <NoRecording>
            Recording is being processed. It will be available shortly after the call ends.
          </NoRecording>
        )}
        {!canPlay && call.recordingStatus !== 'recording' && (
          <NoRecording>No recording available for this call</NoRecording>
        )}
      </PanelSection>
      {call.transcript.length > 0 && (
        <PanelSection title="Transcript">
          <Transcript
            lines={call.transcript}
            callerName={callerName}
            position={canPlay && !refusal ? player.position : null}
            isPlaying={player.isPlaying}
            onJump={player.seek}
          />
        </PanelSection>
      )}
    </div>
  )
}

function RecordingBadge({ status }: { status: CallDetails['recordingStatus'] }): ReactElement {
  const label = recordingLabels[status]
  if (status === 'completed') {
    return (
      <Badge tone="green" icon={Mic}>
        {label}
      </Badge>
    )
  }
  if (status === 'recording') {
    return (
      <Badge tone="blue" icon={Radio}>
        {label}
      </Badge>
    )
  }
  return <Badge icon={MicOff}>{label}</Badge>
}

function NoRecording({ children }: { children: ReactNode }): ReactElement {
  return (
    <p className="rounded-lg border border-dashed border-line px-4 py-5 text-center text-ink-soft">
      {children}
    </p>
  )
}
