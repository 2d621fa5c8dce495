import { Play, X } from 'lucide-react'
import { type ReactElement, useId, useState } from 'react'
import type { z } from 'zod'
import { brokerTimeline, type TimelineKind, type timelineEntry } from '#contract/brokers/timeline.ts'
import { useRefusal } from '#web/api/session.ts'
import { useList } from '#web/api/use-read.ts'
import { formatEventTime, realTimeText } from '#web/lib/dates.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { cx } from '#web/ui/cx.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { softClass } from '#web/ui/tone.ts'
import { timelineLook } from './timeline-badges.ts'

const TimelineRecording = lazily(
  async () => (await import('#web/features/calls/TimelineRecording.tsx')).TimelineRecording,
)

type Entry = z.output<typeof timelineEntry>

const PAGE_SIZE = 25

interface BrokerTimelineProps {
  brokerId: number
  /** Shows entries of this kind only; all kinds if unset. */
  kind?: TimelineKind | undefined
  /** Entries that are loaded at a time. */
  pageSize?: number
}

/** The timeline as a section of the side panel. */
export function BrokerTimeline({ brokerId }: { brokerId: number }): ReactElement {
  return (
    <PanelSection title="Timeline">
      <TimelineList brokerId={brokerId} />
    </PanelSection>
  )
}

/** A broker's history, newest first, with the reasons why a call was or was not made. */
export function TimelineList({ brokerId, kind, pageSize = PAGE_SIZE }: BrokerTimelineProps): ReactElement {
  const list = useList(brokerTimeline, { params: { id: brokerId }, query: { limit: pageSize, kind } })
  return (
    <>
      {list.items ? (
        <Entries entries={list.items} isFiltered={kind !== undefined} />
      ) : list.error ? (
        <ErrorState title="The timeline could not be loaded." error={list.error} onRetry={list.retry} />
      ) : (
        <Loading text="Loading timeline...">
          <div className="flex flex-col gap-4">
            {[0, 1, 2].map((line) => (
              <Skeleton key={line} className="h-9" />
            ))}
          </div>
        </Loading>
      )}
      <MoreButton more={list} label="Show earlier" className="mt-3" />
    </>
  )
}

interface EntriesProps {
  entries: readonly Entry[]
  isFiltered: boolean
}

function Entries({ entries, isFiltered }: EntriesProps): ReactElement {
  if (entries.length === 0) {
    return <p className="text-ink-soft">{isFiltered ? 'No entries of this kind yet.' : 'No entries yet.'}</p>
  }
  return (
    <ol className="flex flex-col">
      {entries.map((entry) => (
        <li key={entry.id} className="group relative flex gap-3 pb-4 last:pb-0">
          <span aria-hidden className="absolute top-7 bottom-1 left-3 w-px bg-line group-last:hidden" />
          <EntryIcon type={entry.type} />
          <EntryText entry={entry} />
        </li>
      ))}
    </ol>
  )
}

function EntryIcon({ type }: { type: string }): ReactElement {
  const { icon: Icon, tone } = timelineLook(type)
  return (
    <span
      aria-hidden
      className={cx('flex size-6 shrink-0 items-center justify-center rounded-full', softClass[tone])}
    >
      <Icon className="size-3.5" strokeWidth={1.75} />
    </span>
  )
}

function EntryText({ entry }: { entry: Entry }): ReactElement {
  const { open } = useOpenRecord('call')
  const reasonsId = useId()
  const [isAsked, setAsked] = useState(false)
  const [isPlaying, setPlaying] = useState(false)
  const recordingRefusal = useRefusal('recordings.read')
  const { callId, recordedSeconds, notes = [] } = entry
  // skip reasons that the description already contains
  const reasons = entry.reasons?.filter((reason) => !entry.description.includes(reason)) ?? []
  return (
    <div className="min-w-0 flex-1 pt-0.5">
      <div className="flex items-start justify-between gap-2">
        <p className="min-w-0 break-words">{entry.description}</p>
        {callId !== null && recordedSeconds !== null && (
          <IconButton
            size="sm"
            icon={isPlaying ? X : Play}
            label={isPlaying ? 'Close the recording' : 'Play the recording'}
            disabledReason={recordingRefusal}
            className="-my-1"
            onClick={() => setPlaying(!isPlaying)}
          />
        )}
      </div>
      <Lines lines={notes} />
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-ink-soft">
        {entry.simulatedAt ? (
          <time dateTime={entry.simulatedAt} title={realTimeText(entry.at, entry.simulatedAt) ?? undefined}>
            {formatEventTime(entry.at, entry.simulatedAt)}
          </time>
        ) : (
          <RelativeTime when={entry.at} />
        )}
        {callId !== null && (
          <button type="button" onClick={() => open(callId)} className={linkClass}>
            Call details
          </button>
        )}
        {reasons.length > 0 && (
          <button
            type="button"
            aria-expanded={isAsked}
            aria-controls={reasonsId}
            onClick={() => setAsked(!isAsked)}
            className={linkClass}
          >
            Why?
          </button>
        )}
      </p>
      <div id={reasonsId} hidden={!isAsked}>
        <Lines lines={reasons} />
      </div>
      {isPlaying && callId !== null && (
        <TimelineRecording callId={callId} seconds={recordedSeconds ?? 0} callerName="Broker" />
      )}
    </div>
  )
}

const linkClass = 'link touch-target font-medium'

function Lines({ lines }: { lines: readonly string[] }): ReactElement | null {
  if (lines.length === 0) return null
  return (
    <ul className="mt-0.5 text-ink-soft">
      {lines.map((line) => (
        <li key={line} className="break-words">
          {line}
        </li>
      ))}
    </ul>
  )
}
