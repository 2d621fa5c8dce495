import type { ReactElement } from 'react'
import type { Draft } from '#contract/accreditations.ts'
import { dayName } from '#contract/calendar.ts'
import { sydneyDay } from '#web/features/site/booking/times.ts'
import { Notice } from '#web/features/site/ui/Notice.tsx'

const dayOf = (instant: string): string => dayName(sydneyDay(instant))
const untilOf = ({ expiresAt }: Draft): string => (expiresAt ? `until ${dayOf(expiresAt)}` : 'at any time')

/** Above a form that was gone on with: what the reviewer asks for, or where its texts come from. */
export function ResumedNotice({ draft }: { draft: Draft }): ReactElement {
  return (
    <div className="mb-6">
      {draft.request ? (
        <Notice tone="warning" title="We need a little more from you">
          {draft.request}
        </Notice>
      ) : (
        <Notice tone="info" title="Welcome back">
          {`This is your draft of ${dayOf(draft.savedAt)}. Its link works ${untilOf(draft)}.`}
        </Notice>
      )}
    </div>
  )
}

/** How to come back to what was saved, in one or two sentences. */
export function savedText(draft: Draft): string {
  return draft.request
    ? 'You can go on by the link that we mailed to you.'
    : `The link that we mailed to ${draft.email} opens it again, on any device, ${untilOf(draft)}.`
}
