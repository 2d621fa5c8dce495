import { type ReactElement, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { Call } from '#contract/calls/calls.ts'
import { ABSENT, formatDuration, formatPhone } from '#web/lib/format.ts'
import { writeUrlState } from '#web/lib/use-url-state.ts'
import { StatusDot } from '#web/ui/Badge.tsx'
import { LiveValue } from '#web/ui/LiveValue.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { callResponseLook, callStatusLook, isInFlight } from './call-labels.ts'

/** Columns of Broker Interactions; those marked hidden are in the column menu. */
export const interactionColumns: readonly Column<Call>[] = [
  {
    id: 'broker',
    header: 'Broker',
    cell: (call) => <BrokerCell call={call} />,
    always: true,
    phone: 'title',
    onPhone: (call) => <BrokerLine call={call} />,
  },
  {
    id: 'status',
    header: 'Call Status',
    cell: (call) => <StatusCell call={call} />,
    width: '10rem',
    phone: 'second',
  },
  {
    id: 'response',
    header: 'Response',
    cell: (call) => <ResponseCell call={call} />,
    width: '13rem',
    phone: 'second',
    onPhone: (call) => call.response && <ResponseCell call={call} />,
  },
  { id: 'campaign', header: 'Campaign', cell: (call) => call.campaign?.name ?? 'N/A', hidden: true },
  {
    id: 'phone',
    header: 'Phone',
    cell: (call) => formatPhone(call.phoneNumber),
    width: '9rem',
    hidden: true,
  },
  {
    id: 'region',
    header: 'Region',
    cell: (call) => call.broker?.region ?? ABSENT,
    width: '5rem',
    hidden: true,
  },
  {
    id: 'duration',
    header: 'Duration',
    cell: (call) => formatDuration(call.duration),
    align: 'end',
    width: '6rem',
    hidden: true,
  },
  {
    id: 'lastActivity',
    header: 'Last Activity',
    cell: (call) => <RelativeTime wording="interaction" when={lastActivity(call)} />,
    width: '13rem',
    phone: 'aside',
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (call) => <ViewDetails call={call} />,
    width: '7.5rem',
    // the row itself opens them
    phone: 'none',
  },
]

function lastActivity(call: Call): string {
  return call.callEndTime ?? call.callStartTime ?? call.createdAt
}

/** The broker, or the number that a test call was made to. */
function calledName({ broker, test, phoneNumber }: Call): string {
  return broker?.name ?? (test ? formatPhone(phoneNumber) : 'N/A')
}

const NEW_MS = 10_000

function BrokerCell({ call }: { call: Call }): ReactElement {
  const more = moreOf(call)
  return (
    <div className={useIsNew(call) ? 'animate-flash rounded' : undefined}>
      <span className="block truncate font-medium">{calledName(call)}</span>
      {more && <span className="block truncate text-xs font-normal text-ink-soft">{more}</span>}
    </div>
  )
}

/** The same in one line. */
function BrokerLine({ call }: { call: Call }): ReactElement {
  const more = moreOf(call)
  return (
    <span className={useIsNew(call) ? 'animate-flash rounded' : undefined}>
      {calledName(call)}
      {more && <span className="font-normal text-ink-soft"> · {more}</span>}
    </span>
  )
}

/** Details of a call next to the name. */
const moreOf = ({ test, broker }: Call): string =>
  [test && 'Test call', broker?.company].filter(Boolean).join(' · ')

/** A new row is highlighted briefly. */
function useIsNew({ createdAt }: Call): boolean {
  const [isNew] = useState(() => Date.now() - Date.parse(createdAt) < NEW_MS)
  return isNew
}

function StatusCell({ call }: { call: Call }): ReactElement {
  const { label, tone } = callStatusLook(call.status)
  return (
    <LiveValue value={label}>
      <StatusDot tone={tone} label={label} active={isInFlight(call.status)} />
    </LiveValue>
  )
}

function ResponseCell({ call }: { call: Call }): ReactElement {
  const look = callResponseLook(call.response)
  return <LiveValue value={look?.label ?? ABSENT} />
}

function ViewDetails({ call }: { call: Call }): ReactElement {
  const [search] = useSearchParams()
  const to = writeUrlState(search, { call: '' }, { call: String(call.id) })
  return (
    <Link
      to={{ search: to.toString() }}
      preventScrollReset
      className="link inline-flex touch-target items-center text-xs font-medium"
    >
      View Details
      <span className="sr-only"> of the call to {calledName(call)}</span>
    </Link>
  )
}
