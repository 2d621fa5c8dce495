import type { ReactElement } from 'react'
import { Link } from 'react-router'
import type { AnalyticsDimension, BreakdownRow } from '#contract/dashboard/analytics.ts'
import type { CsvValue } from '#web/lib/download.ts'
import { ABSENT, formatCents, formatNumber, formatPercent, signedDecimal } from '#web/lib/format.ts'
import type { Column } from '#web/ui/table-columns.ts'
import { applicationsOf, callsOf, dimensionLabels, meetingsOf, type Scope } from './analytics-filters.ts'
import { eachCost } from './costs.ts'

/** Narrow, so that the names have enough room. */
const widths = {
  ...{ calls: '5.5rem', reached: '6.5rem', responses: '7.25rem', meetings: '6.5rem', applications: '8.5rem' },
}

const nameless: Record<AnalyticsDimension, string> = {
  campaign: 'No campaign, or a deleted one',
  region: 'No region',
  product: 'Through no call, or a deleted version',
  personality: 'Through no call, or a deleted version',
  version: 'Through no call, or a deleted version',
}

/** @param scope of the page */
export function columnsFor(by: AnalyticsDimension, scope: Scope): readonly Column<BreakdownRow>[] {
  const figure = (
    name: 'calls' | 'reached' | 'responses' | 'meetings' | 'applications',
    header: string,
    listed?: (of: Scope) => string,
  ) =>
    ({
      id: name,
      header,
      cell: (row: BreakdownRow) => {
        const narrowed = listed && scopeOfRow(row, by, scope)
        return narrowed ? (
          <Link
            to={listed(narrowed)}
            aria-label={`${formatNumber(row[name])} ${header.toLowerCase()}`}
            className="rounded hover:text-link hover:underline"
          >
            {formatNumber(row[name])}
          </Link>
        ) : (
          formatNumber(row[name])
        )
      },
      value: (row: BreakdownRow) => row[name],
      align: 'end',
      width: widths[name],
      wide: name === 'reached',
    }) as const
  return [
    {
      id: 'label',
      header: dimensionLabels[by],
      cell: (row) => <RowName row={row} by={by} scope={scope} />,
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
      header: 'Compared with the others',
      cell: (row) => <Difference row={row} />,
      value: ({ difference }) => difference?.points ?? 0,
      width: '12rem',
      wrap: true,
    },
    figure('meetings', 'Meetings', meetingsOf),
    figure('applications', 'Accreditations', applicationsOf),
    ...(by === 'campaign' || by === 'region'
      ? [
          {
            id: 'cost',
            header: 'Cost',
            cell: ({ cost }: BreakdownRow) =>
              cost.length === 0
                ? ABSENT
                : cost.map(({ amount, currency }) => formatCents(amount, currency)).join(' + '),
            value: ({ cost }: BreakdownRow) => Number(cost[0]?.amount ?? 0),
            align: 'end',
            width: '6rem',
            wide: true,
          } as const,
          {
            id: 'costPerMeeting',
            header: 'Cost per meeting',
            cell: (row: BreakdownRow) => meetingCost(row),
            align: 'end',
            width: '8rem',
            wide: true,
          } as const,
        ]
      : []),
  ]
}

/** With several currencies nothing is divided. */
function meetingCost({ cost, meetings }: BreakdownRow): string {
  const [only] = cost
  return only && cost.length === 1 ? eachCost(only, meetings) : ABSENT
}

/** The page narrowed to a row; null where lists cannot filter by it. */
function scopeOfRow(
  { campaignId, region }: BreakdownRow,
  by: AnalyticsDimension,
  scope: Scope,
): Scope | null {
  if (by === 'campaign' && campaignId !== null) return { ...scope, campaignId }
  if (by === 'region' && region !== null) return { ...scope, region }
  return null
}

interface RowNameProps {
  row: BreakdownRow
  by: AnalyticsDimension
  scope: Scope
}

function RowName({ row, by, scope }: RowNameProps): ReactElement {
  const text = row.label ?? nameless[by]
  const narrowed = scopeOfRow(row, by, scope)
  const ofVersion = by === 'version' && row.campaignId !== null ? `/campaigns/${row.campaignId}` : null
  const to = narrowed ? callsOf(narrowed) : ofVersion
  if (!to) return <span className="font-medium capitalize">{text}</span>
  return (
    <Link to={to} className="rounded font-medium hover:text-link hover:underline">
      {text}
    </Link>
  )
}

function Difference({ row: { difference } }: { row: BreakdownRow }): ReactElement {
  if (!difference) return <span className="text-ink-soft">No other rows to compare</span>
  const { points, low, high, verdict } = difference
  if (verdict === 'too_few') return <span className="text-ink-soft">Too few to tell</span>
  const interval = `${signedDecimal(low)} to ${signedDecimal(high)}`
  if (verdict === 'no_difference')
    return <span className="text-ink-soft">{`No clear difference (${interval})`}</span>
  return (
    <span>
      <span className={verdict === 'more' ? 'font-medium text-green-ink' : 'font-medium text-red-ink'}>
        {`${signedDecimal(points)} points`}
      </span>{' '}
      <span className="text-ink-soft">{`(${interval})`}</span>
    </span>
  )
}

/** Header and rows of the file. */
export function csvOf(by: AnalyticsDimension, rows: readonly BreakdownRow[]): CsvValue[][] {
  return [
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
  ]
}
