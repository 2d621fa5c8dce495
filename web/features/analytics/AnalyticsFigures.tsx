import type { ReactElement } from 'react'
import type { Totals } from '#contract/dashboard/analytics.ts'
import { formatNumber, formatPercent, formatPoints } from '#web/lib/format.ts'
import { StatCard, StatRow } from '#web/ui/StatCard.tsx'
import { applicationsOf, callsOf, meetingsOf, type Scope } from './analytics-filters.ts'
import { costText, eachCost } from './costs.ts'
import { Definition } from './Definition.tsx'
import { definitions } from './definitions.ts'

interface AnalyticsFiguresProps {
  /** Undefined while loading. */
  totals: { current: Totals; previous: Totals } | undefined
  scope: Scope
}

/** The figures of the period, each compared with the period before. */
export function AnalyticsFigures({ totals, scope }: AnalyticsFiguresProps): ReactElement {
  const { current, previous } = totals ?? {}
  const more = (name: 'calls' | 'meetings' | 'applications') => ({
    value: current && formatNumber(current[name]),
    change: current && previous && changeOf(current[name], previous[name]),
    changeText: previous ? `from ${formatNumber(previous[name])} before` : '',
  })
  return (
    <StatRow label="Figures of the period">
      <StatCard
        label="Calls"
        basis="Without test calls"
        {...more('calls')}
        to={callsOf(scope)}
        about={about('calls', 'Calls')}
      />
      <StatCard
        label="Response rate"
        basis="Of calls that ended"
        value={current && formatPercent(current.responseRate)}
        note={current && previous && pointsText(current.responseRate, previous.responseRate)}
        to={callsOf(scope, { response: 'any' })}
        about={about('responseRate', 'Response rate')}
      />
      <StatCard
        label="Meetings"
        basis="Booked from any source"
        {...more('meetings')}
        to={meetingsOf(scope)}
        about={about('meetings', 'Meetings')}
      />
      <StatCard
        label="Accreditations"
        basis="Applications submitted"
        {...more('applications')}
        to={applicationsOf(scope)}
        about={about('applications', 'Accreditations')}
      />
      <StatCard
        label="Cost of calls"
        basis="Charged by vendors"
        value={current && costText(current.cost)}
        note={current && eachText(current)}
        to={callsOf(scope)}
        about={about('cost', 'Cost of calls')}
      />
    </StatRow>
  )
}

const about = (name: keyof typeof definitions, label: string): ReactElement => (
  <Definition text={definitions[name]} mark>{`Definition: ${label}`}</Definition>
)

/** In percent; null without earlier figures. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : ((now - before) / before) * 100
}

function pointsText(now: number | null, before: number | null): string {
  if (now === null || before === null) return 'No earlier period'
  const points = now - before
  if (Math.abs(points) < 0.05) return `As before, ${formatPercent(before)}`
  return `${formatPoints(points)}, ${formatPercent(before)} before`
}

/** Cost of a call, a meeting and a lodged loan; with several currencies nothing is added up. */
function eachText({ cost, meetings, loans }: Totals): string {
  const [only] = cost
  if (!only) return 'No charges were reported'
  if (cost.length > 1) return 'In several currencies'
  const [call, meeting, loan] = [only.calls, meetings, loans].map((count) => eachCost(only, count))
  return `${call} a call, ${meeting} a meeting, ${loan} a lodged loan`
}
