import { Download, FileText, Mail } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { Link } from 'react-router'
import { channelLabels } from '#contract/messages/message-words.ts'
import { getMessage, type OutboxMessageDetails } from '#contract/messages/messages.ts'
import { smsLengthText } from '#contract/messages/sms-length.ts'
import { useRecord } from '#web/api/use-read.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { saveBlob } from '#web/lib/download.ts'
import { formatPhone } from '#web/lib/format.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Facts, PanelSection } from '#web/ui/PanelSection.tsx'
import { RecordPanel } from '#web/ui/RecordPanel.tsx'
import { ViewSwitch } from '#web/ui/ViewSwitch.tsx'
import { Linked } from './Linked.tsx'
import { statusLook } from './message-badges.ts'
import { SendAgain } from './SendAgain.tsx'
import { SentMail } from './SentMail.tsx'

const views = [
  { value: 'email', label: 'Email', icon: Mail },
  { value: 'text', label: 'Plain text', icon: FileText },
] as const

/** One message: content, subject, delivery status, and sending it again. */
export function MessagePanel(): ReactElement {
  const open = useOpenRecord('outbox')
  const read = useRecord(getMessage, open.id)
  const message = read.data
  return (
    <RecordPanel
      noun="message"
      open={open}
      read={read}
      title={message ? titleOf(message) : 'Message'}
      description={message && <Recipient message={message} />}
      footer={message?.sending && <SendAgain message={message} sending={message.sending} />}
      skeleton={['h-5 w-40', 'h-24', 'h-72']}
    >
      {(loaded) => <Details message={loaded} />}
    </RecordPanel>
  )
}

const titleOf = ({ channel, subject }: OutboxMessageDetails): string =>
  channel === 'email' ? subject || 'Email without a subject' : channelLabels[channel]

function Recipient({ message: { channel, to, status } }: { message: OutboxMessageDetails }): ReactElement {
  const { label, tone } = statusLook(status)
  const address = channel === 'sms' ? formatPhone(to) : to
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
      <Badge tone={tone}>{label}</Badge>
      <span className="min-w-0 break-words">
        {channel === 'sms' ? `To ${address}` : `${channelLabels[channel]} to ${address}`}
      </span>
    </span>
  )
}

function Details({ message }: { message: OutboxMessageDetails }): ReactElement {
  const { html, invitation } = message
  return (
    <>
      <PanelSection title="Message">
        <StateFacts message={message} />
      </PanelSection>
      {html ? <EmailContent message={message} html={html} /> : <TextContent title="Text" message={message} />}
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
    </>
  )
}

/** The email as its recipient sees it, or the plain text for mail programs without HTML. */
function EmailContent({ message, html }: { message: OutboxMessageDetails; html: string }): ReactElement {
  const [view, setView] = useState<(typeof views)[number]['value']>('email')
  const choice = <ViewSwitch views={views} value={view} onChange={setView} />
  if (view === 'text') return <TextContent title="Plain text" message={message} aside={choice} />
  return (
    <PanelSection title="Email" aside={choice}>
      <SentMail html={html} />
    </PanelSection>
  )
}

interface TextContentProps {
  title: string
  message: OutboxMessageDetails
  aside?: ReactElement
}

function TextContent({ title, message, aside }: TextContentProps): ReactElement {
  return (
    <PanelSection title={title} aside={aside}>
      <p className="break-words whitespace-pre-line">
        <Linked text={message.body} />
      </p>
    </PanelSection>
  )
}

function StateFacts({ message }: { message: OutboxMessageDetails }): ReactElement {
  const { reason, attempts, broker, callId, bookingId, applicationId, providerRef } = message
  const time = (label: string, at: string | null) => at !== null && { label, value: formatDateTime(at) }
  return (
    <Facts
      facts={[
        message.channel === 'sms' && { label: 'Length', value: smsLengthText(message.body) },
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
    <Link to={to} className="link underline">
      {children}
    </Link>
  )
}
