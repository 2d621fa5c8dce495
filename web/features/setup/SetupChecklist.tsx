import type { ReactElement } from 'react'
import { putSetupAway, setupSteps } from '#contract/system/setup.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { toast, toastError } from '#web/ui/toast.ts'
import { SetupSteps } from './SetupSteps.tsx'
import { progressText } from './setup-steps.ts'
import { useSetup } from './use-setup.ts'

/** The first steps of a new installation, on the dashboard until they are done or put away. */
export function SetupChecklist(): ReactElement | null {
  const { setup, isShown } = useSetup()
  const away = useWrite(putSetupAway, {
    onSuccess: () =>
      toast({
        title: 'First steps dismissed',
        message: 'You find them under Settings → Overview.',
        tone: 'success',
      }),
    onError: (error) => toastError(messageOf(error, 'Failed to save. Please try again.')),
  })
  if (!isShown) return null
  if (!setup) return <Waiting />
  return (
    <div className="mb-4">
      <Panel
        title="First steps"
        actions={
          <>
            <span className="text-ink-soft">{progressText(setup)}</span>
            <Button
              variant="ghost"
              size="sm"
              pending={away.isPending}
              onClick={() => away.mutate({ body: { putAway: true } })}
            >
              Dismiss
            </Button>
          </>
        }
        flush
      >
        <SetupSteps setup={setup} />
      </Panel>
    </div>
  )
}

/** As high as the list. */
function Waiting(): ReactElement {
  return (
    <div className="mb-4">
      <Panel title="First steps" flush>
        <div aria-hidden className="divide-y divide-line">
          {setupSteps.map((step) => (
            <div key={step} className="flex h-15 items-center gap-3 px-4 max-sm:h-28">
              <Skeleton className="size-5 rounded-full" />
              <Skeleton className="h-4 w-2/3" />
            </div>
          ))}
        </div>
      </Panel>
    </div>
  )
}
