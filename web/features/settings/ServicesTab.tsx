import { Lock } from 'lucide-react'
import type { ReactElement } from 'react'
import { useRefusal } from '#web/api/session.ts'
import { Panel } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { Outbox } from './Outbox.tsx'
import { ServiceList } from './ServiceList.tsx'
import { VaultPanel } from './VaultPanel.tsx'

export function ServicesTab(): ReactElement {
  const refusal = useRefusal('outbox.read')
  return (
    <div className="flex flex-col gap-4">
      <ServiceList />
      <VaultPanel />
      {refusal ? (
        <Panel title="Outbox">
          <EmptyState icon={Lock} title="The outbox holds personal messages">
            {refusal}
          </EmptyState>
        </Panel>
      ) : (
        <Outbox />
      )}
    </div>
  )
}
