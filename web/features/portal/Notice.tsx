import { CircleAlert, CircleCheck, Clock, Info, type LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { cx } from '#web/ui/cx.ts'
import { softClass, type Tone } from '#web/ui/tone.ts'

const icons: Record<Tone, LucideIcon> = {
  green: CircleCheck,
  amber: Clock,
  blue: Info,
  red: CircleAlert,
  grey: Info,
}

interface NoticeProps {
  tone: Tone
  title?: string
  children: ReactNode
  /** Read out when it appears. */
  live?: boolean
}

/** A few sentences that stay where they are, unlike a toast. */
export function Notice({ tone, title, children, live }: NoticeProps): ReactElement {
  const Icon = icons[tone]
  return (
    <div
      role={live ? 'status' : undefined}
      className={cx('flex items-start gap-2.5 rounded-lg px-3.5 py-3 text-left', softClass[tone])}
    >
      <Icon aria-hidden className="mt-0.5 size-5 shrink-0" strokeWidth={1.75} />
      <div className="flex min-w-0 flex-1 flex-col items-start gap-1 break-words">
        {title && <p className="font-semibold">{title}</p>}
        {children}
      </div>
    </div>
  )
}
