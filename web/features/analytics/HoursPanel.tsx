import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { analyticsHours } from '#contract/dashboard/analytics.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatHour } from '#web/lib/dates.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import { ChartFigure } from '#web/ui/charts/ChartFigure.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import type { Scope } from './analytics-filters.ts'
import { placeName, stepBounds, stepOf, weekdayOf } from './best-hours.ts'
import { Definition } from './Definition.tsx'
import { definitions } from './definitions.ts'
import { NoCalls } from './NoCalls.tsx'
import { PanelExport } from './PanelExport.tsx'

const TITLE = 'Best hours'

type Hours = AnswerOf<typeof analyticsHours>
type Cell = Hours['hours'][number]

/** When people answer: weekday by hour. */
export function HoursPanel({ scope }: { scope: Scope }): ReactElement {
  const { data, error, refetch, isPlaceholderData } = useRead(
    analyticsHours,
    { query: scope },
    { keep: true },
  )
  return (
    <Panel
      title={TITLE}
      actions={
        <>
          <Definition text={definitions.hours} aside>
            Definitions
          </Definition>
          {data && data.hours.length > 0 && (
            <PanelExport name="best-hours" scope={scope} of={TITLE} rows={csvOf(data.hours)} />
          )}
        </>
      }
    >
      {data && data.hours.length > 0 && (
        <div
          aria-busy={isPlaceholderData || undefined}
          className={isPlaceholderData ? 'opacity-60' : undefined}
        >
          <HeatMap data={data} />
          <p className="mt-3 text-xs text-ink-soft">
            {'A campaign can prefer the hours in which brokers answer most: switch it on under '}
            <Link className="link underline" to="/campaigns">
              Campaigns
            </Link>
            , with its calling hours.
          </p>
        </div>
      )}
      {data?.hours.length === 0 && <NoCalls scope={scope} />}
      {!data && error && (
        <ErrorState title="The hours could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <Loading text="Loading hours...">
          <Skeleton className="h-44" />
        </Loading>
      )}
    </Panel>
  )
}

const csvOf = (hours: readonly Cell[]) => [
  ['weekday', 'hour', 'calls', 'answered', 'percent_answered', 'low', 'high'],
  ...hours.map(({ weekday, hour, calls, reached, share: { rate, low, high } }) => [
    ...[weekdayOf(weekday), hour, calls, reached, rate, low, high],
  ]),
]

/** Monday first. */
const WEEK = [1, 2, 3, 4, 5, 6, 0]
const stepColours = [12, 30, 55].map(
  (percent) => `color-mix(in oklab, var(--bl-primary) ${percent}%, var(--bl-surface))`,
)

/** A wider interval, in points, is shown in a lighter weight. */
const SURE = 20

function HeatMap({ data: { hours, best, overall } }: { data: Hours }): ReactElement {
  const byPlace = new Map(hours.map((cell) => [`${cell.weekday} ${cell.hour}`, cell]))
  const [first, last] = [
    Math.min(...hours.map(({ hour }) => hour)),
    Math.max(...hours.map(({ hour }) => hour)),
  ]
  const shown = Array.from({ length: last - first + 1 }, (_, index) => first + index)
  const days = WEEK.filter((weekday) => hours.some((cell) => cell.weekday === weekday))
  const most = Math.max(...hours.map(({ share }) => share.rate), 1)
  return (
    <ChartFigure
      label="Share of calls that a person answered, by weekday and hour"
      note={bestText(best, overall)}
      table={{
        columns: ['Weekday and hour', 'Answered', 'With 95% certainty between', 'Calls'],
        rows: hours.map((cell) => ({
          key: `${cell.weekday} ${cell.hour}`,
          cells: [
            placeName(cell),
            formatPercent(cell.share.rate),
            `${formatPercent(cell.share.low)} and ${formatPercent(cell.share.high)}`,
            formatNumber(cell.calls),
          ],
        })),
      }}
    >
      <div>
        <div
          className="grid gap-0.5 text-center text-xs max-md:text-[0.6875rem]"
          style={{ gridTemplateColumns: `1.75rem repeat(${shown.length}, minmax(0, 1fr))` }}
        >
          <span />
          {shown.map((hour) => (
            <span key={hour} className="text-ink-soft">
              {formatHour(hour)}
            </span>
          ))}
          {days.map((weekday) => (
            <Row key={weekday} weekday={weekday} shown={shown} byPlace={byPlace} most={most} />
          ))}
        </div>
        <Legend most={most} />
      </div>
    </ChartFigure>
  )
}

/** The three steps of colour with the shares that they stand for. */
function Legend({ most }: { most: number }): ReactElement {
  return (
    <p className="tabular mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-ink-soft">
      {stepBounds(most).map((text, step) => (
        <span key={text} className="inline-flex items-center gap-1.5">
          <span aria-hidden className="size-3 rounded-sm" style={{ background: stepColours[step] }} />
          {text}
        </span>
      ))}
    </p>
  )
}

interface RowProps {
  weekday: number
  shown: readonly number[]
  byPlace: ReadonlyMap<string, Cell>
  most: number
}

function Row({ weekday, shown, byPlace, most }: RowProps): ReactElement {
  return (
    <>
      <span className="py-1.5 text-left text-ink-soft">{weekdayOf(weekday).slice(0, 3)}</span>
      {shown.map((hour) => {
        const cell = byPlace.get(`${weekday} ${hour}`)
        if (!cell) return <span key={hour} className="rounded-sm bg-sunken" />
        const { rate, low, high } = cell.share
        return (
          <span
            key={hour}
            title={`${placeName(cell)}: ${formatNumber(cell.reached)} of ${formatNumber(cell.calls)} calls answered (${formatPercent(rate)}), between ${formatPercent(low)} and ${formatPercent(high)}`}
            className={
              high - low > SURE
                ? 'tabular rounded-sm py-1.5 text-ink'
                : 'tabular rounded-sm py-1.5 font-semibold text-ink'
            }
            style={{ background: stepColours[stepOf(rate, most)] }}
          >
            {Math.round(rate)}
          </span>
        )
      })}
    </>
  )
}

/** The best hour, where its difference is significant. */
function bestText(best: Hours['best'], overall: Hours['overall']): string {
  if (!overall) return ''
  const usual = `${formatPercent(overall.rate)} of all calls were answered by a person.`
  return best
    ? `${usual} Best: ${placeName(best)}: ${formatPercent(best.share.rate)}.`
    : `${usual} Not enough calls yet to pick a best hour.`
}
