import { History } from 'lucide-react'
import type { ReactElement } from 'react'
import { formatDateTime, formatTime } from '#web/lib/dates.ts'
import { partWords } from '#web/lib/form-controls.ts'
import type { KeptDraft } from '#web/lib/use-kept-draft.ts'
import { Button } from './Button.tsx'

const DAY_MS = 86_400_000

/** Earlier unsaved input of this form, to be restored or discarded. */
export function DraftNotice({ draft }: { draft: KeptDraft }): ReactElement | null {
  const { offer, rest } = draft
  if (offer) {
    const isOld = Date.now() - offer.at > DAY_MS
    const when = isOld ? formatDateTime(offer.at) : formatTime(offer.at)
    return (
      <div
        data-notice
        role="status"
        className="col-span-full flex w-full flex-wrap items-center gap-x-3 gap-y-2 rounded-lg bg-blue-soft px-3 py-2 text-blue-ink"
      >
        <History aria-hidden className="size-4 shrink-0" strokeWidth={1.75} />
        <span className="min-w-0 flex-1 basis-48">You have unsaved changes from {when}.</span>
        <span className="flex gap-2">
          <Button size="sm" onClick={draft.restore}>
            Restore
          </Button>
          <Button size="sm" variant="ghost" onClick={draft.discard}>
            Discard
          </Button>
        </span>
      </div>
    )
  }
  const left = Object.entries(rest)
  if (left.length === 0) return null
  return (
    <div
      data-notice
      role="status"
      className="col-span-full w-full rounded-lg bg-amber-soft px-3 py-2 text-amber-ink"
    >
      <p>The form has no place for this now:</p>
      {left.map(([name, value]) => (
        <p key={name} className="break-words whitespace-pre-wrap">
          {name}: {partWords(value)}
        </p>
      ))}
    </div>
  )
}
