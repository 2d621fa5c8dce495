import { Download, LoaderCircle, Pause, Play } from 'lucide-react'
import { type KeyboardEvent, type ReactElement, useState } from 'react'
import { getRecording, getWaveform } from '#contract/calls/calls.ts'
import { messageOf } from '#web/api/api-error.ts'
import { urlOf } from '#web/api/call.ts'
import { useRead } from '#web/api/use-read.ts'
import { downloadFile } from '#web/lib/download.ts'
import { formatDuration } from '#web/lib/format.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { toastError } from '#web/ui/toast.ts'
import type { Player } from './use-player.ts'
import { Waveform } from './Waveform.tsx'

const PLAYBACK_FAILED =
  'Unable to play recording. The audio file may not be available yet or there may be a network issue.'

const speeds = ['0.75', '1', '1.25', '1.5', '2'].map((value) => ({ value, label: `${value}×` }))
/** Milliseconds between polls of a recording that is still being prepared; the first request starts the preparation. */
const PROGRESS_MS = 500
const SILENCE: readonly number[] = []

interface RecordingPlayerProps {
  callId: number
  player: Player
  /** Name of the speaker drawn below the line. */
  callerName: string
}

/** Waveform, play and pause, speed, download. Space plays, the arrow keys move by five seconds. */
export function RecordingPlayer({ callId, player, callerName }: RecordingPlayerProps): ReactElement {
  const waveform = useRead(
    getWaveform,
    { params: { id: callId } },
    { refetchInterval: PROGRESS_MS, refetchWhile: ({ ready }) => ready < 1 },
  )
  const ready = waveform.data?.ready ?? 1
  const { position, duration } = player
  const played = duration > 0 ? Math.min(1, position / duration) : 0
  const Icon = player.isWaiting ? LoaderCircle : player.isPlaying ? Pause : Play
  return (
    <div className="rounded-lg border border-line bg-surface p-3">
      <audio ref={player.audio} preload="none" src={urlOf(getRecording, { id: callId })} {...player.events} />
      <div className="relative rounded-md bg-sunken px-1 has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-focus">
        <Waveform
          agent={waveform.data?.agent ?? SILENCE}
          caller={waveform.data?.caller ?? SILENCE}
          played={played}
        />
        <input
          type="range"
          aria-label="Position in the recording"
          aria-valuetext={`${formatDuration(position)} of ${formatDuration(duration)}`}
          min={0}
          max={Math.max(1, duration)}
          step={0.1}
          value={position}
          onChange={(event) => player.seek(event.target.valueAsNumber)}
          onKeyDown={(event) => moveByKey(event, player)}
          className="absolute inset-x-1 inset-y-0 h-full cursor-pointer appearance-none opacity-0"
        />
      </div>
      <div className="mt-2 flex items-center gap-2">
        <IconButton
          variant="primary"
          icon={Icon}
          label={player.isPlaying || player.isWaiting ? 'Pause' : 'Play'}
          className={player.isWaiting ? '[&>svg]:animate-spin' : ''}
          onClick={player.toggle}
        />
        <span className="tabular shrink-0 text-xs text-ink-soft">
          {formatDuration(position)} / {formatDuration(duration)}
        </span>
        <Legend callerName={callerName} />
        <Select
          aria-label="Playback speed"
          options={speeds}
          value={String(player.speed)}
          onChange={(event) => player.setSpeed(Number(event.target.value))}
          className="ml-auto w-20 shrink-0"
        />
        <DownloadButton callId={callId} />
      </div>
      {ready < 1 && (
        <div className="mt-2">
          <Progress
            label="Preparing the recording"
            value={Math.round(ready * 100)}
            max={100}
            text={`${Math.round(ready * 100)}%`}
          />
        </div>
      )}
      {player.hasFailed && (
        <p role="alert" className="mt-2 rounded-md bg-red-soft px-3 py-2 text-red-ink">
          {PLAYBACK_FAILED}
        </p>
      )}
    </div>
  )
}

function moveByKey(event: KeyboardEvent, player: Player): void {
  const steps: Record<string, number> = {
    ArrowRight: 5,
    ArrowUp: 5,
    ArrowLeft: -5,
    ArrowDown: -5,
    PageUp: 15,
    PageDown: -15,
  }
  const step = steps[event.key]
  if (step === undefined && event.key !== ' ') return
  event.preventDefault()
  if (step === undefined) player.toggle()
  else player.seek(player.position + step)
}

function Legend({ callerName }: { callerName: string }): ReactElement {
  return (
    <span className="flex min-w-0 flex-wrap gap-x-3 text-xs text-ink-soft max-md:hidden">
      <span className="inline-flex items-center gap-1">
        <span aria-hidden className="size-2 rounded-full bg-primary" /> AI agent
      </span>
      <span className="inline-flex min-w-0 items-center gap-1">
        <span aria-hidden className="size-2 shrink-0 rounded-full bg-blue" />
        <span className="truncate">{callerName}</span>
      </span>
    </span>
  )
}

function DownloadButton({ callId }: { callId: number }): ReactElement {
  const [pending, setPending] = useState(false)
  const download = async (): Promise<void> => {
    setPending(true)
    try {
      await downloadFile(urlOf(getRecording, { id: callId }), `call-recording-${callId}.mp3`)
    } catch (error) {
      toastError(messageOf(error, 'The recording could not be downloaded.'), 'Download Failed')
    } finally {
      setPending(false)
    }
  }
  return (
    <IconButton
      icon={Download}
      label="Download recording"
      variant="secondary"
      pending={pending}
      onClick={() => void download()}
    />
  )
}
