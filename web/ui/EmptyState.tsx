import type { LucideIcon } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'

interface EmptyStateProps {
  icon?: LucideIcon
  /** The specification's text, e.g. 'No campaigns yet'. */
  title: string
  /** One sentence on the content of this place. */
  children?: ReactNode
  /** The primary action, e.g. to create the first item. */
  action?: ReactNode
}

/** An empty state. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps): ReactElement {
  return (
    <div className="flex flex-col items-center px-6 py-12 text-center">
      {Icon && (
        <span className="mb-3 flex size-10 items-center justify-center rounded-lg border border-line bg-surface text-ink-faint">
          <Icon aria-hidden className="size-5" strokeWidth={1.5} />
        </span>
      )}
      <p className="font-medium">{title}</p>
      {children && <p className="mt-1 max-w-sm text-ink-soft">{children}</p>}
      {action && <div className="mt-4 flex gap-2">{action}</div>}
    </div>
  )
}
