import { ShieldCheck } from 'lucide-react'
import { type ReactElement, useMemo, useState } from 'react'
import { Link } from 'react-router'
import { findingReasons } from '#contract/surveillance/finding-reasons.ts'
import { MAX_CLEARED } from '#contract/surveillance/findings-of-many.ts'
import {
  complianceStatusLabels,
  type FlaggedBroker,
  flaggedBrokers,
  historyRisk,
} from '#contract/surveillance/surveillance.ts'
import { useRefusal } from '#web/api/session.ts'
import { useList } from '#web/api/use-read.ts'
import { CallableCell } from '#web/features/brokers/CallableCell.tsx'
import { CallabilityContext, useCallabilities, useCallability } from '#web/features/brokers/callability.ts'
import { ABSENT, formatNumber } from '#web/lib/format.ts'
import { countChanged, useUrlState } from '#web/lib/use-url-state.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, listProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { FilterRow } from '#web/ui/review/FilterRow.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { SelectionBar } from '#web/ui/SelectionBar.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { useSelection } from '#web/ui/use-selection.ts'
import { ClearDialog } from './ClearDialog.tsx'
import { riskTones, statusTones } from './compliance-labels.ts'
import { FlaggedActions } from './FlaggedActions.tsx'
import { FlaggedReasons } from './FlaggedReasons.tsx'
import { FourEyesSwitch } from './FourEyesSwitch.tsx'

/** As specified; live changes arrive immediately. */
const POLL_MS = 15_000

const columns: readonly Column<FlaggedBroker>[] = [
  {
    id: 'broker',
    header: 'Broker',
    cell: (broker) => <Who broker={broker} />,
    always: true,
    wrap: true,
    phone: 'title',
  },
  {
    id: 'status',
    header: 'Status',
    cell: (broker) => <FlaggedStatus broker={broker} />,
    width: '11.5rem',
    phone: 'second',
  },
  {
    id: 'risk',
    header: 'Risk',
    cell: ({ riskScore }) => <Risk risk={riskScore} />,
    width: '6rem',
    phone: 'aside',
  },
  {
    id: 'reasons',
    header: 'Found',
    cell: ({ reasons, proposedBy }) => (
      <span className="flex flex-col">
        <span>{reasons[0] ?? ABSENT}</span>
        {reasons.length > 1 && (
          <span className="text-xs text-ink-soft">{`and ${reasons.length - 1} more`}</span>
        )}
        {proposedBy && <span className="text-xs text-amber-ink">{`${proposedBy} proposes to suspend`}</span>}
      </span>
    ),
    wrap: true,
    phone: 'line',
    onPhone: ({ reasons, proposedBy }) => (
      <>
        {reasons.join(', ') || ABSENT}
        {proposedBy && <span className="text-amber-ink">{`. ${proposedBy} proposes to suspend`}</span>}
      </>
    ),
  },
  {
    id: 'callable',
    header: 'Callable',
    cell: ({ id }) => <CallableCell brokerId={id} />,
    width: '11.5rem',
    hidden: true,
  },
  {
    id: 'flaggedAt',
    header: 'Flagged',
    cell: ({ flaggedAt }) => (flaggedAt ? <RelativeTime when={flaggedAt} /> : ABSENT),
    width: '8.5rem',
    wide: true,
  },
  {
    id: 'checkedAt',
    header: 'Last check',
    cell: ({ lastComplianceCheck: at }) => (at ? <RelativeTime when={at} /> : ABSENT),
    width: '8.5rem',
    hidden: true,
  },
  { id: 'actions', header: 'Actions', cell: (broker) => <FlaggedActions broker={broker} />, width: '8.5rem' },
]

/** Brokers of one page. */
export const FLAGGED_PAGE = 20

/** Fewer brokers are found by reading the list: search and filters would take more space than the rows. */
const FILTERS_FROM = 10

const noFilters = { q: '', risk: '', reason: '' }
const risks = ['high', 'medium'] as const
const riskOptions = [
  { value: '', label: 'All risks' },
  { value: 'high', label: 'High Risk: on hold' },
  { value: 'medium', label: 'Medium: not on hold' },
]

