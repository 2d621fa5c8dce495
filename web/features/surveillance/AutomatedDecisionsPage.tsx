import { ChevronLeft, ChevronRight, ExternalLink } from 'lucide-react'
import type { ReactElement } from 'react'
import { BOOKING_ZONE } from '#contract/bookings/bookings.ts'
import { addMonths, monthName, monthOf } from '#contract/calendar.ts'
import { DECISIONS_PAGE, decisionCounts } from '#contract/decisions/decisions.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { CaseTabs } from '#web/features/cases/CaseTabs.tsx'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, readProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { type DecisionCount, decisionColumns } from './decision-columns.tsx'
import { PolicyTextPanel } from './PolicyTextPanel.tsx'

const state = { month: '' }

/** The register of automated decisions with the counts of a month, and the text for the privacy policy. */
export function AutomatedDecisionsPage(): ReactElement {
  const refusal = useRefusal('access_log.read')
  return (
    <>
      <PageHeader
        title="Automated decisions"
        subtitle="Every decision that the program makes or prepares about a person, as brokers read it."
        actions={
          <ButtonLink to={DECISIONS_PAGE} target="_blank" icon={ExternalLink}>
            Open the public page
          </ButtonLink>
        }
      />
      <CaseTabs />
      {refusal ? (
        <EmptyState title="No counts to show">{refusal}</EmptyState>
      ) : (
        <div className="flex flex-col gap-4">
          <CountsPanel />
          <PolicyTextPanel />
        </div>
      )}
    </>
  )
}

function CountsPanel(): ReactElement {
  const current = monthOf(dayIn(BOOKING_ZONE, Date.now()))
  const [{ month: asked }, set] = useUrlState(state)
  const month = /^20\d{2}-(0[1-9]|1[0-2])$/.test(asked) && asked < current ? asked : current
  const { data, error, refetch } = useRead(decisionCounts, { query: { month } }, { keep: true })
  const title = month === current ? `${monthName(month)}, so far` : monthName(month)
  const move = (by: number): void => set({ month: addMonths(month, by) })
  return (
    <Panel
      title={title}
      flush
      actions={
        <>
          <IconButton icon={ChevronLeft} label="Month before" onClick={() => move(-1)} />
          <IconButton
            icon={ChevronRight}
            label="Month after"
            disabledReason={month === current ? 'The next month has not begun.' : null}
            onClick={() => move(1)}
          />
        </>
      }
    >
      <DataTable
        id="automated-decisions"
        label={`Automated decisions, ${title}`}
        noun="kinds of decisions"
        columns={decisionColumns}
        rowKey={({ kind }: DecisionCount) => kind}
        {...readProps({ data: data?.kinds, error, refetch })}
        loadingText="Counting decisions..."
        empty={<EmptyState title="No decisions" />}
      />
    </Panel>
  )
}
