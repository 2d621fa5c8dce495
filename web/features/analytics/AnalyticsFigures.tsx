import type { ReactElement } from 'react'
import type { Totals } from '#contract/analytics.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
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
    changeText: 'from the period before',
  })
  return (
    <StatRow label="Figures of the period">
      <StatCard label="Calls" {...more('calls')} to={callsOf(scope)} about={about('calls', 'Calls')} />
      <StatCard
        label="Response rate"
        value={current && formatPercent(current.responseRate)}
        note={current && previous && pointsText(current.responseRate, previous.responseRate)}
        to={callsOf(scope, { response: 'any' })}
        about={about('responseRate', 'Response rate')}
      />
      <StatCard
        label="Meetings"
        {...more('meetings')}
        to={meetingsOf(scope)}
        about={about('meetings', 'Meetings')}
      />
      <StatCard
        label="Accreditations"
        {...more('applications')}
        to={applicationsOf(scope)}
        about={about('applications', 'Accreditations')}
      />
      <StatCard
        label="Cost of calls"
        value={current && costText(current.cost)}
        note={current && eachText(current)}
        to={callsOf(scope)}
        about={about('cost', 'Cost of calls')}
      />
    </StatRow>
  )
}

const about = (name: keyof typeof definitions, label: string): ReactElement => (
  <Definition text={definitions[name]} mark>{`What counts: ${label}`}</Definition>
)

/** In percent; null without earlier figures. */
export function changeOf(now: number, before: number): number | null {
  return before === 0 ? null : ((now - before) / before) * 100
}

function pointsText(now: number | null, before: number | null): string {
  if (now === null || before === null) return 'Nothing to compare with'
  const points = now - before
  if (Math.abs(points) < 0.05) return 'As in the period before'
  return `${Math.abs(points).toFixed(1)} points ${points > 0 ? 'more' : 'less'} than the period before`
}

/** Cost of a call, a meeting and an accreditation; with several currencies nothing is added up. */
function eachText({ cost, meetings, applications }: Totals): string {
  const [only] = cost
  if (!only) return 'No charges were reported'
  if (cost.length > 1) return 'In several currencies'
  const [call, meeting, accreditation] = [only.calls, meetings, applications].map((count) =>
    eachCost(only, count),
  )
  return `${call} a call, ${meeting} a meeting, ${accreditation} an accreditation`
}
