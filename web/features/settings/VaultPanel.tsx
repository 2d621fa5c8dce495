import { KeyRound, Lock, RotateCcw, ShieldCheck } from 'lucide-react'
import type { ReactElement } from 'react'
import {
  getVaultStatus,
  startVaultRun,
  type VaultRunKind,
  type VaultStatus,
} from '#contract/documents/vault.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { toastError } from '#web/ui/toast.ts'
import { VaultFacts } from './VaultFacts.tsx'
import { runWords, startRefusal } from './vault-labels.ts'

const TITLE = 'Document vault'

/** Status and upkeep of the document vault. */
export function VaultPanel(): ReactElement {
  const refusal = useRefusal('vault.read')
  if (!refusal) return <Vault />
  return (
    <Panel title={TITLE}>
      <EmptyState icon={Lock} title="The vault holds personal documents">
        {refusal}
      </EmptyState>
    </Panel>
  )
}

function Vault(): ReactElement {
  const { data, error, refetch } = useRead(getVaultStatus)
  return (
    <Panel title={TITLE} actions={data && <VaultActions status={data} />}>
      {data ? (
        <VaultFacts status={data} />
      ) : error ? (
        <ErrorState title="The vault could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading text="Loading the vault...">
          <div className="flex flex-col gap-3">
            {[0, 1, 2, 3].map((line) => (
              <Skeleton key={line} className="h-5" />
            ))}
          </div>
        </Loading>
      )}
    </Panel>
  )
}

function VaultActions({ status }: { status: VaultStatus }): ReactElement {
  const refusal = useRefusal('vault.write')
  const start = useWrite(startVaultRun, {
    onError: (error, { body }) => {
      const kind = body instanceof FormData ? 'integrity' : body.kind
      toastError(messageOf(error, runWords[kind].failure))
    },
  })
  const why = (kind: VaultRunKind): string | null => refusal ?? startRefusal(status, kind)
  const run = (kind: VaultRunKind): void => start.mutate({ body: { kind } })
  const rotate = async (): Promise<void> => {
    const isSure = await confirm({
      title: 'Rotate the vault’s key?',
      body: 'A new key is created, and every file is re-encrypted with it in the background. Documents can be read and uploaded in the meantime. The old key is retired once no file needs it, and is kept for 30 more days for older copies. Back up the new key as soon as it is created.',
      action: 'Rotate keys',
    })
    if (isSure) run('rotation')
  }
  return (
    <>
      <Button
        size="sm"
        icon={RotateCcw}
        disabledReason={why('restore_test')}
        onClick={() => run('restore_test')}
      >
        Test restore
      </Button>
      <Button size="sm" icon={ShieldCheck} disabledReason={why('integrity')} onClick={() => run('integrity')}>
        Check now
      </Button>
      <Button size="sm" icon={KeyRound} disabledReason={why('rotation')} onClick={() => void rotate()}>
        Rotate keys
      </Button>
    </>
  )
}
