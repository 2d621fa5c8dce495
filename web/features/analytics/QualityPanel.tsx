import type { ReactElement } from 'react'
import { Link } from 'react-router'
import type { Totals } from '#contract/dashboard/analytics.ts'
import { formatDuration, formatPercent } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import { callsOf, type Scope } from './analytics-filters.ts'
import { Definition } from './Definition.tsx'
import { definitions } from './definitions.ts'
import { Meter } from './Meter.tsx'
import { PanelExport } from './PanelExport.tsx'

const TITLE = 'Call Quality Metrics'

/** A full bar: five minutes. */
const FULL_SECONDS = 300

/** How well calls go. */
export function QualityPanel({ totals, scope }: { totals: Totals; scope: Scope }): ReactElement {
  const { connectionRate, averageSeconds, menuRate } = totals
  const metrics = [
    {
      ...{ label: 'Connection Rate', text: formatPercent(connectionRate), value: connectionRate, most: 100 },
      ...{ about: definitions.connectionRate, to: callsOf(scope, { status: 'completed' }) },
    },
    {
      ...{ label: 'Average Call Duration', text: formatDuration(averageSeconds) },
      ...{ value: averageSeconds, most: FULL_SECONDS, about: definitions.averageSeconds },
      to: callsOf(scope, { status: 'completed' }),
    },
    {
      ...{ label: 'Menu Completion Rate', text: formatPercent(menuRate), value: menuRate, most: 100 },
      ...{ about: definitions.menuRate, to: callsOf(scope, { response: 'any' }) },
    },
  ]
  return (
    <Panel
      title={TITLE}
      actions={
        <PanelExport
          name="call-quality"
          scope={scope}
          of={TITLE}
          rows={[
            ['metric', 'value', 'unit'],
            ['connection_rate', connectionRate, 'percent'],
            ['average_call_duration', averageSeconds, 'seconds'],
            ['menu_completion_rate', menuRate, 'percent'],
          ]}
        />
      }
    >
      <ul className="flex flex-col gap-4">
        {metrics.map(({ label, text, value, most, about, to }) => (
          <li key={label}>
            <p className="mb-1 flex justify-between gap-3">
              <Definition text={about}>{label}</Definition>
              <Link
                to={to}
                aria-label={`${label}: ${text}`}
                className="tabular rounded font-medium hover:text-link hover:underline"
              >
                {text}
              </Link>
            </p>
            <Meter value={value ?? 0} most={most} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
