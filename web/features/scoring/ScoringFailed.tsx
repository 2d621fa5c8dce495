import { CircleAlert } from 'lucide-react'
import { type ReactElement, useEffect } from 'react'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { Button } from '#web/ui/Button.tsx'

/** Opens the landing page with the sign-in. */
const signIn = (): void => window.location.assign('/api/login')

/** An HTML page instead of data: a proxy in between has ended the session. */
const isPage = (error: unknown): boolean => error instanceof ApiError && error.code === 'unreadable'

/** In place of the scores, as specified. */
export function ScoringFailed({ error, onRetry }: { error: unknown; onRetry: () => void }): ReactElement {
  const lead = isPage(error)
  useEffect(() => {
    if (lead) signIn()
  }, [lead])
  return (
    <div role="alert" className="flex flex-col items-center px-6 py-16 text-center">
      <CircleAlert aria-hidden className="mb-3 size-6 text-red" strokeWidth={1.5} />
      <h2 className="text-base font-semibold">Unable to Load Scoring Data</h2>
      <p className="mt-1 max-w-md text-ink-soft">{messageOf(error, 'Something went wrong on our side.')}</p>
      <div className="mt-4 flex gap-2">
        <Button variant="primary" onClick={onRetry}>
          Retry
        </Button>
        <Button onClick={signIn}>Login Again</Button>
      </div>
    </div>
  )
}
