import type { ReactElement } from 'react'
import type { Draft } from '#contract/accreditations.ts'
import { dayName } from '#web/features/site/booking/days.ts'
import { sydneyDay } from '#web/features/site/booking/times.ts'
import { Notice } from '#web/features/site/ui/Notice.tsx'

interface DraftNoticesProps {
  draft: Draft | null
  /** The page was opened with the draft, not saved here. */
  wasResumed: boolean
  savedTo: string | null
}

const dayOf = (instant: string): string => dayName(sydneyDay(instant))

/** What the reviewer asks for, where a draft comes from, and how to come back to it. */
export function DraftNotices({ draft, wasResumed, savedTo }: DraftNoticesProps): ReactElement {
  const until = draft?.expiresAt ? ` until ${dayOf(draft.expiresAt)}` : ''
  return (
    <div className="mb-6 grid gap-4 empty:hidden">
      {draft?.request && (
        <Notice tone="warning" title="We need a little more from you">
          {draft.request}
        </Notice>
      )}
      {draft && wasResumed && !savedTo && !draft.request && (
        <Notice tone="info" title="Welcome back">
          {`This is your draft of ${dayOf(draft.savedAt)}. It is kept${until}.`}
        </Notice>
      )}
      {draft && savedTo && (
        <Notice tone="success" title="Draft saved" live>
          {draft.request
            ? 'You can go on by the link that we mailed to you.'
            : `The link that we mailed to ${savedTo} opens it again, on any device,${until || ' at any time'}.`}
        </Notice>
      )}
    </div>
  )
}
