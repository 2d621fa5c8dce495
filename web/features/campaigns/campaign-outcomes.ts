import { callResponseLabels, callResponses } from '#contract/calls/calls.ts'
import type { Campaign } from '#contract/campaigns/campaigns.ts'
import { callResponseLook } from '#web/features/calls/call-labels.ts'
import type { Outcome } from '#web/ui/charts/OutcomeBar.tsx'
import { dotClass } from '#web/ui/tone.ts'

/** Results of a campaign's ended calls: responses in their colours, then those without one. */
export function campaignOutcomes({ results }: Pick<Campaign, 'results'>): Outcome[] {
  return [
    ...callResponses.map((response) => ({
      label: callResponseLabels[response],
      value: results[response],
      className: dotClass[callResponseLook(response)?.tone ?? 'grey'],
    })),
    { label: 'Answered, no response', value: results.noChoice, className: 'bg-grey' },
    { label: 'Not answered', value: results.unanswered, className: 'bg-ink-faint/35' },
    { label: 'Failed', value: results.failed, className: 'bg-ink' },
  ]
}

/** Ended calls without a conversation: the difference between the completed calls and all calls, apart from those in progress. */
export const unansweredCalls = ({ results }: Pick<Campaign, 'results'>): number =>
  results.unanswered + results.failed
