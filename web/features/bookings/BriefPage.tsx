import { CalendarCheck, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { type BriefedMeeting, bdmBrief } from '#contract/bookings/bdm-brief.ts'
import { listBdms } from '#contract/bookings/bdms.ts'
import { BOOKING_ZONE } from '#contract/bookings/bookings.ts'
import { briefFacts } from '#contract/bookings/brief-words.ts'
import { addDays, type Day, isDay } from '#contract/calendar.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatPhone } from '#web/lib/format.ts'
import { recordId } from '#web/lib/use-open-record.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PanelFallback } from '#web/ui/PanelFallback.tsx'
import { Facts } from '#web/ui/PanelSection.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { meetingSpan } from './booking-labels.ts'

const crumbs = [{ label: 'Bookings', to: '/bookings' }]
const first = { bdm: '', day: '' }

/** A BDM's day on one page, to read or print: each meeting with what to know about the broker. */
export function BriefPage(): ReactElement {
  const [{ bdm, day: given }, set] = useUrlState(first)
  const id = recordId(bdm)
  const day = isDay(given) ? given : dayIn(BOOKING_ZONE, Date.now())
  const { data, error, refetch } = useRead(
    bdmBrief,
    { params: { id: id ?? 0 }, query: { day } },
    { enabled: id !== null, keep: true },
  )
  const show = (by: number): void => set({ day: addDays(day, by) })
  return (
    <>
      <PageHeader
        title={data ? `Brief for ${data.bdm.name}` : 'Brief'}
        crumbs={crumbs}
        subtitle={formatDate(day)}
        actions={
          <span className="flex gap-2 print:hidden">
            <IconButton
              label="Previous day"
              icon={ChevronLeft}
              variant="secondary"
              onClick={() => show(-1)}
            />
            <IconButton label="Next day" icon={ChevronRight} variant="secondary" onClick={() => show(1)} />
            <Button icon={Printer} onClick={() => window.print()}>
              Print
            </Button>
          </span>
        }
      />
      {data?.meetings.length === 0 && (
        <EmptyState icon={CalendarCheck} title="No meetings on this day">
          Meetings that brokers book with {data.bdm.name} show here with what to know about each broker.
        </EmptyState>
      )}
      {data && data.meetings.length > 0 && (
        <ol className="flex flex-col gap-4">
          {data.meetings.map((meeting) => (
            <li key={meeting.id} className="break-inside-avoid rounded-lg border border-line bg-surface p-4">
              <Meeting meeting={meeting} />
            </li>
          ))}
        </ol>
      )}
      {id === null && (
        <EmptyState icon={CalendarCheck} title="Choose a BDM" action={<BdmLinks day={day} />}>
          A brief shows a BDM’s meetings of one day, with what to know about each broker.
        </EmptyState>
      )}
      {!data && id !== null && (
        <PanelFallback
          noun="brief"
          isMissing={isNotFound(error)}
          missing="There is no BDM with this number."
          action={<ButtonLink to="/bookings?tab=bdms">All BDMs</ButtonLink>}
          error={error}
          onRetry={() => void refetch()}
          skeleton={<Skeleton className="h-60" />}
        />
      )}
    </>
  )
}

function BdmLinks({ day }: { day: Day }): ReactElement {
  const { data = [] } = useRead(listBdms)
  return (
    <span className="flex flex-wrap justify-center gap-2">
      {data
        .filter(({ active }) => active)
        .map(({ id, name }) => (
          <ButtonLink key={id} to={pathTo.brief(id, day)}>
            {name}
          </ButtonLink>
        ))}
    </span>
  )
}

function Meeting({ meeting }: { meeting: BriefedMeeting }): ReactElement {
  const { name, company, phone, email, brokerId, videoLink } = meeting
  const contact = [phone && formatPhone(phone), email].filter(Boolean).join(' · ')
  return (
    <>
      <div className="mb-3 flex flex-wrap items-baseline gap-x-3">
        <h2 className="text-base font-semibold">
          {brokerId === null ? (
            name
          ) : (
            <Link to={pathTo.broker(brokerId)} className="rounded hover:text-link hover:underline">
              {name}
            </Link>
          )}
        </h2>
        {company && <span className="text-ink-soft">{company}</span>}
        <Link to={pathTo.booking(meeting.id)} className="link tabular ml-auto font-medium max-md:ml-0">
          {meetingSpan(meeting)}
        </Link>
      </div>
      <Facts
        facts={[
          ...briefFacts(meeting),
          contact !== '' && { label: 'Contact', value: contact },
          videoLink !== null && {
            label: 'Video link',
            value: (
              <a href={videoLink} className="link break-all">
                {videoLink}
              </a>
            ),
          },
        ]}
      />
    </>
  )
}
