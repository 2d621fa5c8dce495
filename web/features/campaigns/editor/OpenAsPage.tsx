import { type ReactElement, useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import type { CampaignForm } from '../campaign-form.ts'

/** What leads from a dialog to the same form as a page, with what was typed. */
export function useOpenAsPage(form: CampaignForm, path: string): { isMoving: boolean; link: ReactElement } {
  const navigate = useNavigate()
  const [isMoving, setMoving] = useState(false)
  useEffect(() => {
    // a moment later: the dialog asks no more whether to leave, as nothing is lost
    if (isMoving) void navigate(path, { state: { campaign: form.getValues() } })
  }, [isMoving, navigate, path, form])
  const link = (
    <button
      type="button"
      onClick={() => setMoving(true)}
      className="rounded font-medium text-link underline underline-offset-2"
    >
      Open as a page
    </button>
  )
  return { isMoving, link }
}
