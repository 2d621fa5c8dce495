import { CalendarCheck, FileCheck2, type LucideIcon, MessageSquareText, PhoneOff } from 'lucide-react'
import type { ReactElement } from 'react'

const answers: readonly { key: string; icon: LucideIcon; text: string }[] = [
  { key: '1', icon: MessageSquareText, text: 'Send me the link by SMS' },
  { key: '2', icon: CalendarCheck, text: 'Book a meeting with a BDM' },
  { key: '3', icon: FileCheck2, text: 'Start my accreditation' },
  { key: '4', icon: PhoneOff, text: 'Do not call me again' },
]

/** The four answers that a called broker can give. */
export function CallMenu(): ReactElement {
  return (
    <div className="mt-8 max-w-lg">
      <h2 className="text-sm font-medium text-ink-soft">One call, four answers</h2>
      <ol className="mt-3 grid gap-px overflow-clip rounded-lg border border-line bg-line sm:grid-cols-2">
        {answers.map(({ key, icon: Icon, text }) => (
          <li key={key} className="flex items-center gap-3 bg-surface px-4 py-3 text-sm">
            <span
              aria-hidden
              className="tabular flex size-7 shrink-0 items-center justify-center rounded-md border border-line bg-sunken font-semibold"
            >
              {key}
            </span>
            {text}
            <Icon aria-hidden className="ml-auto size-4 shrink-0 text-ink-faint" strokeWidth={1.75} />
          </li>
        ))}
      </ol>
    </div>
  )
}
