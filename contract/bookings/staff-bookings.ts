import { z } from 'zod'
import { givenDay } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, id } from '#contract/ids.ts'
import { availabilityDay, booking, bookingFields } from './bookings.ts'

const tag = 'Bookings'

export const freeTimes = endpoint('GET /api/bookings/free-times', {
  tag,
  summary:
    'The slots of every day from `from` to `to` (Sydney days, both included, 62 at most) for a meeting that staff book; `bdmId`: of that BDM alone',
  access: 'bookings.write',
  query: z.object({ from: givenDay(), to: givenDay(), bdmId: id.optional() }),
  returns: z.array(availabilityDay),
})

export const bookForBroker = endpoint('POST /api/bookings/for-broker', {
  tag,
  summary:
    'Books a meeting for a broker, with `bdmId` or else with the broker’s own BDM or another who is free, and notifies everybody concerned; 409 when the time has just been taken',
  access: 'bookings.write',
  body: z.object({
    ...bookingFields.pick({ meetingType: true, scheduledDate: true, attendees: true, agenda: true }).shape,
    brokerId: z.number('Choose a broker').pipe(bodyId),
    bdmId: bodyId.nullish(),
  }),
  returns: booking,
  status: 201,
  idempotent: true,
})
