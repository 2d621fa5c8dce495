import type { ReactElement } from 'react'
import { CONTEST_DAYS, listOwnDecisions } from '#contract/contests/contests.ts'
import { APPEAL_DAYS } from '#contract/scoring/score-appeals.ts'
import { useList } from '#web/api/use-read.ts'
import { Below } from '#web/ui/Below.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { MoreButton } from '#web/ui/MoreButton.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { DecisionRow } from './DecisionRow.tsx'
import { OwnComplaints } from './OwnComplaints.tsx'
import { OwnContests } from './OwnContests.tsx'

const PAGE = 10

/** The decisions of programs about the broker, each of which can be contested, and complaints about calls. */
export function DecisionsTab(): ReactElement {
  const list = useList(listOwnDecisions, { query: { limit: PAGE } })
  return (
    <div className="flex flex-col gap-6">
      <Panel title="Decisions about you" flush>
        <div className="border-b border-line p-4">
          <p className="max-w-3xl">{`Computer programs make or prepare these decisions. If you think one is wrong, contest it: a person reviews it and replies with reasons within ${CONTEST_DAYS} days. Against a score you appeal instead: a person reviews it and replies within ${APPEAL_DAYS} days.`}</p>
        </div>
        {list.items ? (
          <>
            {list.items.length === 0 && <p className="p-4 text-ink-soft">No decisions yet.</p>}
            <ul className="divide-y divide-line">
              {list.items.map((decision) => (
                <DecisionRow key={`${decision.kind} ${decision.reference}`} decision={decision} />
              ))}
            </ul>
            <MoreButton
              more={list}
              label="Show older decisions"
              size="lg"
              className="border-t border-line p-4"
            />
          </>
        ) : list.error ? (
          <ErrorState title="The decisions could not be loaded." error={list.error} onRetry={list.retry} />
        ) : (
          <Loading text="Loading the decisions...">
            <Skeleton className="m-4 h-64" />
          </Loading>
        )}
      </Panel>
      <Below gap={6} isReady={!list.isLoading}>
        <OwnContests />
        <OwnComplaints />
      </Below>
    </div>
  )
}
