// Separate from the other endpoints of dialling: every screen shows the clock, and the first load of the console must
// stay small.
import { z } from 'zod'
import { endpoint } from '#contract/endpoint.ts'
import { instant } from '#contract/ids.ts'

/** The clock that the dialling rules use. */
export const callingClock = endpoint('GET /api/calling-clock', {
  tag: 'Campaigns',
  summary: 'The clock that calling hours are judged by',
  access: 'admin_area.read',
  returns: z.object({
    provider: z.string().nullable(),
    simulated: z.boolean(),
    now: instant,
    /** Simulated seconds per real second. */
    speed: z.number(),
  }),
})
