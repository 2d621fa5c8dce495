import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type CampaignInput, campaignFields, campaignShape } from '#contract/campaigns.ts'
import { useZodForm } from '#web/lib/form.ts'
import type { CampaignForm } from '../campaign-form.ts'

export interface EditorForm {
  form: CampaignForm
  /** Changes with each `fill`. */
  filled: number
  /** Puts values in place of what is there, as if they had been typed. */
  fill: (values: CampaignInput) => void
}

/** The form of a campaign's page: with what was typed in the dialog that it was opened from. */
export function useEditorForm(initial: CampaignInput): EditorForm {
  const form = useZodForm(campaignFields, initial)
  const handedOver = useRef(typedIn(useLocation().state))
  const [filled, setFilled] = useState(0)
  const { reset } = form
  const fill = useCallback(
    (values: CampaignInput) => {
      // the saved values stay what changes are measured by
      reset(values, { keepDefaultValues: true })
      setFilled((times) => times + 1)
    },
    [reset],
  )
  useLayoutEffect(() => {
    const typed = handedOver.current
    handedOver.current = null
    if (typed) fill({ ...initial, ...typed })
  }, [fill, initial])
  return { form, filled, fill }
}

/** What a dialog hands over in the history's entry; null: the page was opened by itself. */
function typedIn(state: unknown): Partial<CampaignInput> | null {
  if (typeof state !== 'object' || state === null || !('campaign' in state)) return null
  const { campaign } = state
  if (typeof campaign !== 'object' || campaign === null) return null
  const known = Object.entries(campaign).filter(([name]) => name in campaignShape)
  return Object.fromEntries(known)
}
