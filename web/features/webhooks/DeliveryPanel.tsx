import type { ReactElement } from 'react'
import { type DeliveryDetails, getDelivery, replayDelivery } from '#contract/webhooks/webhook-deliveries.ts'
import { webhookEventLabels } from '#contract/webhooks/webhook-events.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { useWrite } from '#web/api/use-write.ts'
import { formatDateTime, formatSeconds } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/format.ts'
import type { OpenRecord } from '#web/lib/use-open-record.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { CopyField } from '#web/ui/CopyField.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { RecordPanel } from '#web/ui/RecordPanel.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { answerText, stateOf } from './delivery-labels.ts'

/** One delivery: its body, its attempts, and sending it again. */
export function DeliveryPanel({ webhookId, open }: { webhookId: number; open: OpenRecord }): ReactElement {
  const params = { id: webhookId, delivery: open.id ?? 0 }
  const read = useRead(getDelivery, { params }, { enabled: open.id !== null })
  const replay = useWrite(replayDelivery, {
    onSuccess: () => toastSuccess('The event is sent again'),
    onError: (error) => toastError(messageOf(error, 'Failed to send the event again')),
  })
  const waits = read.data?.state === 'waiting' ? 'It waits for its next attempt already.' : null
  return (
    <RecordPanel
      noun="delivery"
      open={open}
      read={read}
      title={read.data ? webhookEventLabels[read.data.event] : 'Delivery'}
      skeleton={['h-5 w-40', 'h-24']}
      footer={
        <Button
          variant="primary"
          disabledReason={waits}
          pending={replay.isPending}
          pendingText="Queuing..."
          onClick={() => replay.mutate({ params })}
        >
          Send again
        </Button>
      }
    >
      {(delivery) => <Details delivery={delivery} />}
    </RecordPanel>
  )
}

function Details({ delivery }: { delivery: DeliveryDetails }): ReactElement {
  const { eventId, body, log, nextAttemptAt } = delivery
  return (
    <>
      <PanelSection title="Event">
        <div className="flex flex-col gap-3">
          <StatusDot {...stateOf(delivery)} />
          {nextAttemptAt && <p className="text-ink-soft">Next attempt {formatDateTime(nextAttemptAt)}.</p>}
          <CopyField
            label="Event id"
            value={eventId}
            help="The header webhook-id, the same for every attempt."
          />
          <CopyField label="Body" value={body} wrap />
        </div>
      </PanelSection>
      <PanelSection title="Attempts">
        {log.length === 0 ? (
          <p className="text-ink-soft">Not tried yet.</p>
        ) : (
          <ul className="flex flex-col gap-2">
            {log.map((attempt) => (
              <li key={attempt.at} className="flex flex-col">
                <StatusDot tone={attempt.error ? 'red' : 'green'} label={answerText(attempt, formatNumber)} />
                <span className="text-xs text-ink-soft">
                  {formatDateTime(attempt.at)} ({formatSeconds(attempt.at)})
                </span>
                {attempt.error && <span className="text-xs">{attempt.error}</span>}
              </li>
            ))}
          </ul>
        )}
      </PanelSection>
    </>
  )
}
