import { type ReactElement, useId, useState } from 'react'
import { type CampaignVersion, listVersions } from '#contract/campaigns/campaign-history.ts'
import { useRecord } from '#web/api/use-read.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { countOf, formatPercent } from '#web/lib/format.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { type FieldDifference, type TextPart, versionDifferences } from './version-differences.ts'

/** The versions of the script with their start, author and changes. */
export function VersionsPanel({ campaignId }: { campaignId: number }): ReactElement {
  const { data, error, refetch } = useRecord(listVersions, campaignId)
  return (
    <Panel title="Versions of the script" flush>
      {data && (
        <ol>
          {data.map((version, index) => (
            <Version key={version.id} version={version} before={data[index + 1]} isNewest={index === 0} />
          ))}
        </ol>
      )}
      {!data && error && (
        <ErrorState title="The versions could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <div aria-hidden className="p-4">
          <Skeleton className="h-16" />
        </div>
      )}
    </Panel>
  )
}

interface VersionProps {
  version: CampaignVersion
  before: CampaignVersion | undefined
  isNewest: boolean
}

function Version({ version, before, isNewest }: VersionProps): ReactElement {
  const [isOpen, setOpen] = useState(isNewest && before !== undefined)
  const id = useId()
  const differences = isOpen ? versionDifferences(version, before) : []
  const { number, createdBy, createdAt, calls, ended, responses } = version
  const rate = ended > 0 ? `, ${formatPercent((responses / ended) * 100)} responded` : ''
  return (
    <li className="border-t border-line px-4 py-3 first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <div className="min-w-0">
          <p className="flex items-center gap-2 font-medium">
            Version {number}
            {isNewest && <Badge tone="green">In use</Badge>}
          </p>
          <p className="text-xs text-ink-soft">
            {[createdBy, formatDateTime(createdAt)].filter(Boolean).join(', ')}
            <span aria-hidden> · </span>
            {calls === 0 ? 'no calls yet' : `${countOf(calls, 'call')}${rate}`}
          </p>
        </div>
        <Button
          size="sm"
          variant="ghost"
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          {before ? (isOpen ? 'Hide changes' : 'What changed') : isOpen ? 'Hide words' : 'What it said'}
          <span className="sr-only"> in version {number}</span>
        </Button>
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && <Differences differences={differences} />}
      </div>
    </li>
  )
}

function Differences({ differences }: { differences: readonly FieldDifference[] }): ReactElement {
  if (differences.length === 0) return <p className="mt-2 text-ink-soft">Same words as the version before.</p>
  return (
    <dl className="mt-2 flex flex-col gap-3">
      {differences.map(({ label, parts }) => (
        <div key={label}>
          <dt className="text-xs font-medium text-ink-soft">{label}</dt>
          <dd className="mt-0.5 max-h-80 overflow-y-auto break-words whitespace-pre-wrap">
            {parts.map((part, index) => (
              // parts keep their places
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Part key={index} part={part} />
            ))}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Part({ part: { kind, text } }: { part: TextPart }): ReactElement {
  if (kind === 'added')
    return <ins className="rounded-sm bg-green-soft text-green-ink no-underline">{text}</ins>
  if (kind === 'removed') return <del className="rounded-sm bg-red-soft text-red-ink">{text}</del>
  return <span>{text}</span>
}
