import { LockKeyhole } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button } from '#web/ui/Button.tsx'

/** Scoring for signed-out visitors, as specified. */
export function AuthenticationRequired(): ReactElement {
  return (
    <main className="flex min-h-dvh flex-col items-center justify-center px-6 text-center">
      <LockKeyhole aria-hidden className="mb-4 size-8 text-ink-faint" strokeWidth={1.5} />
      <h1 className="text-xl font-semibold">Authentication Required</h1>
      <p className="mt-1 max-w-md text-ink-soft">Sign in to see the scores of brokers.</p>
      <Button variant="primary" className="mt-5" onClick={() => window.location.assign('/')}>
        Go to Login
      </Button>
    </main>
  )
}
