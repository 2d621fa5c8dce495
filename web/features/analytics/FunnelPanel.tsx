import type { ReactElement } from 'react'
import type { analyticsSummary, FunnelStage } from '#contract/analytics.ts'
import { percentOf } from '#contract/percent.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { ABSENT, formatNumber, formatPercent } from '#web/lib/format.ts'
import { Panel } from '#web/ui/Card.tsx'
import type { Scope } from './analytics-filters.ts'
import { Definition } from './Definition.tsx'
import { definitions } from './definitions.ts'
import { PanelExport } from './PanelExport.tsx'

const TITLE = 'From dialled to accredited'

type Stages = AnswerOf<typeof analyticsSummary>['funnel']

const stageLabels: Record<FunnelStage, string> = {
  dialled: 'Dialled',
  screened: 'Answered or screened',
  reached: 'Answered',
  menu: 'Heard the menu',
  chose: 'Chose an option',
  opened: 'Opened the link',
  acted: 'Booked or applied',
  accredited: 'Accredited',
}

/** How many of the brokers dialled in the period reached each stage. */
export function FunnelPanel({ funnel, scope }: { funnel: Stages; scope: Scope }): ReactElement {
  const most = Math.max(1, funnel[0]?.brokers ?? 0)
  const steps = funnel.map(({ stage, brokers }, at) => {
    const before = funnel[at - 1]?.brokers ?? 0
    return { label: stageLabels[stage], brokers, percent: before > 0 ? percentOf(brokers, before) : null }
  })
  return (
    <Panel
      title={TITLE}
      actions={
        <>
          <Definition text={definitions.funnel} aside>
            What counts
          </Definition>
          <PanelExport
            name="funnel"
            scope={scope}
            of={TITLE}
            rows={[
              ['step', 'brokers', 'percent_of_step_before'],
              ...steps.map(({ label, brokers, percent }) => [label, brokers, percent]),
            ]}
          />
        </>
      }
    >
      <table className="w-full text-left">
        <caption className="sr-only">Brokers by how far they came</caption>
        <thead className="text-xs text-ink-soft">
          <tr>
            {['Step', 'Brokers', 'Of the step before'].map((head, at) => (
              <th
                key={head}
                scope="col"
                className={`pb-1 font-normal ${at > 0 ? 'pl-2 text-right' : 'px-2'}`}
              >
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {steps.map(({ label, brokers, percent }) => (
            <tr key={label}>
              <th scope="row" className="relative py-1 font-normal">
                <span
                  aria-hidden
                  className="absolute inset-y-0.5 left-0 rounded"
                  style={{
                    width: `${(brokers / most) * 100}%`,
                    background: 'color-mix(in oklab, var(--bl-primary) 22%, var(--bl-surface))',
                  }}
                />
                <span className="relative block px-2">{label}</span>
              </th>
              <td className="tabular w-20 py-1 text-right font-medium">{formatNumber(brokers)}</td>
              <td className="tabular w-24 py-1 text-right text-ink-soft">
                {percent === null ? ABSENT : formatPercent(percent)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  )
}
