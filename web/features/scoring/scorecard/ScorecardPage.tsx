import type { ReactElement } from 'react'
import { listScorecards } from '#contract/scoring/scorecards.ts'
import { useRead } from '#web/api/use-read.ts'
import { cx } from '#web/ui/cx.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { DraftPreview } from './DraftPreview.tsx'
import { ScorecardEditor } from './ScorecardEditor.tsx'
import { ScorecardVersions } from './ScorecardVersions.tsx'

const crumbs = [{ label: 'Scoring', to: '/scoring' }]

/** How scores are made: the published scorecard, and the draft of the next. */
export function ScorecardPage(): ReactElement {
  const { data, error, refetch } = useRead(listScorecards)
  const current = data?.[0]
  return (
    <>
      <PageHeader
        title="Scorecard"
        crumbs={crumbs}
        subtitle="Weights, points and cut-offs. A change is a draft: it is compared with last month’s brokers and counts once it is published. Months that have scores keep their version."
      />
      {error && !data && (
        <ErrorState title="The scorecard could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Loading text="Loading the scorecard...">
          <Skeleton className="h-80 w-full" />
        </Loading>
      )}
      {current && (
        <div className="flex flex-col gap-4">
          <div
            className={cx(
              'grid items-start gap-4 *:min-w-0',
              current.version === null && 'lg:grid-cols-[minmax(0,1fr)_24rem]',
            )}
          >
            <ScorecardEditor card={current} />
            {current.version === null && <DraftPreview />}
          </div>
          <ScorecardVersions cards={data.filter(({ version }) => version !== null)} />
        </div>
      )}
    </>
  )
}
