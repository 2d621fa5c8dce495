import { FlaskConical } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { listPhoneNumbers } from '#contract/calls/telephony.ts'
import { vendors } from '#contract/calls/vendors.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { Below } from '#web/ui/Below.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { lazyDialog, lazyPanel } from '#web/ui/lazily.tsx'
import { AnswerRates } from './numbers/AnswerRates.tsx'
import { VendorPanel } from './numbers/VendorPanel.tsx'
import { VoicePanel } from './numbers/VoicePanel.tsx'

const TestCallDialog = lazyDialog(
  async () => (await import('#web/features/calls/TestCallDialog.tsx')).TestCallDialog,
)
const CallPanel = lazyPanel(async () => (await import('#web/features/calls/CallPanel.tsx')).CallPanel)

/** The numbers of calls and messages, and a test call. */
export function NumbersTab(): ReactElement {
  const numbers = useRead(listPhoneNumbers)
  const retry = (): void => void numbers.refetch()
  return (
    <div className="flex flex-col gap-4">
      <TestCall />
      {numbers.error && !numbers.data ? (
        <Card>
          <ErrorState title="The phone numbers could not be loaded." error={numbers.error} onRetry={retry} />
        </Card>
      ) : (
        <div className="grid items-start gap-4 *:min-w-0 lg:grid-cols-2">
          {vendors.map((vendor) => (
            <VendorPanel
              key={vendor}
              vendor={vendor}
              answer={numbers.data}
              isRetrying={numbers.isFetching}
              onRetry={retry}
            />
          ))}
        </div>
      )}
      <Below isReady={!numbers.isPending}>
        <AnswerRates />
        <VoicePanel />
      </Below>
    </div>
  )
}

function TestCall(): ReactElement {
  const [isTesting, setTesting] = useState(false)
  const refusal = useRefusal('calls.dial')
  const call = useOpenRecord('call')
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <p className="min-w-0 flex-1 basis-72 text-ink-soft">
        Campaigns call and send SMS from the numbers below. A test call shows whether everything is set up.
      </p>
      <Button icon={FlaskConical} disabledReason={refusal} onClick={() => setTesting(true)}>
        Test Call
      </Button>
      {isTesting && <TestCallDialog screen="settings" onClose={() => setTesting(false)} />}
      {call.isOpen && <CallPanel />}
    </div>
  )
}
