import type { ReactElement } from 'react'
import type { z } from 'zod'
import { brokerTimeline, type TimelineKind, type timelineEntry } from '#contract/timeline.ts'
import { useList } from '#web/api/use-read.ts'
import { formatEventTime, realTimeText } from '#web/lib/dates.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { cx } from '#web/ui/cx.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { softClass } from '#web/ui/tone.ts'
import { timelineLook } from './timeline-badges.ts'

type Entry = z.output<typeof timelineEntry>

const PAGE_SIZE = 25

interface BrokerTimelineProps {
  brokerId: number
  /** Shows entries of this kind only; all kinds if unset. */
  kind?: TimelineKind | undefined
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
export function TimelineList({ brokerId, kind }: BrokerTimelineProps): ReactElement {
  const list = useList(brokerTimeline, { params: { id: brokerId }, query: { limit: PAGE_SIZE, kind } })
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
  const { callId } = entry
  // skip reasons that the description already contains
  const reasons = entry.reasons?.filter((reason) => !entry.description.includes(reason)) ?? []
  return (
    <div className="min-w-0 flex-1 pt-0.5">
      <p className="break-words">{entry.description}</p>
      {reasons.length > 0 && (
        <ul className="mt-0.5 text-ink-soft">
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      )}
      <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-xs text-ink-soft">
        {entry.simulatedAt ? (
          <time dateTime={entry.simulatedAt} title={realTimeText(entry.at, entry.simulatedAt) ?? undefined}>
            {formatEventTime(entry.at, entry.simulatedAt)}
          </time>
        ) : (
          <RelativeTime when={entry.at} />
        )}
        {callId !== null && (
          <button
            type="button"
            onClick={() => open(callId)}
            className="touch-target rounded font-medium text-link underline-offset-2 hover:underline"
          >
            Call details
          </button>
        )}
      </p>
    </div>
  )
}
