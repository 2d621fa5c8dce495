import type { ReactElement } from 'react'
import { campaignHistory } from '#contract/campaigns/campaign-history.ts'
import { useList } from '#web/api/use-read.ts'
import { Panel } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Pager } from '#web/ui/Pager.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { historyText } from './history-text.ts'

const PAGE_SIZE = 20

/** The history of a campaign: its part of the audit log. */
export function HistoryPanel({ campaignId }: { campaignId: number }): ReactElement {
  const list = useList(campaignHistory, { params: { id: campaignId }, query: { limit: PAGE_SIZE } })
  return (
    <Panel title="Audit log" flush>
      {list.items && (
        <ol>
          {list.items.map((entry) => (
            <li key={entry.id} className="border-t border-line px-4 py-2.5 first:border-t-0">
              <p className="line-clamp-3 break-words">{historyText(entry)}</p>
              <p className="text-xs text-ink-soft">
                {entry.actor}
                <span aria-hidden> · </span>
                <RelativeTime when={entry.at} />
              </p>
            </li>
          ))}
        </ol>
      )}
      {list.items?.length === 0 && <p className="p-4 text-ink-soft">Nothing was changed yet.</p>}
      {list.items && list.items.length > 0 && (
        <Pager noun="entries" shown={list.items.length} total={list.total} more={list} />
      )}
      {!list.items && list.error && (
        <ErrorState title="The audit log could not be loaded." error={list.error} onRetry={list.retry} />
      )}
      {list.isLoading && (
        <div aria-hidden className="p-4">
          <Skeleton className="h-16" />
        </div>
      )}
    </Panel>
  )
}
