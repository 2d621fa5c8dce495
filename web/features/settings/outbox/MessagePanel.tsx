import { Download } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { channelLabels } from '#contract/message-words.ts'
import { getMessage, type OutboxMessageDetails } from '#contract/messages.ts'
import { ApiError } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { saveBlob } from '#web/lib/download.ts'
import { formatPhone } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/paths.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SidePanel } from '#web/ui/Dialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts, PanelSection } from '#web/ui/PanelSection.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { Linked } from './Linked.tsx'
import { framed } from './mail-frame.ts'
import { statusLook } from './message-badges.ts'
import { SendAgain } from './SendAgain.tsx'

interface MessagePanelProps {
  /** As the address has it. */
  id: string
  onClose: () => void
}

/** One message: what it says, what it belongs to, what became of it, and sending it again. */
export function MessagePanel({ id, onClose }: MessagePanelProps): ReactElement {
  const number = /^\d{1,9}$/.test(id) ? Number(id) : null
  const { data, error, refetch } = useRead(
    getMessage,
    { params: { id: number ?? 0 } },
    { enabled: number !== null },
  )
  const isMissing = number === null || (error instanceof ApiError && error.status === 404)
  return (
    <SidePanel
      open
      onClose={onClose}
      title={data ? channelLabels[data.channel] : 'Message'}
      description={data && `To ${data.channel === 'sms' ? formatPhone(data.to) : data.to}`}
      footer={data?.sending && <SendAgain message={data} sending={data.sending} />}
    >
      {data ? (
        <Details message={data} />
      ) : isMissing ? (
        <EmptyState title="Message not found">There is no message with this number.</EmptyState>
      ) : error ? (
        <ErrorState title="The message could not be loaded." error={error} onRetry={() => void refetch()} />
      ) : (
        <Loading text="Loading message...">
          <div className="flex flex-col gap-3">
            <Skeleton className="h-5 w-40" />
            <Skeleton className="h-24" />
            <Skeleton className="h-72" />
          </div>
        </Loading>
      )}
    </SidePanel>
  )
}

function Details({ message }: { message: OutboxMessageDetails }): ReactElement {
  const { html, body, invitation } = message
  return (
    <>
      <PanelSection title="Message">
        <StateFacts message={message} />
      </PanelSection>
      {html !== null && html !== '' && (
        <PanelSection title="Mail">
          <iframe
            title="The mail as it is sent"
            srcDoc={framed(html)}
            // no scripts, no forms, no way to this page; links may open a tab of their own
            sandbox="allow-popups allow-popups-to-escape-sandbox"
            referrerPolicy="no-referrer"
            className="h-[28rem] w-full rounded-lg border border-line bg-surface"
          />
        </PanelSection>
      )}
      {invitation && (
        <PanelSection title={invitation.method === 'CANCEL' ? 'Cancelled invitation' : 'Invitation'}>
          <Button
            icon={Download}
            onClick={() =>
              saveBlob(new Blob([invitation.ics], { type: 'text/calendar;charset=utf-8' }), 'invite.ics')
            }
          >
            Download invite.ics
          </Button>
        </PanelSection>
      )}
      <PanelSection title={html === null ? 'Text' : 'Text part'}>
        <p className="break-words whitespace-pre-line">
          <Linked text={body} />
        </p>
      </PanelSection>
    </>
  )
}

function StateFacts({ message }: { message: OutboxMessageDetails }): ReactElement {
  const { status, reason, attempts, broker, callId, bookingId, applicationId, providerRef } = message
  const time = (label: string, at: string | null) => at !== null && { label, value: formatDateTime(at) }
  return (
    <Facts
      facts={[
        message.subject !== null && { label: 'Subject', value: message.subject },
        { label: 'State', value: <StatusDot {...statusLook(status)} /> },
        reason !== null && { label: 'Reason', value: reason },
        { label: 'Attempts', value: attempts },
        time('Written', message.createdAt),
        time('Last attempt', message.lastAttemptAt),
        time('Next attempt', message.nextAttemptAt),
        time('Sent', message.sentAt),
        time('Delivered', message.deliveredAt),
        providerRef !== null && { label: 'Provider said', value: providerRef },
        broker !== null && {
          label: 'Broker',
          value: <PlaceLink to={pathTo.broker(broker.id)}>{broker.name}</PlaceLink>,
        },
        callId !== null && {
          label: 'Call',
          value: <PlaceLink to={pathTo.call(callId)}>{`Call ${callId}`}</PlaceLink>,
        },
        bookingId !== null && {
          label: 'Meeting',
          value: <PlaceLink to={pathTo.booking(bookingId)}>{`Meeting ${bookingId}`}</PlaceLink>,
        },
        applicationId !== null && {
          label: 'Application',
          value: (
            <PlaceLink to={pathTo.application(applicationId)}>{`Application ${applicationId}`}</PlaceLink>
          ),
        },
      ]}
    />
  )
}

function PlaceLink({ to, children }: { to: string; children: string }): ReactElement {
  return (
    <Link to={to} className="text-link underline underline-offset-2">
      {children}
    </Link>
  )
}
