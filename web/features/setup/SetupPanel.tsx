import type { ReactElement } from 'react'
import { putSetupAway } from '#contract/system/setup.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { toastError } from '#web/ui/toast.ts'
import { SetupSteps } from './SetupSteps.tsx'
import { progressText } from './setup-steps.ts'
import { useSetup } from './use-setup.ts'

/** The first steps in the settings, also where they were dismissed from the dashboard; hidden once all are done. */
export function SetupPanel(): ReactElement | null {
  const { setup } = useSetup()
  const change = useWrite(putSetupAway, {
    onError: (error) => toastError(messageOf(error, 'Failed to save. Please try again.')),
  })
  if (!setup || setup.done) return null
  return (
    <Panel
      title="First steps"
      actions={
        <>
          <span className="text-ink-soft">{progressText(setup)}</span>
          {setup.putAway && (
            <Button
              size="sm"
              pending={change.isPending}
              onClick={() => change.mutate({ body: { putAway: false } })}
            >
              Show on the dashboard
            </Button>
          )}
        </>
      }
      flush
    >
      <SetupSteps setup={setup} />
    </Panel>
  )
}
