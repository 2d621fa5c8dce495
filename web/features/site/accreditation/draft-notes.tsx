import type { ReactElement } from 'react'
import type { Draft } from '#contract/accreditations/accreditations.ts'
import { dayName } from '#contract/calendar.ts'
import { sydneyDay } from '#web/features/site/booking/times.ts'
import { Notice } from '#web/features/site/ui/Notice.tsx'

const dayOf = (instant: string): string => dayName(sydneyDay(instant))
const untilOf = ({ expiresAt }: Draft): string => (expiresAt ? `until ${dayOf(expiresAt)}` : 'at any time')

/** Above a continued form: the reviewer's request, or the origin of its texts. */
export function ResumedNotice({ draft }: { draft: Draft }): ReactElement {
  return (
    <div className="mb-6">
      {draft.request ? (
        <Notice tone="warning" title="We need more information from you">
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

/** How to return to the saved draft. */
export function savedText(draft: Draft): string {
  return draft.request
    ? 'You can continue with the link we emailed to you.'
    : `The link we emailed to ${draft.email} opens it again, on any device, ${untilOf(draft)}.`
}
