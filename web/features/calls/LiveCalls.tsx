import type { ReactElement } from 'react'
import { listCalls } from '#contract/calls.ts'
import { useList } from '#web/api/use-read.ts'
import { countOf } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import { LiveValue } from '#web/ui/LiveValue.tsx'
import { lazily } from '#web/ui/lazily.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const LiveCallList = lazily(async () => (await import('./LiveCallList.tsx')).LiveCallList)

/** A list short enough to scan; the campaign and the interactions show the rest. */
const SHOWN = 50

/** Calls in progress, including test calls. Its height is fixed, so that the page does not jump. */
export function LiveCalls({ campaignId }: { campaignId?: number }): ReactElement {
  const list = useList(listCalls, {
    query: {
      inFlight: 'true',
      test: 'true',
      limit: SHOWN,
      ...(campaignId === undefined ? {} : { campaignId }),
    },
  })
  const count = list.total ?? list.items?.length ?? 0
  return (
    <Panel
      title="Live calls"
      flush
      actions={
        count > 0 && (
          <span className="tabular text-xs text-ink-soft">
            <LiveValue value={countOf(count, 'call')} />
          </span>
        )
      }
    >
      <div className="h-36 overflow-y-auto overscroll-contain max-md:h-45">
        {list.items && list.items.length > 0 ? (
          <LiveCallList calls={list.items} withCampaign={campaignId === undefined} />
        ) : (
          <NoCalls list={list} />
        )}
      </div>
    </Panel>
  )
}

function NoCalls({ list }: { list: ReturnType<typeof useList<typeof listCalls>> }): ReactElement {
  if (list.error && !list.items) {
    return (
      <p role="alert" className="flex h-full items-center justify-center gap-2 px-4 text-ink-soft">
        The live calls could not be loaded.
        <button
          type="button"
          className="touch-target rounded font-medium text-link underline-offset-2 hover:underline"
          onClick={list.retry}
        >
          Try again
        </button>
      </p>
    )
  }
  if (!list.items) {
    return (
      <div aria-hidden className="flex flex-col gap-4 px-4 py-4">
        <Skeleton className="h-4 w-2/3" />
        <Skeleton className="h-4 w-1/2" />
      </div>
    )
  }
  return (
    <p className="flex h-full items-center justify-center px-4 text-center text-ink-soft">No live calls</p>
  )
}
