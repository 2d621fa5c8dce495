import { memo, type ReactElement, useMemo, useRef } from 'react'
import { Link } from 'react-router'
import type { analyticsAnnotations, analyticsSummary } from '#contract/dashboard/analytics.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useCalm } from '#web/lib/use-calm.ts'
import { Panel } from '#web/ui/Card.tsx'
import { ChartFigure } from '#web/ui/charts/ChartFigure.tsx'
import { LINES_HEIGHT } from '#web/ui/charts/heights.ts'
import { openDay } from '#web/ui/charts/open-day.ts'
import type { Series } from '#web/ui/charts/series.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { callsOf, type Scope } from './analytics-filters.ts'
import { Definition } from './Definition.tsx'
import { definitions } from './definitions.ts'
import { PanelExport } from './PanelExport.tsx'

const TITLE = 'Calls and answers'

const Lines = memo(
  lazily(
    async () => (await import('#web/ui/charts/LinesChart.tsx')).LinesChart<Day>,
    () => LINES_HEIGHT,
  ),
)
/** While calls run they change every second, and drawing them is long work. */
const EVERY_MS = 5_000

type Day = AnswerOf<typeof analyticsSummary>['days'][number]
type Annotation = AnswerOf<typeof analyticsAnnotations>[number]

const series: readonly Series<Day>[] = [
  { key: 'calls', label: 'Calls', tone: 'grey' },
  { key: 'reached', label: 'Answered by a person', tone: 'blue' },
  { key: 'responses', label: 'Responses', tone: 'green' },
]

interface DaysPanelProps {
  days: readonly Day[]
  notes: readonly Annotation[]
  scope: Scope
}

/** Calls, answers and responses by day, with the events of those days. */
export function DaysPanel({ days, notes, scope }: DaysPanelProps): ReactElement {
  const place = useRef<HTMLDivElement>(null)
  const found = useMemo(() => ({ days, marks: marksOf(notes) }), [days, notes])
  const key = `${JSON.stringify(scope)} ${days[0]?.day} ${days.length}`
  const drawn = useCalm(found, { key, every: EVERY_MS, place })
  return (
    <Panel
      title={TITLE}
      actions={
        <>
          <Definition
            aside
            text={{
              Calls: definitions.calls,
              'Answered by a person': definitions.reached,
              Responses: definitions.responses,
              Meetings: definitions.meetings,
              Accreditations: definitions.applications,
            }}
          >
            Definitions
          </Definition>
          <PanelExport name="calls-by-day" scope={scope} of={TITLE} rows={csvOf(days)} />
        </>
      }
    >
      <ChartFigure
        label="Calls, answers and responses by day"
        note={<Legend isOpen={openDay(days) !== null} />}
        table={{
          columns: ['Day', 'Calls', 'Answered by a person', 'Responses', 'Meetings', 'Accreditations'],
          rows: days.map(({ day, calls, reached, responses, meetings, applications }) => ({
            ...{ key: day, to: callsOf({ ...scope, from: day, to: day }) },
            cells: [
              formatDate(day),
              ...[calls, reached, responses, meetings, applications].map(formatNumber),
            ],
          })),
        }}
      >
        <div ref={place}>
          <Lines rows={drawn.days} series={series} marks={drawn.marks} />
        </div>
      </ChartFigure>
      {notes.length > 0 && <Notes notes={notes} />}
    </Panel>
  )
}

const csvOf = (days: readonly Day[]) => [
  ['day', 'calls', 'answered', 'responses', 'meetings', 'accreditations'],
  ...days.map(({ day, calls, reached, responses, meetings, applications }) => [
    ...[day, calls, reached, responses, meetings, applications],
  ]),
]

function Legend({ isOpen }: { isOpen: boolean }): ReactElement {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {series.map(({ key, label, tone }) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <span aria-hidden className="h-0.5 w-4 rounded-full" style={{ background: `var(--bl-${tone})` }} />
          {label}
        </span>
      ))}
      {isOpen && <span className="text-ink-soft">Dotted: today so far</span>}
    </span>
  )
}

/** One mark a day, however much happened on it, numbered from the first day on as in the list. */
function marksOf(notes: readonly Annotation[]): { day: string; label: string }[] {
  const days = [...new Set(notes.map(({ day }) => day))].toSorted()
  return days.map((day, at) => ({ day, label: String(at + 1) }))
}

/** A longer list is folded. */
const FEW_NOTES = 5

function Notes({ notes }: { notes: readonly Annotation[] }): ReactElement {
  const numbers = new Map(marksOf(notes).map(({ day, label }) => [day, label]))
  return (
    <details className="mt-3 border-t border-line pt-3" open={notes.length <= FEW_NOTES}>
      <summary className="rounded font-medium">{`Events in this period (${notes.length})`}</summary>
      <ul className="mt-2 flex max-h-60 flex-col gap-1 overflow-y-auto print:max-h-none print:overflow-visible text-ink-soft">
        {notes.map(({ at, day, text, campaignId }) => (
          <li key={`${at} ${text}`}>
            <span className="tabular mr-2 inline-block min-w-4 text-right font-medium text-amber-ink">
              {numbers.get(day)}
            </span>
            <span className="tabular">{formatDate(day)}</span>:{' '}
            {campaignId === null ? (
              text
            ) : (
              <Link to={`/campaigns/${campaignId}`} className="link underline">
                {text}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
