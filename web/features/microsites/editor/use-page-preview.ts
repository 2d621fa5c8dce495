import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { previewMicrosite } from '#contract/microsites/microsites.ts'
import { call } from '#web/api/call.ts'
import { useSettled } from '#web/lib/use-settled.ts'
import type { MicrositeForm } from '../microsite-form.ts'

export interface PagePreviewState {
  html: string | undefined
  error: Error | null
  isFetching: boolean
  /** The form's values cannot be previewed: a text is too long. */
  isUnfit: boolean
}

/** The page as the server would render it, a moment after the last change. */
export function usePagePreview(form: MicrositeForm): PagePreviewState {
  const { slug: _slug, active: _active, campaignId, ...texts } = useWatch({ control: form.control })
  const draft = useSettled({ ...texts, campaignId: Number(campaignId) || null }, 300)
  const body = previewMicrosite.body.safeParse(withoutNulls(draft))
  const query = useQuery({
    queryKey: ['microsite-preview', draft],
    queryFn: ({ signal }) =>
      call(previewMicrosite, { body: previewMicrosite.body.parse(withoutNulls(draft)), signal }),
    enabled: body.success,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
  return {
    html: query.data?.html,
    error: query.error,
    isFetching: query.isFetching,
    isUnfit: !body.success,
  }
}

const withoutNulls = (draft: object): object =>
  Object.fromEntries(Object.entries(draft).filter(([, value]) => value !== null))
