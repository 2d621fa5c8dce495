import { type ReactElement, useEffect } from 'react'
import { Brand } from '#web/ui/Brand.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'

const RETRY_MS = 10_000

interface NotOpenedProps {
  error: unknown
  onRetry: () => void
}

/** The console without an answer of the server, e.g. after a reload without a network. It retries until it opens. */
export function NotOpened({ error, onRetry }: NotOpenedProps): ReactElement {
  useEffect(() => {
    const timer = window.setInterval(onRetry, RETRY_MS)
    window.addEventListener('online', onRetry)
    return () => {
      window.clearInterval(timer)
      window.removeEventListener('online', onRetry)
    }
  }, [onRetry])
  return (
    <main className="mx-auto flex max-w-xl flex-col items-center pt-16">
      <Brand large />
      <ErrorState title="Brokerline could not be opened." error={error} onRetry={onRetry} />
      <p className="text-ink-soft">This page opens when the connection is back.</p>
    </main>
  )
}
