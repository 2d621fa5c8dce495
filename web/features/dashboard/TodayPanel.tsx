import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router'
import { BOOKING_ZONE } from '#contract/bookings/bookings.ts'
import { shortDayName } from '#contract/calendar.ts'
import { dashboardToday, MOST_TODAY } from '#contract/dashboard/today.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRead } from '#web/api/use-read.ts'
import { resumeText, waitText } from '#web/features/campaigns/campaign-state.ts'
import { useCallingNow } from '#web/features/campaigns/use-calling-clock.ts'
import { formatTime } from '#web/lib/dates.ts'
import { formatNumber } from '#web/lib/format.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import { pathTo } from '#web/routes/path-to.ts'
import { Panel } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { overnightText } from './overnight-text.ts'

type Today = AnswerOf<typeof dashboardToday>

/** Poll interval in milliseconds: meetings end and call-backs become due by time alone. */
const LOOK_EVERY_MS = 60_000

/** The day at a glance: the night before, meetings, call-backs, campaigns that resume, documents that expire. */
export function TodayPanel(): ReactElement {
  const { data, error, refetch } = useRead(dashboardToday, {}, { refetchInterval: LOOK_EVERY_MS })
  return (
    <Panel
      title="Today"
      flush
      actions={data && <span className="text-xs text-ink-soft">{dayText(data.day)}</span>}
    >
      {data && <Parts today={data} />}
      {!data && error && (
        <ErrorState title="Today could not be loaded." error={error} onRetry={() => void refetch()} />
      )}
      {!data && !error && (
        <div className="min-h-52 p-4">
          <SkeletonLines lines={['h-4 w-2/3', 'h-4 w-1/2', 'h-4 w-3/5']} />
        </div>
      )}
    </Panel>
  )
}

const isToday = (day: string): boolean => day === dayIn(BOOKING_ZONE, Date.now())

/** The simulator's clock may be days ahead. */
const dayText = (day: string): string => shortDayName(day) + (isToday(day) ? '' : ', simulated clock')

function Parts({ today }: { today: Today }): ReactElement {
  const { overnight, meetings, callBacks, campaigns, documents } = today
  const now = useCallingNow()
  return (
    <>
      <p className="border-b border-line px-4 py-2.5 text-ink-soft">{overnightText(overnight)}</p>
      <div
        className={cx(
          'grid gap-px bg-line *:bg-surface md:grid-cols-2',
          documents ? 'xl:grid-cols-4' : 'xl:grid-cols-3',
        )}
      >
        <Part
          title="Meetings"
          total={meetings.total}
          to={`/bookings?${isToday(today.day) ? 'period=today' : `period=own&from=${today.day}&to=${today.day}`}&status=not_cancelled`}
          none="No meetings today"
        >
          {meetings.rows.map(({ id, scheduledDate, name, company, bdm, over }) => (
            <Row
              key={id}
              to={pathTo.booking(id)}
              when={formatTime(scheduledDate, BOOKING_ZONE)}
              text={name}
              detail={[bdm.name, company].filter(Boolean).join(' · ')}
              isOver={over}
            />
          ))}
        </Part>
        <Part
          title="Call-backs due"
          total={callBacks.total}
          // Needs you counts the calls of staff alone
          parts={
            callBacks.byAgent > 0
              ? `${formatNumber(callBacks.total - callBacks.byAgent)} by staff, ${formatNumber(callBacks.byAgent)} by the agent`
              : undefined
          }
          to="/tasks?kind=call_back"
          none="No call-backs due today"
        >
          {callBacks.rows.map(({ taskId, name, company, dueAt, overdue, byAgent }) => (
            <Row
              key={taskId}
              to={pathTo.task(taskId)}
              when={formatTime(dueAt, BOOKING_ZONE)}
              text={name ?? 'Unknown caller'}
              detail={[byAgent && 'The agent calls', overdue && !byAgent && 'Overdue', company]
                .filter(Boolean)
                .join(' · ')}
              isLate={overdue}
            />
          ))}
        </Part>
        <Part
          title="Campaigns that resume"
          total={campaigns.length}
          to="/campaigns?view=table"
          none="No campaign is waiting"
        >
          {campaigns.slice(0, MOST_TODAY).map((campaign) => {
            const from = resumeText(campaign.resumesAt, campaign.timezone, now)
            return (
              <Row
                key={campaign.id}
                to={pathTo.campaign(campaign.id)}
                text={campaign.name}
                detail={waitText({ ...campaign, from })}
              />
            )
          })}
        </Part>
        {documents && (
          <Part
            title="Expiring this week"
            total={documents.total}
            to="/brokers/documents?tab=expiring"
            none="No document expires this week"
          >
            {documents.rows.map(({ id, broker, documentType, expiresOn }) => (
              <Row
                key={id}
                to={pathTo.document(id)}
                when={shortDayName(expiresOn)}
                text={broker.name}
                detail={documentType}
              />
            ))}
          </Part>
        )}
      </div>
    </>
  )
}

interface PartProps {
  title: string
  total: number
  /** The total in parts; shown in its place. */
  parts?: string | undefined
  /** The list that holds all of them. */
  to: string
  /** Shown where there are none. */
  none: string
  children: readonly ReactNode[]
}

/** A part of the day, with as many rows as there are places. */
function Part({ title, total, parts, to, none, children }: PartProps): ReactElement {
  return (
    <section aria-label={title} className="min-w-0 px-4 py-3">
      <h3 className="flex items-baseline justify-between gap-2 text-xs font-medium text-ink-soft">
        <Link to={to} className="rounded hover:text-link hover:underline">
          {title}
        </Link>
        <span className="tabular">{parts ?? formatNumber(total)}</span>
      </h3>
      {total === 0 ? (
        <p className="mt-2 text-ink-soft">{none}</p>
      ) : (
        <ul className="mt-1.5 flex flex-col gap-1.5">{children}</ul>
      )}
      {total > children.length && (
        <Link to={to} className="link mt-1.5 inline-block text-xs">
          {`${formatNumber(total - children.length)} more`}
          <span className="sr-only">: {title}</span>
        </Link>
      )}
    </section>
  )
}

interface RowProps {
  to: string
  when?: string
  text: string
  detail: string
  isLate?: boolean
  isOver?: boolean
}

function Row({ to, when, text, detail, isLate = false, isOver = false }: RowProps): ReactElement {
  return (
    <li className="min-w-0">
      <p className="flex min-w-0 items-baseline gap-2">
        <Link
          to={to}
          className={cx(
            'min-w-0 flex-1 truncate rounded font-medium hover:text-link hover:underline',
            isOver && 'text-ink-soft',
          )}
        >
          {text}
        </Link>
        {when && (
          <span className={cx('tabular shrink-0 text-xs', isLate ? 'text-red-ink' : 'text-ink-soft')}>
            {when}
          </span>
        )}
      </p>
      <p className="truncate text-xs text-ink-soft" title={detail}>
        {isOver ? `Over · ${detail}` : detail}
      </p>
    </li>
  )
}
