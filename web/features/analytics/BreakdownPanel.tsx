import { Download } from 'lucide-react'
import { type ReactElement, useMemo } from 'react'
import { Link } from 'react-router'
import {
  type AnalyticsDimension,
  analyticsBreakdown,
  analyticsDimensions,
  type BreakdownRow,
} from '#contract/analytics.ts'
import { useRead } from '#web/api/use-read.ts'
import { downloadCsv } from '#web/lib/download.ts'
import { ABSENT, formatCost, formatNumber, formatPercent } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { callsOf, dimensionLabels } from './analytics-filters.ts'
import { Definition } from './Definition.tsx'
import { definitions } from './definitions.ts'
import { RegionMap } from './RegionMap.tsx'

type Period = { from: string; to: string }

interface BreakdownPanelProps {
  period: Period
  by: AnalyticsDimension
  onChange: (by: string) => void
}

/** The same figures by campaign, region, product, personality or script version. */
export function BreakdownPanel({ period, by, onChange }: BreakdownPanelProps): ReactElement {
  return (
    <Panel
      title="Compared"
      flush
      actions={<Definition text={definitions.difference}>What the difference says</Definition>}
    >
      <div className="pt-1 [&_[role=tablist]]:mb-0 [&_[role=tablist]]:px-3">
        <Tabs
          label="Compared by"
          value={by}
          onChange={onChange}
          tabs={analyticsDimensions.map((each) => ({
            value: each,
            label: dimensionLabels[each],
            content: <Breakdown period={period} by={each} />,
          }))}
        />
      </div>
    </Panel>
  )
}

function Breakdown({ period, by }: { period: Period; by: AnalyticsDimension }): ReactElement {
  const { data, error, refetch, isPlaceholderData } = useRead(
    analyticsBreakdown,
    { query: { ...period, by } },
    { keep: true },
  )
  const columns = useMemo(() => columnsFor(by, period), [by, period])
  // rows of the tab before would show under the wrong heading
  const rows = data?.by === by ? data.rows : undefined
  return (
    <>
      {by === 'region' && rows && rows.length > 0 && <RegionMap rows={rows} period={period} />}
      <DataTable
        id={`analytics-${by}`}
        label={`Calls by ${dimensionLabels[by].toLowerCase()}`}
        noun="rows"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.key}
        loadingText="Loading figures..."
        error={rows ? null : error}
        onRetry={() => void refetch()}
        isRefreshing={isPlaceholderData}
        toolbar={
          rows && (
            <div className="ml-auto print:hidden">
              <Button size="sm" icon={Download} onClick={() => exportCsv(by, period, rows)}>
                Export CSV
              </Button>
            </div>
          )
        }
        empty={<EmptyState title="No calls in this period">Choose another period.</EmptyState>}
      />
    </>
  )
}

const nameless: Record<AnalyticsDimension, string> = {
  campaign: 'A campaign that is gone',
  region: 'No region',
  product: 'No product',
  personality: 'No personality',
  version: 'A version that is gone',
}

function columnsFor(by: AnalyticsDimension, period: Period): readonly Column<BreakdownRow>[] {
  const figure = (name: 'calls' | 'reached' | 'responses' | 'meetings' | 'applications', header: string) =>
    ({
      id: name,
      header,
      cell: (row: BreakdownRow) => formatNumber(row[name]),
      value: (row: BreakdownRow) => row[name] ?? 0,
      align: 'end',
      width: name === 'applications' ? '9rem' : '7rem',
    }) as const
  const actions =
    by === 'region' ? [] : [figure('meetings', 'Meetings'), figure('applications', 'Accreditations')]
  return [
    {
      id: 'label',
      header: dimensionLabels[by],
      cell: (row) => <RowName row={row} by={by} period={period} />,
      value: (row) => row.label ?? '',
      always: true,
      phone: 'title',
      wrap: true,
    },
    { ...figure('calls', 'Calls'), always: true },
    figure('reached', 'Answered'),
    figure('responses', 'Responses'),
    {
      id: 'rate',
      header: 'Response rate',
      cell: ({ share }) => formatPercent(share?.rate),
      value: ({ share }) => share?.rate ?? -1,
      align: 'end',
      width: '8rem',
    },
    {
      id: 'difference',
      header: 'Beside the others',
      cell: (row) => <Difference row={row} />,
      value: ({ difference }) => difference?.points ?? 0,
      width: '15rem',
      wrap: true,
    },
    ...actions,
    ...(by === 'campaign'
      ? [
          {
            id: 'cost',
            header: 'Cost',
            cell: ({ cost }: BreakdownRow) =>
              cost.length === 0
                ? ABSENT
                : cost
                    .map(({ amount, currency }) => formatCost(Number(amount).toFixed(2), currency))
                    .join(' + '),
            value: ({ cost }: BreakdownRow) => Number(cost[0]?.amount ?? 0),
            align: 'end',
            width: '8rem',
          } as const,
        ]
      : []),
  ]
}

function RowName({
  row,
  by,
  period,
}: {
  row: BreakdownRow
  by: AnalyticsDimension
  period: Period
}): ReactElement {
  const text = row.label ?? nameless[by]
  const to =
    by === 'campaign' && row.campaignId !== null
      ? callsOf(period, { campaignId: row.campaignId })
      : by === 'region' && row.region !== null
        ? callsOf(period, { region: row.region })
        : by === 'version' && row.campaignId !== null
          ? `/campaigns/${row.campaignId}`
          : null
  if (!to) return <span className="font-medium capitalize">{text}</span>
  return (
    <Link to={to} className="rounded font-medium hover:text-link hover:underline">
      {text}
    </Link>
  )
}

const signed = (points: number): string =>
  `${points > 0 ? '+' : points < 0 ? '−' : ''}${Math.abs(points).toFixed(1)}`

function Difference({ row: { difference } }: { row: BreakdownRow }): ReactElement {
  if (!difference) return <span className="text-ink-soft">Nothing to compare with</span>
  const { points, low, high, verdict } = difference
  if (verdict === 'too_few') return <span className="text-ink-soft">Too few to tell</span>
  const interval = `${signed(low)} to ${signed(high)}`
  if (verdict === 'no_difference')
    return <span className="text-ink-soft">{`No difference can be told (${interval})`}</span>
  return (
    <span>
      <span className={verdict === 'more' ? 'font-medium text-green-ink' : 'font-medium text-red-ink'}>
        {`${signed(points)} points`}
      </span>{' '}
      <span className="text-ink-soft">{`(${interval})`}</span>
    </span>
  )
}

function exportCsv(by: AnalyticsDimension, { from, to }: Period, rows: readonly BreakdownRow[]): void {
  downloadCsv(`calls-by-${by}-${from}-${to}.csv`, [
    [
      by,
      'calls',
      'ended',
      'answered',
      'responses',
      'response_rate',
      'meetings',
      'accreditations',
      'difference',
      'low',
      'high',
      'cost',
    ],
    ...rows.map((row) => [
      row.label ?? nameless[by],
      row.calls,
      row.ended,
      row.reached,
      row.responses,
      row.share?.rate,
      row.meetings,
      row.applications,
      row.difference?.points,
      row.difference?.low,
      row.difference?.high,
      row.cost.map(({ amount, currency }) => `${currency} ${amount}`).join(' + '),
    ]),
  ])
}
