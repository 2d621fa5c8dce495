import type { ReactElement } from 'react'
import { callResponseLabels } from '#contract/calls/calls.ts'
import type {
  analyticsSummary,
  BranchStep,
  FunnelBranch,
  FunnelStage,
} from '#contract/dashboard/analytics.ts'
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

/** The steps that all brokers share, up to their choice. */
const stageLabels: Partial<Record<FunnelStage, string>> = {
  dialled: 'Dialled',
  screened: 'Answered or screened',
  reached: 'Answered',
  menu: 'Heard the menu',
  chose: 'Responded',
}

const stepLabels: Record<BranchStep, string> = {
  chose: 'Chose it',
  opened: 'Opened the page',
  booked: 'Booked a meeting',
  applied: 'Applied',
  accredited: 'Accredited',
}

interface Step {
  label: string
  brokers: number
  /** Of the step before; null for the first, or after none. */
  percent: number | null
}

const withPercent = (steps: readonly { label: string; brokers: number }[]): Step[] =>
  steps.map((step, at) => {
    const before = steps[at - 1]?.brokers ?? 0
    return { ...step, percent: before > 0 ? percentOf(step.brokers, before) : null }
  })

interface FunnelPanelProps {
  funnel: Stages
  branches: readonly FunnelBranch[]
  scope: Scope
}

/** How many of the brokers dialled in the period reached each stage; after the choice, a branch for each option. */
export function FunnelPanel({ funnel, branches, scope }: FunnelPanelProps): ReactElement {
  const most = Math.max(1, funnel[0]?.brokers ?? 0)
  const steps = withPercent(
    funnel.flatMap(({ stage, brokers }) => {
      const label = stageLabels[stage]
      return label === undefined ? [] : [{ label, brokers }]
    }),
  )
  const parts = branches.map(({ option, steps: own }) => ({
    title: callResponseLabels[option],
    steps: withPercent(own.map(({ step, brokers }) => ({ label: stepLabels[step], brokers }))),
  }))
  const mostChosen = Math.max(1, ...parts.map((part) => part.steps[0]?.brokers ?? 0))
  return (
    <Panel
      title={TITLE}
      actions={
        <>
          <Definition text={definitions.funnel} aside>
            Definitions
          </Definition>
          <PanelExport
            name="funnel"
            scope={scope}
            of={TITLE}
            rows={[
              ['branch', 'step', 'brokers', 'percent_of_step_before'],
              ...steps.map(({ label, brokers, percent }) => ['', label, brokers, percent]),
              ...parts.flatMap((part) =>
                part.steps.map(({ label, brokers, percent }) => [part.title, label, brokers, percent]),
              ),
            ]}
          />
        </>
      }
    >
      <p className="mb-3 text-xs text-ink-soft">
        Brokers dialled in the period, each counted once at each step
      </p>
      <Steps caption="Brokers at each step" steps={steps} most={most} />
      <div className="mt-4 grid gap-x-6 gap-y-4 border-t border-line pt-4 md:grid-cols-2">
        {parts.map((part) => (
          <section key={part.title} aria-label={part.title} className="min-w-0">
            <h3 className="mb-1 px-2 font-medium">{part.title}</h3>
            <Steps caption={`Brokers after ${part.title}`} steps={part.steps} most={mostChosen} isBranch />
          </section>
        ))}
      </div>
    </Panel>
  )
}

interface StepsProps {
  caption: string
  steps: readonly Step[]
  /** Brokers of a full bar. */
  most: number
  isBranch?: boolean
}

function Steps({ caption, steps, most, isBranch = false }: StepsProps): ReactElement {
  return (
    <table className="w-full text-left">
      <caption className="sr-only">{caption}</caption>
      <thead className={isBranch ? 'sr-only' : 'text-xs text-ink-soft'}>
        <tr>
          {['Step', 'Brokers', 'Of the step before'].map((head, at) => (
            <th key={head} scope="col" className={`pb-1 font-normal ${at > 0 ? 'pl-2 text-right' : 'px-2'}`}>
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
                  background: 'color-mix(in oklab, var(--bl-primary) 36%, var(--bl-surface))',
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
  )
}
