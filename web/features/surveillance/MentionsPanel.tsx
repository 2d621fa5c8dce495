import { Newspaper, Plus, Scale, Trash2 } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { type Feed, listFeeds, removeFeed } from '#contract/surveillance/mentions.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatNumber } from '#web/lib/format.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { DataTable, readProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { FeedDialog } from './FeedDialog.tsx'
import { KeywordsDialog } from './KeywordsDialog.tsx'

const columns: readonly Column<Feed>[] = [
  {
    id: 'feed',
    header: 'Feed',
    cell: ({ name, url }) => (
      <span className="flex min-w-0 flex-col">
        <span className="truncate font-medium">{name}</span>
        <span className="truncate text-xs text-ink-soft">{url}</span>
      </span>
    ),
    always: true,
    phone: 'title',
  },
  { id: 'items', header: 'Items', cell: ({ items }) => formatNumber(items), align: 'end', width: '6rem' },
  {
    id: 'state',
    header: 'Last read',
    cell: (feed) => <State feed={feed} />,
    wrap: true,
  },
  { id: 'actions', header: 'Actions', cell: (feed) => <Remove feed={feed} />, width: '5rem' },
]

/** News feeds that are searched for brokers, and the search words. */
export function MentionsPanel(): ReactElement {
  const { data, error, refetch } = useRead(listFeeds)
  const [shown, setShown] = useState<'feed' | 'keywords' | null>(null)
  const refusal = useRefusal('surveillance.review')
  const close = () => setShown(null)
  return (
    <Panel
      title="External mentions"
      flush
      actions={
        <>
          <Button icon={Scale} disabledReason={refusal} disabled={!data} onClick={() => setShown('keywords')}>
            Risk keywords
          </Button>
          <Button icon={Plus} disabledReason={refusal} onClick={() => setShown('feed')}>
            Add feed
          </Button>
        </>
      }
    >
      <DataTable
        id="news-feeds"
        label="News feeds"
        noun="feeds"
        columns={columns}
        rowKey={({ id }: Feed) => id}
        {...readProps({ data: data?.feeds, error, refetch })}
        loadingText="Loading feeds..."
        empty={
          <EmptyState
            icon={Newspaper}
            title="No feeds yet"
            action={
              <Button icon={Plus} disabledReason={refusal} onClick={() => setShown('feed')}>
                Add feed
              </Button>
            }
          >
            Add the feeds of ASIC’s media releases and of the trade press. They are searched for your brokers
            every hour.
          </EmptyState>
        }
      />
      {shown === 'feed' && <FeedDialog onClose={close} />}
      {shown === 'keywords' && data && <KeywordsDialog keywords={data.keywords} onClose={close} />}
    </Panel>
  )
}

function State({ feed }: { feed: Feed }): ReactElement {
  const { readAt, error, failures, failingSince, skipped } = feed
  return (
    <span className="flex min-w-0 flex-col gap-0.5">
      {error && <StatusDot tone="red" label={error} wrap />}
      <span className={error ? 'text-xs text-ink-soft' : undefined}>
        {error && failingSince && (
          <>
            {failures === 1 ? 'Failed' : `Failed ${formatNumber(failures)} times, since`}{' '}
            <RelativeTime when={failingSince} />.{' '}
          </>
        )}
        {readAt ? (
          <>
            {error && 'Last read '}
            <RelativeTime when={readAt} />
          </>
        ) : error ? (
          'Never read.'
        ) : (
          'Not yet'
        )}
      </span>
      {!error && skipped.length > 0 && <Skipped skipped={skipped} />}
    </span>
  )
}

function Skipped({ skipped }: Pick<Feed, 'skipped'>): ReactElement {
  const all = skipped.map(({ item, reason }) => `${item}: ${reason}`).join(' ')
  const count = skipped.length === 1 ? '1 item was' : `${formatNumber(skipped.length)} items were`
  return <StatusDot tone="amber" label={`${count} not readable. ${all}`} wrap />
}

function Remove({ feed: { id, name } }: { feed: Feed }): ReactElement {
  const refusal = useRefusal('surveillance.review')
  const remove = useWrite(removeFeed, {
    onSuccess: () => toastSuccess(`${name} is no longer read`),
    onError: (error) => toastError(messageOf(error, 'Failed to remove the feed')),
  })
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: `Remove ${name}?`,
      body: 'It is no longer read. What was found in it stays in the checks.',
      action: 'Remove feed',
      danger: true,
    })
    if (sure) remove.mutate({ params: { id } })
  }
  return (
    <IconButton
      label={`Remove ${name}`}
      icon={Trash2}
      variant="remove"
      disabledReason={refusal}
      onClick={() => void ask()}
    />
  )
}
