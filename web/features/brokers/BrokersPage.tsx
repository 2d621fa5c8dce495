import { FileCheck2, PhoneOff, Plus, Upload, UsersRound } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useRefusal } from '#web/api/session.ts'
import { CallPanel } from '#web/features/calls/CallPanel.tsx'
import { ReviewsLink } from '#web/features/documents/ReviewsLink.tsx'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { BrokerDialog } from './BrokerDialog.tsx'
import { BrokerDirectory } from './BrokerDirectory.tsx'
import { BrokerFigures } from './BrokerFigures.tsx'
import { BrokerPanel } from './BrokerPanel.tsx'

/** The broker directory page. */
export function BrokersPage(): ReactElement {
  const [isAdding, setAdding] = useState(false)
  const refusal = useRefusal('brokers.write')
  const importRefusal = useRefusal('brokers.import')
  const add = (
    <Button variant="primary" icon={Plus} disabledReason={refusal} onClick={() => setAdding(true)}>
      Add Broker
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Brokers"
        subtitle="The brokers your campaigns call, and who may be called."
        actions={
          <>
            <ButtonLink to="/brokers/applications" variant="ghost" icon={FileCheck2}>
              Applications
            </ButtonLink>
            <ButtonLink to="/brokers/audiences" variant="ghost" icon={UsersRound}>
              Audiences
            </ButtonLink>
            <ReviewsLink />
            <ButtonLink to="/brokers/suppressions" variant="ghost" icon={PhoneOff}>
              Suppression list
            </ButtonLink>
            {importRefusal ? (
              <Button icon={Upload} disabledReason={importRefusal}>
                Import CSV
              </Button>
            ) : (
              <ButtonLink to="/brokers/import" icon={Upload}>
                Import CSV
              </ButtonLink>
            )}
            {add}
          </>
        }
      />
      <div className="flex flex-col gap-4">
        <BrokerFigures />
        <BrokerDirectory emptyAction={add} />
      </div>
      <BrokerPanel />
      <CallPanel />
      {isAdding && <BrokerDialog broker={null} onClose={() => setAdding(false)} />}
    </>
  )
}
