import { Plus, UserRoundCog } from 'lucide-react'
import { type ReactElement, useMemo, useState } from 'react'
import { bdmCalendars } from '#contract/bookings/bdm-calendars.ts'
import { type Bdm, listBdms } from '#contract/bookings/bdms.ts'
import { BOOKING_ZONE } from '#contract/bookings/bookings.ts'
import { useRefusal } from '#web/api/session.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useNow } from '#web/lib/use-now.ts'
import { useOpenRecord } from '#web/lib/use-open-record.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import { Badge, StatusDot } from '#web/ui/Badge.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable, readProps } from '#web/ui/DataTable.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyDialog } from '#web/ui/lazily.tsx'
import { Progress } from '#web/ui/Progress.tsx'
import type { Column } from '#web/ui/table-columns.ts'
import { useSteady } from '#web/ui/use-steady.ts'
import { ownCalendarLook, weekLines } from './bdm-labels.ts'
import { useCalendarRefusal } from './use-calendar-refusal.ts'
import { fridayOf, mondayOf, shownDay } from './week/week-days.ts'
import { type WeekLoad, weekLoad } from './week-load.ts'

const BdmDialog = lazyDialog(async () => (await import('./BdmDialog.tsx')).BdmDialog)

const LIST = 'bdms'

type Loads = ReadonlyMap<number, WeekLoad>

const columnsWith = (open: (bdm: Bdm) => void, loads: Loads): readonly Column<Bdm>[] => [
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
    width: '17rem',
    phone: 'second',
    onPhone: ({ hours }) => weekLines(hours).map(hoursText).join(', ') || 'No hours',
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
    id: 'week',
    always: true,
    header: 'Booked this week',
    cell: ({ id, name }) => <Load load={loads.get(id)} name={name} />,
    value: ({ id }) => loads.get(id)?.booked,
    width: '11rem',
    phone: 'aside',
    onPhone: ({ id }) => loadText(loads.get(id)),
  },
  {
    id: 'busyFeed',
    always: true,
    header: 'Connected calendar',
    cell: (bdm) => <StatusDot {...ownCalendarLook(bdm)} />,
    width: '11rem',
    wide: true,
    phone: 'second',
    // Connect in the same row says that there is none
    onPhone: (bdm) => (hasCalendar(bdm) ? <StatusDot {...ownCalendarLook(bdm)} /> : null),
  },
  {
    id: 'upcoming',
    always: true,
    header: 'Upcoming meetings',
    cell: (bdm) => formatNumber(bdm.upcoming),
    value: (bdm) => bdm.upcoming,
    align: 'end',
    width: '10rem',
  },
  {
    id: 'actions',
    header: 'Actions',
    cell: (bdm) => <ConnectButton bdm={bdm} onConnect={() => open(bdm)} />,
    width: '7rem',
  },
]

type Line = ReturnType<typeof weekLines>[number]

/** '9 am–12 pm, 2 pm–5 pm' */
const shortTimes = ({ times }: Line): string => times.replaceAll(':00', '').replaceAll(' – ', '–')
const hoursText = (line: Line): string => `${line.days} ${shortTimes(line)}`

const loadText = (load: WeekLoad | undefined): string | null =>
  load ? `${formatNumber(load.booked)} of ${formatNumber(load.times)} this week` : null

/** Booked times of this week as a thin bar. */
function Load({ load, name }: { load: WeekLoad | undefined; name: string }): ReactElement | null {
  if (!load) return null
  const text = `${formatNumber(load.booked)} of ${formatNumber(load.times)}`
  return (
    <span className="flex items-center gap-3">
      <span className="tabular w-14 shrink-0">{text}</span>
      <span className="min-w-0 flex-1">
        <Progress label={`Times of ${name} booked this week: ${text}`} value={load.booked} max={load.times} />
      </span>
    </span>
  )
}

function Hours({ bdm }: { bdm: Bdm }): ReactElement {
  const lines = weekLines(bdm.hours)
  if (lines.length === 0) return <span className="text-ink-soft">No hours</span>
  return (
    <span className="flex flex-col">
      {lines.map((line) => (
        <span key={line.times}>
          {line.days} <span className="text-ink-soft">{shortTimes(line)}</span>
        </span>
      ))}
    </span>
  )
}

const hasCalendar = (bdm: Bdm): boolean => bdm.connectedCalendar !== null || bdm.busyFeedUrl !== null

/** Opens the BDM's panel, where the services of calendars are. */
function ConnectButton({ bdm, onConnect }: { bdm: Bdm; onConnect: () => void }): ReactElement | null {
  const refusal = useCalendarRefusal(bdm)
  if (hasCalendar(bdm) || refusal !== null) return null
  return (
    <Button size="sm" aria-label={`Connect a calendar of ${bdm.name}`} onClick={onConnect}>
      Connect
    </Button>
  )
}

/** The load of this week by BDM; empty until loaded. */
function useWeekLoads(): Loads {
  const today = shownDay('', dayIn(BOOKING_ZONE, useNow(hourly)))
  const { data } = useRead(bdmCalendars, { query: { from: mondayOf(today), to: fridayOf(today) } })
  return useMemo(() => new Map(data?.bdms.map((bdm) => [bdm.id, weekLoad(bdm)])), [data])
}

const hourly = (): number => 3_600_000

/** The BDMs with their hours. */
export function BdmList(): ReactElement {
  const [isAdding, setAdding] = useState(false)
  const refusal = useRefusal('bookings.write')
  const { id, open } = useOpenRecord('manager')
  const read = useRead(listBdms)
  const { data } = read
  const openBdm = useSteady((bdm: Bdm) => open(bdm.id, LIST))
  const loads = useWeekLoads()
  const columns = useMemo(() => columnsWith(openBdm, loads), [openBdm, loads])
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
