import type { ReactElement, ReactNode } from 'react'
import { useWatch } from 'react-hook-form'
import { listAudiences } from '#contract/brokers/audiences.ts'
import { useRead } from '#web/api/use-read.ts'
import { countOf, formatCost, formatRate } from '#web/lib/format.ts'
import { Button } from '#web/ui/Button.tsx'
import type { CampaignForm } from '../campaign-form.ts'
import { campaignStatusLook } from '../campaign-status.ts'
import { daysText, hoursText, zoneText } from '../hours-text.ts'
import type { StepId } from './editor-steps.ts'

interface CheckSummaryProps {
  form: CampaignForm
  isEdit: boolean
  onStep: (step: StepId) => void
}

/** A summary of the entered values before the calls start. */
export function CheckSummary({ form, isEdit, onStep }: CheckSummaryProps): ReactElement {
  const values = useWatch({ control: form.control })
  const { data: audiences } = useRead(listAudiences)
  const audienceId = Number(values.audienceId) || null
  const audience =
    audienceId === null ? 'All brokers' : (audiences?.find(({ id }) => id === audienceId)?.name ?? '…')
  const rate = values.rate ? formatRate(String(values.rate), values.rateType) : 'No rate'
  const missing = <span className="text-red-ink">Missing</span>
  const blocks: { step: StepId; title: string; facts: [string, ReactNode][] }[] = [
    {
      step: 'offer',
      title: 'Offer',
      facts: [
        ['Campaign name', values.name || missing],
        ['Product', values.product || missing],
        ['Rate', rate],
        ...(values.comparisonRate
          ? ([['Comparison rate', formatRate(String(values.comparisonRate))]] as [string, ReactNode][])
          : []),
        ...(isEdit
          ? ([['Status', campaignStatusLook(values.status ?? '').label]] as [string, ReactNode][])
          : []),
      ],
    },
    {
      step: 'script',
      title: 'Script',
      facts: [
        ['Call script', values.callScript ? countOf(values.callScript.length, 'character') : missing],
        [
          'AI prompt',
          values.aiPrompt ? countOf(values.aiPrompt.length, 'character') : 'None: the script is read out',
        ],
        ['Personality', capitalised(values.aiPersonality ?? '')],
      ],
    },
    {
      step: 'audience',
      title: 'Audience and hours',
      facts: [
        ['Audience', audience],
        ['Hold-out group', values.holdOutPercent ? `${values.holdOutPercent}%` : 'Nobody'],
        ['Days', daysText(values.callDaysOfWeek ?? []) || missing],
        ['Hours', hoursText(values.callStartTime ?? '', values.callEndTime ?? '')],
        ['Time zone', values.respectLocalTime ? 'Each broker’s own' : zoneText(values.timezone ?? '')],
        ['Concurrent calls', String(values.maxConcurrentCalls ?? '')],
        ['Budget', values.budget ? formatCost(String(values.budget), 'AUD') : 'No limit'],
      ],
    },
  ]
  return (
    <>
      <p className="text-ink-soft">
        {isEdit
          ? 'Calls in progress keep the script they started with.'
          : 'Nobody is called by creating the campaign. “Create and call…” shows once more who would be called, and asks.'}
      </p>
      {blocks.map(({ step, title, facts }) => (
        <section key={step} aria-label={title} className="border-t border-line pt-3">
          <div className="mb-1 flex items-center justify-between gap-3">
            <h3 className="text-sm font-semibold">{title}</h3>
            <Button
              variant="ghost"
              size="sm"
              aria-label={`Change ${title.toLowerCase()}`}
              onClick={() => onStep(step)}
            >
              Change
            </Button>
          </div>
          <dl className="grid grid-cols-[9rem_1fr] gap-x-3 gap-y-1.5 max-sm:grid-cols-1 max-sm:gap-y-0">
            {facts.map(([name, value]) => (
              <div key={name} className="contents max-sm:block max-sm:py-1">
                <dt className="text-ink-soft max-sm:text-xs">{name}</dt>
                <dd className="min-w-0 break-words">{value}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </>
  )
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
