import type { ReactElement } from 'react'
import type { BrokerProfile } from '#contract/accounts/broker-accounts.ts'
import { useAccreditation, useDocuments } from '#web/api/portal-data.ts'
import { Below } from '#web/ui/Below.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { missingOf } from '../documents/standing.ts'
import { DecisionsHint } from './DecisionsHint.tsx'
import { Figures } from './Figures.tsx'
import { Meetings, useOwnMeetings } from './Meetings.tsx'
import { Messages } from './Messages.tsx'
import { NextStep } from './NextStep.tsx'
import { NextSteps } from './NextSteps.tsx'
import { RecentDocuments } from './RecentDocuments.tsx'

/** Overall progress and the next step. */
export function OverviewTab({ profile }: { profile: BrokerProfile }): ReactElement {
  const documents = useDocuments()
  const accreditation = useAccreditation()
  const meetings = useOwnMeetings()
  const failed = documents.error ?? accreditation.error
  const isSettled = Boolean(failed ?? (documents.data && accreditation.data))
  return (
    <div className="flex flex-col gap-6">
      <h2 className="text-2xl font-semibold tracking-tight break-words">
        {profile.calledName ? `Welcome, ${profile.calledName}` : 'Welcome'}
      </h2>
      {documents.data && accreditation.data ? (
        <>
          <NextStep entries={documents.data} accreditation={accreditation.data} />
          <Figures accreditation={accreditation.data} missing={missingOf(documents.data)} />
        </>
      ) : failed ? (
        <ErrorState
          title="Your documents could not be loaded."
          error={failed}
          onRetry={() => {
            void documents.refetch()
            void accreditation.refetch()
          }}
        />
      ) : (
        <Loading text="Loading...">
          <Skeleton className="h-32 w-full" />
          <Skeleton className="mt-6 h-28 w-full" />
          <Skeleton className="mt-6 h-72 w-full" />
        </Loading>
      )}
      <Below gap={6} isReady={isSettled && !meetings.isLoading}>
        <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[1.2fr_1fr]">
          {documents.data && <NextSteps entries={documents.data} />}
          <div className="flex min-w-0 flex-col gap-6">
            <Meetings list={meetings} bookingUrl={profile.bookingUrl} />
            {documents.data && <RecentDocuments entries={documents.data} />}
            <Messages />
            <DecisionsHint />
          </div>
        </div>
      </Below>
    </div>
  )
}
