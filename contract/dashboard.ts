import { z } from 'zod'
import { endpoint } from './endpoint.ts'

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