/** Brokers who wait for a review, the highest risk first, and suspended ones: 25 a page. */
export function FlaggedBrokers(): ReactElement {
  const [filters, setFilters] = useUrlState(noFilters)
  const refusal = useRefusal('surveillance.review')
  const [isClearing, setIsClearing] = useState(false)
  const risk = risks.find((one) => one === filters.risk)
  const reason = findingReasons.find((one) => one === filters.reason)
  const narrowed = { ...(filters.q && { q: filters.q }), ...(risk && { risk }) }
  const query = { limit: FLAGGED_PAGE, ...narrowed, ...(reason && { reason }) }
  const list = useList(flaggedBrokers, { query }, { refetchInterval: POLL_MS })
  const { ids, keys } = useMemo(() => {
    const shown = (list.items ?? []).map(({ id }) => id)
    return { ids: shown, keys: shown.map(String) }
  }, [list.items])
  const callabilities = useCallabilities(ids)
  const selection = useSelection(keys, JSON.stringify(query))
  const isFiltered = filters.q !== '' || risk !== undefined || reason !== undefined
  // they stay for as long as the screen is open: the field being typed in must not disappear
  const [hasFilters, setHasFilters] = useState(false)
  if (!hasFilters && (isFiltered || (list.items?.length ?? 0) >= FILTERS_FROM)) setHasFilters(true)
  const chosen = (list.items ?? []).filter(({ id }) => selection.isSelected(String(id)))
  return (
    <Panel title="Flagged Brokers" flush actions={<FourEyesSwitch />}>
      {hasFilters && (
        <FlaggedReasons
          query={narrowed}
          chosen={reason}
          onChoose={(next) => setFilters({ reason: next ?? '' })}
        />
      )}
      <CallabilityContext value={callabilities}>
        <DataTable
          id="flagged-brokers"
          label="Flagged brokers"
          noun="brokers"
          columns={columns}
          rowKey={({ id }: FlaggedBroker) => id}
          {...listProps(list)}
          // the panels below stay where they are until more are wanted
          more={{ ...list, loadAhead: ignore }}
          selection={selection}
          isFiltered={isFiltered}
          onClearFilters={() => setFilters(noFilters)}
          toolbar={
            hasFilters && (
              <FilterRow
                noun="flagged brokers"
                q={filters.q}
                onSearch={(q) => setFilters({ q })}
                count={countChanged(filters, noFilters, ['risk'])}
                onClear={() => setFilters({ risk: '' })}
              >
                <Select
                  aria-label="Risk"
                  options={riskOptions}
                  value={risk ?? ''}
                  onChange={(event) => setFilters({ risk: event.target.value })}
                />
              </FilterRow>
            )
          }
          loadingText="Loading flagged brokers..."
          empty={
            <EmptyState icon={ShieldCheck} title="No broker is flagged">
              Brokers appear here with what was found about them, or once somebody proposes to suspend them.
            </EmptyState>
          }
        />
      </CallabilityContext>
      {chosen.length > 0 && (
        <SelectionBar
          text={`${formatNumber(chosen.length)} ${chosen.length === 1 ? 'broker' : 'brokers'} selected`}
          onClear={selection.clear}
        >
          <Button
            size="sm"
            icon={ShieldCheck}
            disabledReason={
              refusal ??
              (chosen.length > MAX_CLEARED ? `At most ${MAX_CLEARED} brokers are cleared at a time.` : null)
            }
            onClick={() => setIsClearing(true)}
          >
            Clear
          </Button>
        </SelectionBar>
      )}
      {isClearing && (
        <ClearDialog
          brokers={chosen}
          onClose={() => setIsClearing(false)}
          onDone={() => {
            setIsClearing(false)
            selection.clear()
          }}
        />
      )}
    </Panel>
  )
}

const ignore = (): void => undefined

function Who({ broker: { id, name, company, email } }: { broker: FlaggedBroker }): ReactElement {
  return (
    <span className="flex min-w-0 flex-col">
      <Link to={pathTo.broker(id)} className="truncate font-medium hover:text-link">
        {name}
      </Link>
      {company && <span className="text-xs break-words text-ink-soft">{company}</span>}
      {email && (
        <span title={email} className="truncate text-xs text-ink-soft">
          {email}
        </span>
      )}
    </span>
  )
}

/** With whether calls are on hold, which follows from the risk. */
function FlaggedStatus({ broker: { id, complianceStatus } }: { broker: FlaggedBroker }): ReactElement {
  const callability = useCallability(id)
  if (complianceStatus !== 'flagged' || !callability) {
    return <StatusDot tone={statusTones[complianceStatus]} label={complianceStatusLabels[complianceStatus]} />
  }
  if (callability.answer === 'on_hold') return <CallableCell brokerId={id} />
  return <StatusDot tone={statusTones.flagged} label="Flagged, not on hold" />
}

function Risk({ risk }: { risk: number }): ReactElement {
  const label = historyRisk(risk)
  return <Badge tone={riskTones[label]}>{`${risk} ${label}`}</Badge>
}
