import { ChevronDown } from 'lucide-react'
import { type ReactElement, useId, useRef, useState } from 'react'
import { listLiveCalls, MOST_LIVE } from '#contract/calls/live-calls.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatNumber } from '#web/lib/format.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { LiveValue } from '#web/ui/LiveValue.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { liveCountText } from './live-count-text.ts'

const LiveCallList = lazily(async () => (await import('./LiveCallList.tsx')).LiveCallList)

const STORED = 'live-calls'
/** Rows that fit without scrolling. */
const ROWS = 5
const NONE = 'No live calls'

type Read = ReturnType<typeof useRead<typeof listLiveCalls>>

export const useLiveCalls = (campaignId?: number): Read =>
  useRead(listLiveCalls, { query: campaignId === undefined ? {} : { campaignId } })

/**
 * Calls in progress, including test calls, with their state. One line until there is a call while the page is open;
 * from then on its height is fixed, so that the page does not jump.
 */
export function LiveCalls({ campaignId }: { campaignId?: number }): ReactElement {
  const [isOpen, setOpen] = useState(() => readStored(STORED) !== 'closed')
  const [isAll, setAll] = useState(false)
  const [wasLive, setWasLive] = useState(false)
  const id = useId()
  const place = useRef<HTMLDivElement>(null)
  const read = useLiveCalls(campaignId)
  const count = read.data?.total ?? 0
  if (count > 0 && !wasLive) setWasLive(true)
  if (count === 0 && !wasLive) return <Quiet read={read} />
  const toggle = (): void => {
    writeStored(STORED, isOpen ? 'closed' : null)
    setOpen(!isOpen)
  }
  return (
    <Panel
      title="Live calls"
      flush
      actions={
        <>
          {count > 0 && read.data && (
            <span className="tabular text-xs text-ink-soft">
              <LiveValue value={liveCountText(read.data)} />
            </span>
          )}
          {isOpen && (isAll || count > ROWS) && (
            <Button size="sm" variant="ghost" aria-pressed={isAll} onClick={() => setAll(!isAll)}>
              {isAll ? 'Show fewer' : `Show all ${formatNumber(Math.min(count, MOST_LIVE))}`}
            </Button>
          )}
          <Button size="sm" variant="ghost" aria-expanded={isOpen} aria-controls={id} onClick={toggle}>
            <ChevronDown
              aria-hidden
              className={cx('size-4 transition-transform', !isOpen && '-rotate-90')}
              strokeWidth={1.75}
            />
            {isOpen ? 'Hide' : 'Show'}
            <span className="sr-only"> live calls</span>
          </Button>
        </>
      }
    >
      <div
        ref={place}
        id={id}
        hidden={!isOpen}
        className={cx(
          'overflow-y-auto overscroll-contain',
          isAll ? 'max-h-[75vh] min-h-60' : 'h-60 max-md:h-57',
        )}
      >
        {isOpen &&
          (read.data && read.data.calls.length > 0 ? (
            <LiveCallList calls={read.data.calls} withCampaign={campaignId === undefined} place={place} />
          ) : (
            <p className="flex h-full items-center justify-center px-4 text-center text-ink-soft">{NONE}</p>
          ))}
      </div>
    </Panel>
  )
}

/** Shown while there has been no call since the page was opened. */
function Quiet({ read }: { read: Read }): ReactElement {
  return (
    <section
      aria-label="Live calls"
      className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-lg border border-line bg-surface px-4 py-1.5"
    >
      <h2 className="text-sm font-semibold">Live calls</h2>
      {read.data ? (
        <p className="text-ink-soft">{NONE}</p>
      ) : read.error ? (
        <p role="alert" className="flex flex-wrap gap-x-2 text-ink-soft">
          The live calls could not be loaded.
          <button type="button" className="link touch-target font-medium" onClick={() => void read.refetch()}>
            Try again
          </button>
        </p>
      ) : (
        <Skeleton className="h-4 w-32" />
      )}
    </section>
  )
}
