import { Fingerprint } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import type { Passkey } from '#contract/accounts/passkeys.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { lazyDialog } from '#web/ui/lazily.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { useAccountArea } from './area.ts'

const AddDialog = lazyDialog(async () => (await import('./AddPasskey.tsx')).AddPasskey)

/** Sign-in with the device's own lock instead of a password. */
export function Passkeys(): ReactElement {
  const { passkeys, size } = useAccountArea()
  const [isAdding, setAdding] = useState(false)
  const read = useRead(passkeys.listPasskeys)
  return (
    <Panel title="Passkeys">
      <div className="flex flex-col items-start gap-3">
        <p className="text-ink-soft">
          Sign in with your fingerprint, face or the PIN of your device. A passkey needs no code and works on
          our own address only, so that no other site can ask you for it.
        </p>
        {read.data ? (
          read.data.length > 0 && (
            <ul aria-label="Passkeys" className="w-full divide-y divide-line">
              {read.data.map((passkey) => (
                <Row key={passkey.id} passkey={passkey} />
              ))}
            </ul>
          )
        ) : read.isError ? (
          <ErrorState
            title="Your passkeys could not be loaded."
            error={read.error}
            onRetry={() => void read.refetch()}
          />
        ) : (
          <Loading text="Loading..." />
        )}
        <Button size={size} icon={Fingerprint} onClick={() => setAdding(true)}>
          Add a passkey
        </Button>
      </div>
      {isAdding && <AddDialog onClose={() => setAdding(false)} />}
    </Panel>
  )
}

function Row({ passkey: { id, name, createdAt } }: { passkey: Passkey }): ReactElement {
  const { passkeys, size } = useAccountArea()
  const remove = useWrite(passkeys.removePasskey, {
    onSuccess: () => toastSuccess('Passkey removed'),
    onError: (error) => toastError(messageOf(error, 'The passkey could not be removed')),
  })
  const ask = async (): Promise<void> => {
    const body = 'It no longer signs you in here. Delete it on your device too.'
    if (await confirm({ title: `Remove ${name}?`, body, action: 'Remove passkey', danger: true })) {
      remove.mutate({ params: { id } })
    }
  }
  return (
    <li className="flex items-center justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="block truncate font-medium">{name}</span>
        <span className="text-xs text-ink-soft">
          Added <RelativeTime when={createdAt} />
        </span>
      </span>
      <Button size={size} variant="remove" pending={remove.isPending} onClick={() => void ask()}>
        Remove
      </Button>
    </li>
  )
}
