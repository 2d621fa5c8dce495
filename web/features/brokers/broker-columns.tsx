import type { ReactElement } from 'react'
import { brokerFields, type PlainField, plainFields } from '#contract/brokers/broker-fields.ts'
import { type Broker, callBasisLabels } from '#contract/brokers/brokers.ts'
import { ABSENT, formatPhone } from '#web/lib/format.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { RelativeTime } from '#web/ui/RelativeTime.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { BrokerRowActions } from './BrokerRowActions.tsx'
import { CallableCell } from './CallableCell.tsx'
import { isConfirmed, RegisterTick } from './RegisterTick.tsx'

const plainColumn = (field: PlainField): Column<Broker> => ({
  id: field,
  header: brokerFields[field].label,
  cell: (broker) => broker[field] ?? ABSENT,
  width: '7rem',
  wide: true,
  hidden: true,
})

/** Columns of the Broker Directory; those marked hidden are in the column menu. */
export const brokerColumns: readonly Column<Broker>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (broker) => <NameCell broker={broker} />,
    sort: 'name',
    always: true,
    phone: 'title',
  },
  {
    id: 'company',
    header: 'Company',
    cell: (broker) => broker.company ?? ABSENT,
    sort: 'company',
    phone: 'second',
  },
  {
    id: 'region',
    header: 'Region',
    cell: (broker) => broker.location ?? ABSENT,
    sort: 'location',
    width: '5rem',
    phone: 'none',
  },
  {
    id: 'phone',
    header: 'Phone',
    cell: (broker) => <span className="tabular">{formatPhone(broker.phone)}</span>,
    sort: 'phone',
    phone: 'second',
    width: '8.5rem',
  },
  {
    id: 'asicNumber',
    header: 'ASIC Number',
    cell: (broker) => <span className="tabular">{broker.asicNumber ?? ABSENT}</span>,
    sort: 'asicNumber',
    phone: 'none',
    width: '7.5rem',
    wide: true,
  },
  {
    id: 'bdm',
    header: 'BDM',
    cell: (broker) => broker.bdm?.name ?? ABSENT,
    width: '9rem',
    hidden: true,
  },
  {
    id: 'membership',
    header: 'Membership',
    cell: (broker) => broker.membership ?? ABSENT,
    sort: 'membership',
    phone: 'none',
    width: '7rem',
    wide: true,
  },
  ...plainFields.map(plainColumn),
  {
    id: 'status',
    header: 'Status',
    cell: (broker) => <StatusCell broker={broker} />,
    sort: 'status',
    width: '6.5rem',
    phone: 'second',
    // nearly all are verified; the space belongs to the company
    onPhone: (broker) => (isPlain(broker) ? null : <StatusCell broker={broker} />),
  },
  {
    id: 'callable',
    header: 'Callable',
    cell: (broker) => <CallableCell brokerId={broker.id} />,
    width: '10.5rem',
    phone: 'aside',
    // no heading there says what 'Yes' answers
    onPhone: (broker) => <CallableCell brokerId={broker.id} isNamed />,
  },
  { id: 'email', header: 'Email', cell: (broker) => broker.email ?? ABSENT, hidden: true },
  {
    id: 'callBasis',
    header: 'Call basis',
    cell: (broker) => callBasisLabels[broker.callBasis],
    width: '10rem',
    hidden: true,
  },
  {
    id: 'postcode',
    header: 'Postcode',
    cell: (broker) => broker.postcode ?? ABSENT,
    width: '6rem',
    hidden: true,
  },
  {
    id: 'createdAt',
    header: 'Added',
    cell: (broker) => <RelativeTime when={broker.createdAt} />,
    sort: 'createdAt',
    width: '8rem',
    hidden: true,
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (broker) => <BrokerRowActions broker={broker} />,
    width: '3.5rem',
  },
]

function NameCell({ broker }: { broker: Broker }): ReactElement {
  return (
    <span className="flex min-w-0 items-center gap-2">
      <span className="truncate font-medium" title={broker.name}>
        {broker.name}
      </span>
      {broker.suspended && <Badge tone="red">Suspended</Badge>}
      {broker.suppressed && <Badge tone="red">Suppressed</Badge>}
    </span>
  )
}

/** Verified, and nothing in the register contradicts it. */
const isPlain = ({ status, registered }: Broker): boolean =>
  status === 'Verified' && (!registered || isConfirmed(registered))

/** With a single sign: the register's where it lists the number, otherwise a dot. */
function StatusCell({ broker: { status, registered } }: { broker: Broker }): ReactElement {
  if (!registered) return <StatusDot tone={status === 'Verified' ? 'green' : 'amber'} label={status} />
  return (
    <span className="inline-flex items-center gap-1">
      <RegisterTick registered={registered} />
      {status}
    </span>
  )
}
