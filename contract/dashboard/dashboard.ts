import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'

const change = z.number().nullable()

export const dashboardStats = endpoint('GET /api/dashboard/stats', {
  tag: 'Dashboard',
  summary: 'Figures of the dashboard, all time, and their change in the last 7 days against the 7 before',
  access: 'admin_area.read',
  returns: z.object({
    /** Dials, without test calls. */
    totalCalls: z.number(),
    /** Calls with a response over calls that ended, in percent, one decimal. */
    responseRate: z.number(),
    meetingsBooked: z.number(),
    accreditations: z.number(),
    /** Percent, one decimal; null without earlier figures. */
    changes: z.object({
      totalCalls: change,
      responseRate: change,
      meetingsBooked: change,
      accreditations: change,
    }),
  }),
})

/** Days that the small curves of the figures show, today included. */
export const TREND_DAYS = 14

export const dashboardTrends = endpoint('GET /api/dashboard/trends', {
  tag: 'Dashboard',
  summary: 'What the figures of the dashboard counted on each of the last 14 days in Sydney',
  access: 'admin_area.read',
  returns: z.array(
    z.object({
      day: z.iso.date(),
      calls: z.number(),
      /** In percent, one decimal; null where no call ended. */
      responseRate: z.number().nullable(),
      meetings: z.number(),
      accreditations: z.number(),
    }),
  ),
})
