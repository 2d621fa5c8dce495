import type { ReactElement } from 'react'
import type { Totals } from '#contract/analytics.ts'
import { formatDuration, formatPercent } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import { Definition } from './Definition.tsx'
import { definitions } from './definitions.ts'
import { Meter } from './Meter.tsx'

/** A full bar: five minutes. */
const FULL_SECONDS = 300

/** How well calls go. */
export function QualityPanel({ totals }: { totals: Totals }): ReactElement {
  const { connectionRate, averageSeconds, menuRate } = totals
  const metrics = [
    {
      ...{ label: 'Connection Rate', text: formatPercent(connectionRate), value: connectionRate, most: 100 },
      about: definitions.connectionRate,
    },
    {
      ...{ label: 'Average Call Duration', text: formatDuration(averageSeconds) },
      ...{ value: averageSeconds, most: FULL_SECONDS, about: definitions.averageSeconds },
    },
    {
      ...{ label: 'Menu Completion Rate', text: formatPercent(menuRate), value: menuRate, most: 100 },
      about: definitions.menuRate,
    },
  ]
  return (
    <Panel title="Call Quality Metrics">
      <ul className="flex flex-col gap-4">
        {metrics.map(({ label, text, value, most, about }) => (
          <li key={label}>
            <p className="mb-1 flex justify-between gap-3">
              <Definition text={about}>{label}</Definition>
              <span className="tabular font-medium">{text}</span>
            </p>
            <Meter value={value ?? 0} most={most} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
