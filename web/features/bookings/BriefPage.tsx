import { CalendarCheck, ChevronLeft, ChevronRight, Printer } from 'lucide-react'
import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { type BriefedMeeting, bdmBrief } from '#contract/bookings/bdm-brief.ts'
import { briefFacts } from '#contract/bookings/brief-words.ts'
import { addDays } from '#contract/calendar.ts'
import { isNotFound } from '#web/api/api-error.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatDate } from '#web/lib/dates.ts'
import { formatPhone } from '#web/lib/format.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Button, ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { PanelFallback } from '#web/ui/PanelFallback.tsx'
import { Facts } from '#web/ui/PanelSection.tsx'
import { Select } from '#web/ui/SelectField.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { meetingSpan } from './booking-labels.ts'
import { useBriefPlace } from './use-brief-place.ts'

const crumbs = [{ label: 'Bookings', to: '/bookings' }]

/** A BDM's day on one page, to read or print: each meeting with what to know about the broker. */
export function BriefPage(): ReactElement {
  const { id, day, options, isEmpty, failure, retry, set } = useBriefPlace()
  const { data, error, refetch } = useRead(
    bdmBrief,
    { params: { id: id ?? 0 }, query: { day: day ?? '' } },
    { enabled: id !== null && day !== null, keep: true },
  )
  const show = (by: number): void => {
    if (day) set({ bdm: String(id), day: addDays(day, by) })
  }
  return (
    <>
      <PageHeader
        title={data ? `Brief for ${data.bdm.name}` : 'Brief'}
        crumbs={crumbs}
        subtitle={day && formatDate(day)}
        actions={
          id !== null && (
            <span className="flex flex-wrap gap-2 print:hidden">
              {options.length > 1 && (
                <Select
                  aria-label="BDM"
                  options={options}
                  value={String(id)}
                  onChange={(event) => set({ bdm: event.target.value, day: day ?? '' })}
                  className="max-w-56"
                />
              )}
              <IconButton
                label="Previous day"
                icon={ChevronLeft}
                variant="secondary"
                onClick={() => show(-1)}
              />
              <IconButton label="Next day" icon={ChevronRight} variant="secondary" onClick={() => show(1)} />
              {data && data.meetings.length > 0 && (
                <Button icon={Printer} onClick={() => window.print()}>
                  Print
                </Button>
              )}
            </span>
          )
        }
      />
      {data?.meetings.length === 0 && (
        <EmptyState
          icon={CalendarCheck}
          title="No meetings on this day"
          action={
            data.nextDay && (
              <ButtonLink to={pathTo.brief(data.bdm.id, data.nextDay)}>
                Next meetings: {formatDate(data.nextDay)}
              </ButtonLink>
            )
          }
        >
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
      {isEmpty && (
        <EmptyState
          icon={CalendarCheck}
          title="No BDMs yet"
          action={<ButtonLink to="/bookings?tab=bdms">BDMs</ButtonLink>}
        >
          A brief shows a BDM’s meetings of one day, with what to know about each broker.
        </EmptyState>
      )}
      {!data && !isEmpty && (
        <PanelFallback
          noun="brief"
          isMissing={isNotFound(error)}
          missing="There is no BDM with this number."
          action={<ButtonLink to="/bookings?tab=bdms">All BDMs</ButtonLink>}
          error={failure ?? error}
          onRetry={failure ? retry : () => void refetch()}
          skeleton={<Skeleton className="h-60" />}
        />
      )}
    </>
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
