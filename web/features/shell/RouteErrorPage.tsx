import { CloudOff } from 'lucide-react'
import type { ReactElement } from 'react'
import { useRouteError } from 'react-router'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** For a screen that broke, or whose script could not be fetched (offline, or a new version is out). */
export function RouteErrorPage(): ReactElement {
  const error = useRouteError()
  const isOnline = useOnline()
  const isScript = error instanceof TypeError && /import|fetch/i.test(error.message)
  return (
    <div role="alert">
      <EmptyState
        icon={CloudOff}
        title={isScript ? 'This screen could not be loaded' : 'This screen ran into an error'}
        action={<Button onClick={() => window.location.reload()}>Reload</Button>}
      >
        {isOnline ? 'Reload the page. Saved changes are safe.' : 'Try again when you are back online.'}
      </EmptyState>
    </div>
  )
}
