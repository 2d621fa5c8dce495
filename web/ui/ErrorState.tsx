import { CircleAlert } from 'lucide-react'
import type { ReactElement, ReactNode } from 'react'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { Button } from './Button.tsx'

interface ErrorStateProps {
  /** The failure: 'The brokers could not be loaded.' */
  title: string
  error: unknown
  onRetry?: () => void
  /** Link to the screen that fixes the cause; shown before the retry. */
  action?: ReactNode
}

/** Shown when data could not be loaded. */
export function ErrorState({ title, error, onRetry, action }: ErrorStateProps): ReactElement {
  const requestId = error instanceof ApiError ? error.requestId : null
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-12 text-center">
      <CircleAlert aria-hidden className="mb-3 size-6 text-red" strokeWidth={1.5} />
      <p className="font-medium">{title}</p>
      <p className="mt-1 max-w-md text-ink-soft">{messageOf(error, 'Something went wrong on our side.')}</p>
      {requestId && <p className="mt-1 text-xs text-ink-faint">Request {requestId}</p>}
      {(action || onRetry) && (
        <div className="mt-4 flex flex-wrap justify-center gap-2">
          {action}
          {onRetry && <Button onClick={onRetry}>Try again</Button>}
        </div>
      )}
    </div>
  )
}
