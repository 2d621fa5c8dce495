import { z } from 'zod'
import { meetingTypes } from '#contract/bookings/bookings.ts'
import { nextCallReasons } from '#contract/campaigns/campaigns.ts'
import { endpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/ids.ts'

/** Rows of each part that are listed; the total says how many there are. */
export const MOST_TODAY = 5
/** Documents that expire within these days are named. */
export const EXPIRING_DAYS = 7
/** Hour in Sydney at which the working day ends and the night begins. */
export const CLOSING_TIME = '17:00'

const count = z.number()
const part = <Row extends z.ZodType>(row: Row) => z.object({ total: count, rows: z.array(row) })

export const dashboardToday = endpoint('GET /api/dashboard/today', {
  tag: 'Dashboard',
  summary:
    'The day in Sydney: what happened since the last working day closed, meetings, call-backs due, campaigns that resume, documents that expire within a week',
  access: 'admin_area.read',
  returns: z.object({
    /** Today in Sydney; in a simulation the day of its clock, where that is ahead. */
    day: z.iso.date(),
    overnight: z.object({
      /** Closing time of the last working day before this one. */
      since: instant,
      calls: count,
      responses: count,
      meetings: count,
      applications: count,
      optOuts: count,
      documents: count,
    }),
    /** Not cancelled, test meetings left out, by time. */
    meetings: part(
      z.object({
        id: count,
        scheduledDate: instant,
        endsAt: instant,
        meetingType: z.enum(meetingTypes),
        name: z.string(),
        company: z.string().nullable(),
        bdm: z.object({ id: count, name: z.string() }),
        /** Its end has passed. */
        over: z.boolean(),
      }),
    ),
    /** Due before the end of the day, overdue ones first. */
    callBacks: part(
      z.object({
        taskId: count,
        name: z.string().nullable(),
        company: z.string().nullable(),
        dueAt: instant,
        overdue: z.boolean(),
        /** The agent rings at that time; otherwise a person has to. */
        byAgent: z.boolean(),
      }),
    ).extend({
      /** How many of the total the agent makes. */
      byAgent: count,
    }),
    /** Active campaigns whose brokers are all due later, the next first. */
    campaigns: z.array(
      z.object({
        id: count,
        name: z.string(),
        waiting: count,
        resumesAt: instant,
        reason: z.enum(nextCallReasons),
        retries: count,
        timezone: z.string(),
      }),
    ),
    /** Approved documents without a newer version, by expiry; null for a role that may not read documents. */
    documents: part(
      z.object({
        id: count,
        broker: z.object({ id: count, name: z.string() }),
        documentType: z.string(),
        expiresOn: z.iso.date(),
      }),
    ).nullable(),
  }),
})
