import { z } from 'zod'
import { callOutcomes, callResponses } from '#contract/calls/calls.ts'
import { givenDay } from '#contract/dates.ts'
import { accreditationStates } from '#contract/documents/documents.ts'
import { endpoint } from '#contract/endpoint.ts'
import { idParams, instant } from '#contract/ids.ts'
import { taskKinds } from '#contract/tasks/task-kinds.ts'
import { bookingStatuses, meetingTypes } from './bookings.ts'

/** What a BDM should know before one meeting. */
const briefedMeeting = z.object({
  id: z.number(),
  scheduledDate: instant,
  endsAt: instant,
  meetingType: z.enum(meetingTypes),
  status: z.enum(bookingStatuses),
  attendees: z.number(),
  name: z.string(),
  company: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  videoLink: z.string().nullable(),
  /** Written by the person who booked. */
  agenda: z.string().nullable(),
  note: z.string().nullable(),
  /** null: a visitor without a record. */
  brokerId: z.number().nullable(),
  lastCall: z
    .object({
      id: z.number(),
      at: instant,
      /** In Sydney. */
      day: z.iso.date(),
      outcome: z.enum(callOutcomes).nullable(),
      /** The wish in the call. */
      response: z.enum(callResponses).nullable(),
      summary: z.string().nullable(),
    })
    .nullable(),
  score: z.object({ month: z.string(), overall: z.number(), tier: z.string() }).nullable(),
  documents: z
    .object({
      status: z.enum(accreditationStates),
      required: z.number(),
      fulfilled: z.number(),
      /** Names of the required types without an approved document. */
      missing: z.array(z.string()),
    })
    .nullable(),
  /** Open ones about the broker, the most urgent first. */
  tasks: z.array(z.object({ id: z.number(), kind: z.enum(taskKinds), details: z.string(), dueAt: instant })),
})
export type BriefedMeeting = z.infer<typeof briefedMeeting>

export interface BriefFact {
  label: string
  value: string
}

/** Content of the mail to a BDM in the morning of a day with meetings. */
export interface BriefMail {
  name: string
  /** Formatted for people, e.g. 'Tue 24 Nov'. */
  day: string
  /** Each with its time by the BDM's clock and the person's name. */
  meetings: readonly { title: string; facts: readonly BriefFact[] }[]
  url: string
}

export const bdmBrief = endpoint('GET /api/bdms/:id/brief', {
  tag: 'Bookings',
  summary:
    'The meetings of a BDM on a day in Sydney, each with the broker’s last call, wishes, newest score, documents and open tasks',
  access: 'admin_area.read',
  params: idParams,
  query: z.object({ day: givenDay() }),
  returns: z.object({
    bdm: z.object({ id: z.number(), name: z.string() }),
    day: z.iso.date(),
    meetings: z.array(briefedMeeting),
    /** The first day after this one with meetings. */
    nextDay: z.iso.date().nullable(),
  }),
})
