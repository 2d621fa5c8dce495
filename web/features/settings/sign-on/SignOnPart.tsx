import { KeyRound } from 'lucide-react'
import type { ReactElement } from 'react'
import { getSignOn, removeSignOn } from '#contract/accounts/sign-on.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { SettingsPanel } from '#web/ui/SettingsForm.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { EnforcementForm } from './EnforcementForm.tsx'
import { IssuerForm } from './IssuerForm.tsx'

/** Single sign-on of staff. */
export function SignOnPart(): ReactElement {
  const refusal = useRefusal('sign_on.write')
  if (!refusal) return <Settings />
  return (
    <Panel title="Single sign-on">
      <EmptyState icon={KeyRound} title="Only admins set the single sign-on up">
        {refusal}
      </EmptyState>
    </Panel>
  )
}

function Settings(): ReactElement {
  const read = useRead(getSignOn)
  return (
    <div className="flex flex-col gap-4">
      <SettingsPanel
        title="Single sign-on"
        read={read}
        loadingText="Loading the settings..."
        failure="The settings could not be loaded."
        skeleton="h-96"
      >
        {(saved) => <IssuerForm saved={saved} />}
      </SettingsPanel>
      {read.data?.issuer != null && (
        <>
          <Panel title="The only way for staff">
            <EnforcementForm key={String(read.data.enforced)} saved={read.data} />
          </Panel>
          <RemoveSignOn enforced={read.data.enforced} />
        </>
      )}
    </div>
  )
}

function RemoveSignOn({ enforced }: { enforced: boolean }): ReactElement {
  const remove = useWrite(removeSignOn, {
    refresh: ['auth'],
    onSuccess: () => toastSuccess('Single sign-on removed'),
    onError: (error) => toastError(messageOf(error, 'Failed to remove the single sign-on')),
  })
  const ask = async (): Promise<void> => {
    const yes = await confirm({
      title: 'Remove the single sign-on?',
      body: 'Everybody who came in through it is signed out. Their accounts stay; those without a password need one by "Forgot your password?".',
      action: 'Remove single sign-on',
      danger: true,
    })
    if (yes) remove.mutate({})
  }
  return (
    <div className="flex justify-end">
      <Button
        variant="remove"
        pending={remove.isPending}
        pendingText="Removing..."
        disabledReason={enforced ? 'Staff sign in through it only. Turn that off first.' : null}
        onClick={() => void ask()}
      >
        Remove single sign-on
      </Button>
    </div>
  )
}
