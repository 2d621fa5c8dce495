import { type ReactElement, useEffect, useRef } from 'react'
import { RecordingPlayer } from './RecordingPlayer.tsx'
import { usePlayer } from './use-player.ts'

interface TimelineRecordingProps {
  callId: number
  /** Duration of the call. */
  seconds: number
  callerName: string
}

/** The recording of a call within a list of events; it plays as soon as it is mounted. */
export function TimelineRecording({ callId, seconds, callerName }: TimelineRecordingProps): ReactElement {
  const player = usePlayer(seconds)
  const { audio, toggle } = player
  const start = useRef(toggle)
  useEffect(() => {
    if (audio.current?.paused) start.current()
  }, [audio])
  return (
    <div className="mt-2 max-w-xl">
      <RecordingPlayer callId={callId} player={player} callerName={callerName} />
    </div>
  )
}
