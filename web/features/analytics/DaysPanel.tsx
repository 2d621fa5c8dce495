import type { ReactElement } from 'react'
import { Link } from 'react-router'
import type { analyticsAnnotations, analyticsSummary } from '#contract/analytics.ts'
import { shortDayName } from '#contract/calendar.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import { ChartFigure } from '#web/ui/charts/ChartFigure.tsx'
import type { Series } from '#web/ui/charts/series.ts'
import { lazily } from '#web/ui/lazily.tsx'
import { callsOf } from './analytics-filters.ts'

const Lines = lazily(async () => (await import('#web/ui/charts/LinesChart.tsx')).LinesChart<Day>)

type Day = AnswerOf<typeof analyticsSummary>['days'][number]
type Annotation = AnswerOf<typeof analyticsAnnotations>[number]

const series: readonly Series<Day>[] = [
  { key: 'calls', label: 'Calls', tone: 'grey' },
  { key: 'reached', label: 'Answered by a person', tone: 'blue' },
  { key: 'responses', label: 'Responses', tone: 'green' },
]

/** Calls, answers and responses by day, with what happened meanwhile. */
export function DaysPanel({
  days,
  notes,
}: {
  days: readonly Day[]
  notes: readonly Annotation[]
}): ReactElement {
  return (
    <Panel title="Calls and answers">
      <ChartFigure
        label="Calls, answers and responses by day"
        note={<Legend />}
        table={{
          columns: ['Day', 'Calls', 'Answered by a person', 'Responses', 'Meetings', 'Accreditations'],
          rows: days.map(({ day, calls, reached, responses, meetings, applications }) => ({
            key: day,
            cells: [
              <Link
                key="day"
                to={callsOf({ from: day, to: day })}
                className="text-link underline underline-offset-2"
              >
                {shortDayName(day, true)}
              </Link>,
              ...[calls, reached, responses, meetings, applications].map(formatNumber),
            ],
          })),
        }}
      >
        <Lines rows={days} series={series} marks={marksOf(notes)} />
      </ChartFigure>
      {notes.length > 0 && <Notes notes={notes} />}
    </Panel>
  )
}

function Legend(): ReactElement {
  return (
    <span className="flex flex-wrap gap-x-4 gap-y-1 text-xs">
      {series.map(({ key, label, tone }) => (
        <span key={key} className="inline-flex items-center gap-1.5">
          <span aria-hidden className="h-0.5 w-4 rounded-full" style={{ background: `var(--bl-${tone})` }} />
          {label}
        </span>
      ))}
    </span>
  )
}

/** One mark a day, however much happened on it. */
const marksOf = (notes: readonly Annotation[]): string[] => [...new Set(notes.map(({ day }) => day))]

const SHOWN = 50

function Notes({ notes }: { notes: readonly Annotation[] }): ReactElement {
  return (
    <details className="mt-3 border-t border-line pt-3">
      <summary className="rounded font-medium">{`What happened meanwhile (${notes.length})`}</summary>
      <ul className="mt-2 flex max-h-60 flex-col gap-1 overflow-y-auto text-ink-soft">
        {notes.slice(0, SHOWN).map(({ at, day, text, campaignId }) => (
          <li key={`${at} ${text}`}>
            <span className="tabular">{shortDayName(day, true)}</span>:{' '}
            {campaignId === null ? (
              text
            ) : (
              <Link to={`/campaigns/${campaignId}`} className="text-link underline underline-offset-2">
                {text}
              </Link>
            )}
          </li>
        ))}
      </ul>
    </details>
  )
}
