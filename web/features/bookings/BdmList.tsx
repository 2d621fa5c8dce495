import { Plus, UserRoundCog } from 'lucide-react'
import { type ReactElement, useMemo, useState } from 'react'
import { type Bdm, listBdms } from '#contract/bookings/bdms.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { countOf, formatNumber } from '#web/lib/format.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, readProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyDialog } from '#web/ui/lazily.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { useSteady } from '#web/ui/use-steady.ts'
import { ownCalendarLook, weekLines } from './bdm-labels.ts'
import { useCalendarRefusal } from './use-calendar-refusal.ts'

const BdmDialog = lazyDialog(async () => (await import('./BdmDialog.tsx')).BdmDialog)

const LIST = 'bdms'

const columnsWith = (open: (bdm: Bdm) => void): readonly Column<Bdm>[] => [
  {
    id: 'name',
    header: 'Name',
    cell: (bdm) => (
      <span className="flex min-w-0 items-center gap-2">
        <span className="truncate font-medium">{bdm.name}</span>
        {!bdm.active && <Badge>Not taking meetings</Badge>}
      </span>
    ),
    value: (bdm) => bdm.name,
    always: true,
    phone: 'title',
  },
  {
    id: 'hours',
    always: true,
    header: 'Hours',
    cell: (bdm) => <Hours bdm={bdm} />,
    wrap: true,
    width: '23rem',
    phone: 'second',
    onPhone: ({ hours }) => weekLines(hours).map(shortHoursText).join(', ') || 'No hours',
  },
  {
    id: 'regions',
    always: true,
    header: 'Regions',
    cell: (bdm) => bdm.regions.join(', ') || 'All regions',
    wrap: true,
    wide: true,
    phone: 'second',
  },
  {
    id: 'busyFeed',
    always: true,
    header: 'Connected calendar',
    cell: (bdm) => <OwnCalendar bdm={bdm} onConnect={() => open(bdm)} />,
    width: '15rem',
    wide: true,
  },
  {
    id: 'upcoming',
    always: true,
    header: 'Upcoming meetings',
    cell: (bdm) => formatNumber(bdm.upcoming),
    value: (bdm) => bdm.upcoming,
    align: 'end',
    width: '11rem',
    phone: 'aside',
    onPhone: (bdm) => countOf(bdm.upcoming, 'upcoming meeting'),
  },
]

const hoursText = ({ days, times }: ReturnType<typeof weekLines>[number]): string => `${days} ${times}`

/** 'Mon–Fri 9 am–12 pm, 2 pm–5 pm': the line of a phone has no room for more. */
const shortHoursText = (line: ReturnType<typeof weekLines>[number]): string =>
  hoursText(line).replaceAll(':00', '').replaceAll(' – ', '–')

function Hours({ bdm }: { bdm: Bdm }): ReactElement {
  const lines = weekLines(bdm.hours)
  if (lines.length === 0) return <span className="text-ink-soft">No hours</span>
  return (
    <span className="flex flex-col">
      {lines.map(({ days, times }) => (
        <span key={times}>
          {days} <span className="text-ink-soft">{times}</span>
        </span>
      ))}
    </span>
  )
}

/** State of the BDM's own calendar, with the way to connect one: its services are in the BDM's panel. */
function OwnCalendar({ bdm, onConnect }: { bdm: Bdm; onConnect: () => void }): ReactElement {
  const refusal = useCalendarRefusal(bdm)
  const hasNone = bdm.connectedCalendar === null && bdm.busyFeedUrl === null
  return (
    <span className="flex items-center gap-3">
      <StatusDot {...ownCalendarLook(bdm)} />
      {hasNone && refusal === null && (
        <Button size="sm" aria-label={`Connect a calendar of ${bdm.name}`} onClick={onConnect}>
          Connect
        </Button>
      )}
    </span>
  )
}

/** The BDMs with their hours. */
export function BdmList(): ReactElement {
  const [isAdding, setAdding] = useState(false)
  const refusal = useRefusal('bookings.write')
  const { id, open } = useOpenRecord('manager')
  const read = useRead(listBdms)
  const { data } = read
  const openBdm = useSteady((bdm: Bdm) => open(bdm.id, LIST))
  const columns = useMemo(() => columnsWith(openBdm), [openBdm])
  const add = (
    <Button icon={Plus} disabledReason={refusal} onClick={() => setAdding(true)}>
      Add BDM
    </Button>
  )
  return (
    <Panel title="BDMs" flush actions={data && data.length > 0 && add}>
      <DataTable
        id={LIST}
        label="BDMs"
        noun="BDMs"
        columns={columns}
        {...readProps(read)}
        rowKey={(bdm) => bdm.id}
        loadingText="Loading BDMs..."
        onOpen={openBdm}
        openLabel={(bdm) => `Open ${bdm.name}`}
        selectedKey={id}
        empty={
          <EmptyState icon={UserRoundCog} title="No BDMs yet" action={add}>
            Times are offered on the booking page and in calls once there is a BDM.
          </EmptyState>
        }
      />
      {isAdding && <BdmDialog bdm={null} onClose={() => setAdding(false)} />}
    </Panel>
  )
}
