import { Plus, Upload } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useRefusal } from '#web/api/session.ts'
import { CallPanel } from '#web/features/calls/CallPanel.tsx'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { BrokerDialog } from './BrokerDialog.tsx'
import { BrokerDirectory } from './BrokerDirectory.tsx'
import { BrokerFigures } from './BrokerFigures.tsx'
import { BrokerPanel } from './BrokerPanel.tsx'
import { BrokerTabs } from './BrokerTabs.tsx'

/** Opened from elsewhere, e.g. the search. */
const asked = { add: '' }

/** The broker directory page. */
export function BrokersPage(): ReactElement {
  const [isOpen, setOpen] = useState(false)
  const [{ add: isAsked }, setAsked] = useUrlState(asked)
  const refusal = useRefusal('brokers.write')
  const importRefusal = useRefusal('brokers.import')
  const isAdding = isOpen || (isAsked !== '' && refusal === null)
  const setAdding = (open: boolean): void => {
    setOpen(open)
    if (!open) setAsked({ add: '' })
  }
  const add = (
    <Button variant="primary" icon={Plus} disabledReason={refusal} onClick={() => setAdding(true)}>
      Add Broker
    </Button>
  )
  return (
    <>
      <PageHeader
        title="Brokers"
        subtitle={
          <span className="max-md:hidden">The brokers your campaigns call, and who may be called.</span>
        }
        actions={
          <>
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
      <BrokerTabs />
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
