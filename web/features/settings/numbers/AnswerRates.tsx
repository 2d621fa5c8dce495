import { type ReactElement, useMemo, useState } from 'react'
import { answerRateDays, answerRates } from '#contract/calls/telephony.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { type RangeRow, rangeRows, rangeText, shareText } from './answer-rates.ts'

type Days = (typeof answerRateDays)[number]

const dayOptions = answerRateDays.map((days) => ({ value: days, label: `Last ${days} days` }))

/** How often people answer calls from each number, by range of the called number. */
export function AnswerRates(): ReactElement {
  const [days, setDays] = useState<Days>('90')
  const { data, error, refetch, isPlaceholderData } = useRead(
    answerRates,
    { query: { days } },
    { keep: true },
  )
  const rows = useMemo(() => data && rangeRows(data.numbers), [data])
  return (
    <Panel
      title="Answer rates"
      flush
      actions={
        <Select
          aria-label="Period of the answer rates"
          options={dayOptions}
          value={days}
          onChange={({ target }) =>
            setDays(dayOptions.find(({ value }) => value === target.value)?.value ?? days)
          }
        />
      }
    >
      <p className="border-b border-line px-4 py-3 text-ink-soft">
        Share of calls that a person answered, with its 95% confidence interval, by the first four digits of
        the called number. A range often belongs to one carrier: where it answers far less than the others,
        your number may be marked as spam there.
      </p>
      <DataTable
        id="answer-rates"
        label="Answer rates by calling number and range of the called number"
        noun="ranges"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
        groupOf={({ group }) => group}
        loadingText="Loading answer rates..."
        error={data ? null : error}
        onRetry={() => void refetch()}
        isRefreshing={isPlaceholderData}
        empty={
          <EmptyState title="No calls in this period">
            Rates appear after the first calls have ended.
          </EmptyState>
        }
      />
    </Panel>
  )
}

const columns: readonly Column<RangeRow>[] = [
  {
    id: 'range',
    header: 'Called range',
    cell: ({ range }) => rangeText(range),
    always: true,
    phone: 'title',
  },
  {
    id: 'share',
    header: 'Answered by a person',
    cell: ({ share }) => shareText(share),
    always: true,
    phone: 'aside',
    align: 'end',
    width: '14rem',
  },
  {
    id: 'screened',
    header: 'Screened',
    cell: ({ screened }) => formatNumber(screened),
    align: 'end',
    width: '7.5rem',
  },
  {
    id: 'calls',
    header: 'Calls',
    cell: ({ calls }) => formatNumber(calls),
    align: 'end',
    width: '7.5rem',
  },
]
