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

const TITLE = 'From enrolled to accredited'

type Stages = AnswerOf<typeof analyticsSummary>['funnel']

const stageLabels: Record<FunnelStage, string> = {
  enrolled: 'Enrolled in a campaign',
  dialled: 'Dialled',
  reached: 'Answered',
  chose: 'Chose an option',
  visited: 'Opened the page',
  booked: 'Booked a meeting',
  applied: 'Applied for accreditation',
  accredited: 'Accredited',
}
/** From here on a step does not need the one before: a meeting may be booked in the call itself. */
const NESTED: readonly FunnelStage[] = ['dialled', 'reached', 'chose']

/** How far the brokers came who were enrolled in the period. */
export function FunnelPanel({ funnel, scope }: { funnel: Stages; scope: Scope }): ReactElement {
  const most = Math.max(1, funnel[0]?.brokers ?? 0)
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
              ['step', 'brokers', 'percent_of_enrolled'],
              ...funnel.map(({ stage, brokers }) => [
                ...[stageLabels[stage], brokers, percentOf(brokers, most)],
              ]),
            ]}
          />
        </>
      }
    >
      <table className="w-full text-left">
        <caption className="sr-only">Brokers by how far they came</caption>
        <thead className="sr-only">
          <tr>
            {['Step', 'Brokers', 'Of those enrolled', 'Lost since the step before'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {funnel.map(({ stage, brokers }, at) => {
            const before = funnel[at - 1]?.brokers ?? 0
            const lost = NESTED.includes(stage) && before > 0 ? percentOf(before - brokers, before) : null
            return (
              <tr key={stage}>
                <th scope="row" className="relative py-1 font-normal">
                  <span
                    aria-hidden
                    className="absolute inset-y-0.5 left-0 rounded"
                    style={{
                      width: `${(brokers / most) * 100}%`,
                      background: 'color-mix(in oklab, var(--bl-primary) 22%, var(--bl-surface))',
                    }}
                  />
                  <span className="relative block px-2">{stageLabels[stage]}</span>
                </th>
                <td className="tabular w-20 py-1 text-right font-medium">{formatNumber(brokers)}</td>
                <td className="tabular w-16 py-1 text-right text-ink-soft">
                  {formatPercent(percentOf(brokers, most))}
                </td>
                <td className="tabular w-20 py-1 text-right text-xs text-ink-soft">
                  {lost === null || lost === 0 ? (
                    <span className="sr-only">{ABSENT}</span>
                  ) : (
                    `−${formatPercent(lost)}`
                  )}
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Panel>
  )
}
