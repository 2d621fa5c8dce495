import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { type CampaignInput, campaignFields, campaignShape } from '#contract/campaigns/campaigns.ts'
import { useZodForm } from '#web/lib/form.ts'
import type { CampaignForm } from '../campaign-form.ts'

export interface EditorForm {
  form: CampaignForm
  /** Changes with each `fill`. */
  filled: number
  /** Replaces the values as if the user had typed them. */
  fill: (values: CampaignInput) => void
}

/** The form of a campaign's page, with the input of the dialog that opened the page. */
export function useEditorForm(initial: CampaignInput): EditorForm {
  const form = useZodForm(campaignFields, initial)
  const handedOver = useRef(typedIn(useLocation().state))
  const [filled, setFilled] = useState(0)
  const { reset } = form
  const fill = useCallback(
    (values: CampaignInput) => {
      // changes are still measured against the saved values
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

/** Input that a dialog passed in the history entry; null: the page was not opened by a dialog. */
function typedIn(state: unknown): Partial<CampaignInput> | null {
  if (typeof state !== 'object' || state === null || !('campaign' in state)) return null
  const { campaign } = state
  if (typeof campaign !== 'object' || campaign === null) return null
  const known = Object.entries(campaign).filter(([name]) => name in campaignShape)
  return Object.fromEntries(known)
}
