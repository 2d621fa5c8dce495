import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactElement, ReactNode, Ref } from 'react'
import { cx } from '#web/ui/cx.ts'

export type NoticeTone = 'info' | 'success' | 'warning' | 'error'

const looks: Record<NoticeTone, { icon: LucideIcon; box: string; ink: string }> = {
  info: { icon: Info, box: 'border-blue/40 bg-blue-soft', ink: 'text-blue-ink' },
  success: { icon: CircleCheck, box: 'border-green/40 bg-green-soft', ink: 'text-green-ink' },
  warning: { icon: TriangleAlert, box: 'border-amber/50 bg-amber-soft', ink: 'text-amber-ink' },
  error: { icon: CircleAlert, box: 'border-red/40 bg-red-soft', ink: 'text-red-ink' },
}

interface NoticeProps {
  tone: NoticeTone
  title: string
  children?: ReactNode
  /** Announced when it appears after an action; leave out for content of the initial page. */
  live?: boolean
  /** To move the focus to it, so that it is announced next. */
  ref?: Ref<HTMLDivElement>
}

/** A message box. */
export function Notice({ tone, title, children, live, ref }: NoticeProps): ReactElement {
  const { icon: Icon, box, ink } = looks[tone]
  return (
    <div
      ref={ref}
      tabIndex={ref ? -1 : undefined}
      role={live ? (tone === 'error' ? 'alert' : 'status') : undefined}
      className={cx('flex gap-3 rounded-xl border p-4 outline-none', box)}
    >
      <Icon aria-hidden className={cx('mt-0.5 size-5 shrink-0', ink)} strokeWidth={1.75} />
      <div className="min-w-0">
        <p className={cx('font-semibold', ink)}>{title}</p>
        {children && <div className="mt-0.5 break-words whitespace-pre-line">{children}</div>}
      </div>
    </div>
  )
}
