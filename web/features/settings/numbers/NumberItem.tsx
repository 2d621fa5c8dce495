import type { ReactElement } from 'react'
import { callFromNumber, connectNumber, type PhoneNumber, releaseNumber } from '#contract/calls/telephony.ts'
import { type VendorId, vendorFacts } from '#contract/calls/vendors.ts'
import { messageOf } from '#web/api/api-error.ts'
import { useRefusal } from '#web/api/session.ts'
import { useWrite } from '#web/api/use-write.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { confirm } from '#web/ui/confirm.ts'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import { toastError, toastSuccess } from '#web/ui/toast.ts'
import { abilities, connection, givenName, numberTitle, releaseRefusal, stateBadge } from './vendor-labels.ts'

interface NumberItemProps {
  vendor: VendorId
  number: PhoneNumber
  /** Of a Twilio number: the same one, in Vapi. */
  shared: PhoneNumber | null
}

/** One number: description, connection state, and actions. */
export function NumberItem(props: NumberItemProps): ReactElement {
  const { number, shared } = props
  const state = stateBadge(number.state)
  const reach = connection(number.connected, shared)
  const about = [givenName(number), abilities(number)].filter(Boolean).join(' · ')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b border-line px-4 py-3">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{numberTitle(number)}</span>
          {usedBy(props) && <Badge tone="green">In use</Badge>}
          {state && <Badge tone={state.tone}>{state.label}</Badge>}
        </p>
        <p className="text-ink-soft">
          {about} ·{' '}
          {number.lastCallAt ? (
            <>
              last call <RelativeTime when={number.lastCallAt} />
            </>
          ) : (
            'no calls from it yet'
          )}
        </p>
        <p className="mt-0.5 text-xs text-ink-soft">
          <StatusDot tone={reach.tone} label={reach.label} wrap />
        </p>
      </div>
      <Actions {...props} />
    </li>
  )
}

function usedBy({ vendor, number, shared }: NumberItemProps): VendorId | null {
  if (number.inUse) return vendor
  return shared?.inUse ? 'vapi' : null
}

function Actions(props: NumberItemProps): ReactElement {
  const { vendor, number, shared } = props
  const title = numberTitle(number)
  const params = { vendor, id: number.id }
  const roleRefusal = useRefusal('numbers.write')
  const connect = useWrite(connectNumber, {
    onSuccess: () => toastSuccess(`Calls and messages to ${title} reach Brokerline now`),
    onError: (error) => toastError(messageOf(error, 'Failed to connect the number')),
  })
  const callFrom = useWrite(callFromNumber, {
    onSuccess: () => toastSuccess(`${vendorFacts[vendor].label} calls from ${title} from now on`),
    onError: (error) => toastError(messageOf(error, 'Failed to change the calling number')),
  })
  const release = useWrite(releaseNumber, {
    onSuccess: () => toastSuccess(`${title} was released`),
    onError: (error) => toastError(messageOf(error, 'Failed to release the number')),
  })
  const askToConnect = async (): Promise<void> => {
    const yes = await confirm({
      title: `Connect ${title}?`,
      body: 'Calls and messages to this number will reach Brokerline, which says who called and accepts opt-outs. This replaces its current destination.',
      action: 'Connect number',
    })
    if (yes) connect.mutate({ params })
  }
  const askToCallFrom = async (): Promise<void> => {
    const yes = await confirm({
      title: `Call from ${title}?`,
      body: `Calls through ${vendorFacts[vendor].label}${vendorFacts[vendor].sms ? ', and SMS,' : ''} go out from this number from the next one on. Calls under way are not affected.`,
      action: 'Call from this',
    })
    if (yes) callFrom.mutate({ params })
  }
  const askToRelease = async (): Promise<void> => {
    const yes = await confirm({
      title: `Release ${title}?`,
      body: 'The number goes back to the vendor and may be rented to somebody else straight away. Records of its calls stay.',
      action: 'Release number',
      danger: true,
    })
    if (yes) release.mutate({ params })
  }
  return (
    <div className="flex flex-wrap gap-2">
      {!number.inUse && number.voice && number.phoneNumber !== null && (
        <Button
          size="sm"
          pending={callFrom.isPending}
          pendingText="Changing..."
          disabledReason={roleRefusal}
          onClick={() => void askToCallFrom()}
        >
          Call from this<span className="sr-only"> {title}</span>
        </Button>
      )}
      {!number.connected && !shared && (
        <Button
          size="sm"
          pending={connect.isPending}
          pendingText="Connecting..."
          disabledReason={roleRefusal}
          onClick={() => void askToConnect()}
        >
          Connect<span className="sr-only"> {title}</span>
        </Button>
      )}
      <Button
        size="sm"
        pending={release.isPending}
        pendingText="Releasing..."
        disabledReason={roleRefusal ?? releaseRefusal(number, usedBy(props))}
        onClick={() => void askToRelease()}
      >
        Release<span className="sr-only"> {title}</span>
      </Button>
    </div>
  )
}
