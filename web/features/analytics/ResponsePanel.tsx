import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { callResponseLabels, callResponses } from '#contract/calls/calls.ts'
import type { Totals } from '#contract/dashboard/analytics.ts'
import { percentOf } from '#contract/percent.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import { callsOf, type Scope } from './analytics-filters.ts'
import { Definition } from './Definition.tsx'
import { definitions } from './definitions.ts'
import { Meter } from './Meter.tsx'
import { PanelExport } from './PanelExport.tsx'

const TITLE = 'Response Distribution'

/** How many chose each of the four options. */
export function ResponsePanel({
  totals: { options },
  scope,
}: {
  totals: Totals
  scope: Scope
}): ReactElement {
  const all = callResponses.reduce((sum, option) => sum + options[option], 0)
  return (
    <Panel
      title={TITLE}
      actions={
        <>
          <Definition text={definitions.options} aside>
            Definitions
          </Definition>
          <PanelExport
            name="responses"
            scope={scope}
            of={TITLE}
            rows={[
              ['option', 'calls', 'percent_of_responses'],
              ...callResponses.map((option) => [
                ...[callResponseLabels[option], options[option]],
                all === 0 ? null : percentOf(options[option], all),
              ]),
            ]}
          />
        </>
      }
    >
      <p className="mb-3 text-xs text-ink-soft">Calls in which each option was chosen</p>
      <ul className="flex flex-col gap-3">
        {callResponses.map((option) => (
          <li key={option}>
            <p className="mb-1 flex justify-between gap-3">
              <Link
                to={callsOf(scope, { response: option })}
                className="rounded hover:text-link hover:underline"
              >
                {callResponseLabels[option]}
              </Link>
              <span className="tabular">
                <span className="font-medium">{formatNumber(options[option])}</span>{' '}
                <span className="text-ink-soft">
                  {formatPercent(all === 0 ? null : percentOf(options[option], all))}
                </span>
              </span>
            </p>
            <Meter value={options[option]} most={Math.max(1, all)} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}
