import type { ReactElement } from 'react'
import { listCallingRules } from '#contract/campaigns/calling-rules.ts'
import { useRead } from '#web/api/use-read.ts'
import { CaseTabs } from '#web/features/cases/CaseTabs.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { RulesEditor } from './RulesEditor.tsx'
import { RulesPreview } from './RulesPreview.tsx'
import { RulesVersions } from './RulesVersions.tsx'

const crumbs = [{ label: 'Surveillance', to: '/surveillance' }]

/** Calling hours, caps, required words and recording, with their dates: the versions, and the draft of the next. */
export function CallingRulesPage(): ReactElement {
  const { data, error, refetch } = useRead(listCallingRules)
  const draft = data?.find(({ state }) => state === 'draft')
  const current = data?.find(({ state }) => state === 'in_force' || state === 'lapsed')
  const shown = draft ?? current
  return (
    <>
      <PageHeader
        title="Calling rules"
        crumbs={crumbs}
        subtitle="What the law permits, with dates and sources. Every decision about a call names the version that it used."
      />
      <CaseTabs />
      {error && !data && (
        <ErrorState title="The rules could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Loading text="Loading the rules...">
          <Skeleton className="h-80 w-full" />
        </Loading>
      )}
      {data && shown && (
        <div className="flex flex-col gap-4">
          <div
            className={cx('grid items-start gap-4 *:min-w-0', draft && 'lg:grid-cols-[minmax(0,1fr)_24rem]')}
          >
            <RulesEditor key={shown.id} record={shown} inForce={current ?? shown} />
            {draft && <RulesPreview />}
          </div>
          <RulesVersions versions={data.filter(({ state }) => state !== 'draft')} />
        </div>
      )}
    </>
  )
}
