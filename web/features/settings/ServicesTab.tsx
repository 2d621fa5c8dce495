import { Lock } from 'lucide-react'
import type { ReactElement } from 'react'
import { systemInfo } from '#contract/system/system.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { ApiKeysPanel } from '#web/features/api-keys/ApiKeysPanel.tsx'
import { WebhooksPanel } from '#web/features/webhooks/WebhooksPanel.tsx'
import { Below } from '#web/ui/Below.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { DataFlows } from './DataFlows.tsx'
import { Outbox } from './Outbox.tsx'
import { ServiceList } from './ServiceList.tsx'
import { SettingsParts } from './SettingsParts.tsx'
import { VaultPanel } from './VaultPanel.tsx'

const parts = [
  { value: 'status', label: 'Status', content: <Status /> },
  { value: 'providers', label: 'Service providers', content: <DataFlows /> },
  { value: 'messages', label: 'Messages', content: <Messages /> },
  { value: 'api-keys', label: 'API keys', content: <ApiKeysPanel /> },
  { value: 'webhooks', label: 'Webhooks', content: <WebhooksPanel /> },
]

export function ServicesTab(): ReactElement {
  return <SettingsParts label="Services" parts={parts} />
}

function Status(): ReactElement {
  const isListed = !useRead(systemInfo).isPending
  return (
    <div className="flex flex-col gap-4">
      <ServiceList />
      <Below isReady={isListed}>
        <VaultPanel />
      </Below>
    </div>
  )
}

function Messages(): ReactElement {
  const refusal = useRefusal('outbox.read')
  return refusal ? (
    <Panel title="Outbox">
      <EmptyState icon={Lock} title="The outbox holds personal messages">
        {refusal}
      </EmptyState>
    </Panel>
  ) : (
    <Outbox />
  )
}
