import { ShieldCheck } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import {
  complianceStatusLabels,
  type FlaggedBroker,
  flaggedBrokers,
  historyRisk,
} from '#contract/surveillance.ts'
import { useRead } from '#web/api/use-read.ts'
import { ABSENT } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/paths.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, readProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { riskTones, statusTones } from './compliance-labels.ts'
import { FlaggedActions } from './FlaggedActions.tsx'
import { FourEyesSwitch } from './FourEyesSwitch.tsx'

/** As specified; live changes come at once. */
const POLL_MS = 15_000

const columns: readonly Column<FlaggedBroker>[] = [
  { id: 'broker', header: 'Broker', cell: (broker) => <Who broker={broker} />, always: true, phone: 'title' },
  {
    id: 'status',
    header: 'Status',
    cell: ({ complianceStatus: status }) => (
      <StatusDot tone={statusTones[status]} label={complianceStatusLabels[status]} />
    ),
    width: '8rem',
    phone: 'second',
  },
  {
    id: 'risk',
    header: 'Risk',
    cell: ({ riskScore }) => <Risk risk={riskScore} />,
    width: '7rem',
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
    phone: 'second',
    onPhone: ({ reasons, proposedBy }) => (
      <>
        {reasons.join(', ') || ABSENT}
        {proposedBy && <span className="text-amber-ink">{`. ${proposedBy} proposes to suspend`}</span>}
      </>
    ),
  },
  {
    id: 'flaggedAt',
    header: 'Flagged',
    cell: ({ flaggedAt }) => (flaggedAt ? <RelativeTime when={flaggedAt} /> : ABSENT),
    width: '9rem',
    wide: true,
  },
  {
    id: 'checkedAt',
    header: 'Last check',
    cell: ({ lastComplianceCheck: at }) => (at ? <RelativeTime when={at} /> : ABSENT),
    width: '9rem',
    wide: true,
  },
  { id: 'actions', header: 'Actions', cell: (broker) => <FlaggedActions broker={broker} />, width: '10rem' },
]

/** Who waits for a review, the highest risk first, and who is suspended. */
export function FlaggedBrokers(): ReactElement {
  const read = useRead(flaggedBrokers, undefined, {
    refetchInterval: POLL_MS,
  })
  return (
    <Panel title="Flagged Brokers" flush actions={<FourEyesSwitch />}>
      <DataTable
        id="flagged-brokers"
        label="Flagged brokers"
        noun="brokers"
        columns={columns}
        rowKey={({ id }: FlaggedBroker) => id}
        {...readProps(read)}
        loadingText="Loading flagged brokers..."
        empty={
          <EmptyState icon={ShieldCheck} title="No broker is flagged">
            Brokers appear here with what was found about them, or once somebody proposes to suspend them.
          </EmptyState>
        }
      />
    </Panel>
  )
}

function Who({ broker: { id, name, company, email } }: { broker: FlaggedBroker }): ReactElement {
  return (
    <span className="flex min-w-0 flex-col">
      <Link to={pathTo.broker(id)} className="truncate font-medium hover:text-link">
        {name}
      </Link>
      <span className="truncate text-xs text-ink-soft">{company ?? email ?? ABSENT}</span>
    </span>
  )
}

function Risk({ risk }: { risk: number }): ReactElement {
  const label = historyRisk(risk)
  return <Badge tone={riskTones[label]}>{`${risk} ${label}`}</Badge>
}
