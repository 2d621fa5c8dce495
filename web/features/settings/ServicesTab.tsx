import { Lock } from 'lucide-react'
import type { ReactElement } from 'react'
import { systemInfo } from '#contract/system.ts'
import { getVaultStatus } from '#contract/vault.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { Below } from '#web/ui/Below.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Outbox } from './Outbox.tsx'
import { ServiceList } from './ServiceList.tsx'
import { VaultPanel } from './VaultPanel.tsx'

export function ServicesTab(): ReactElement {
  const refusal = useRefusal('outbox.read')
  const isListed = !useRead(systemInfo).isPending
  const vaultRefusal = useRefusal('vault.read')
  const vault = useRead(getVaultStatus, undefined, { enabled: vaultRefusal === null })
  const isVaultShown = vaultRefusal !== null || !vault.isPending
  return (
    <div className="flex flex-col gap-4">
      <ServiceList />
      <Below isReady={isListed}>
        <VaultPanel />
      </Below>
      <Below isReady={isListed && isVaultShown}>
        {refusal ? (
          <Panel title="Outbox">
            <EmptyState icon={Lock} title="The outbox holds personal messages">
              {refusal}
            </EmptyState>
          </Panel>
        ) : (
          <Outbox />
        )}
      </Below>
    </div>
  )
}
