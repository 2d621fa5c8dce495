import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { previewScript } from '#contract/campaigns/campaign-drafts.ts'
import { campaignShape, MAX_CALL_SCRIPT, unknownPlaceholder } from '#contract/campaigns/campaigns.ts'
import { cutText } from '#contract/plain-text.ts'
import { type AnswerOf, call } from '#web/api/call.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import type { CampaignForm } from '../campaign-form.ts'

export type Preview = AnswerOf<typeof previewScript>
export type Draft = ReturnType<typeof useDraft>

export interface ScriptPreviewState {
  query: UseQueryResult<Preview>
  /** Input of the preview; null: the script is too long or has an unknown placeholder. */
  draft: Draft | null
  /** Shows the broker after or before the one on screen. */
  move: (direction: 'next' | 'previous') => void
}

/** The script as read to a broker, updated with a debounce after the last change. */
export function useScriptPreview(form: CampaignForm): ScriptPreviewState {
  const draft = useSettled(useDraft(form))
  const [heard, setHeard] = useState<{ brokerId: number; move?: 'next' | 'previous' } | null>(null)
  const isFit = draft.callScript.length <= MAX_CALL_SCRIPT && unknownPlaceholder(draft.callScript) === null
  const query = useQuery({
    queryKey: ['script-preview', draft, heard],
    queryFn: ({ signal }) => call(previewScript, { body: { ...draft, ...heard }, signal }),
    enabled: isFit,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  const shown = query.data?.broker
  return {
    query,
    draft: isFit ? { ...draft, brokerId: shown?.id ?? null } : null,
    move: (move) => shown && setHeard({ brokerId: shown.id, move }),
  }
}

/** The fields that the preview depends on; an invalid rate counts as not given. */
function useDraft(form: CampaignForm) {
  const [product, rate, rateType, callScript, aiPersonality, audienceId] = useWatch({
    control: form.control,
    name: ['product', 'rate', 'rateType', 'callScript', 'aiPersonality', 'audienceId'],
  })
  const known = campaignShape.rate.safeParse(rate)
  return {
    product: cutText((product ?? '').trim(), 200),
    rate: known.success ? known.data : null,
    rateType: cutText(rateType ?? '', 60),
    callScript: callScript ?? '',
    aiPersonality: aiPersonality ?? 'professional',
    audienceId: Number(audienceId) || null,
    brokerId: null as number | null, // filled with the one on screen
  }
}
