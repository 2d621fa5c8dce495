import { z } from 'zod'
import { givenDay } from '#contract/dates.ts'
import { endpoint } from '#contract/endpoint.ts'
import { id, idParams, instant } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { longText } from '#contract/text-fields.ts'
import { regions } from './brokers.ts'

const tag = 'Brokers'

export const timelineEntry = z.object({
  id: z.string(),
  type: z.string(),
  description: z.string(),
  at: instant,
  simulatedAt: instant.nullable(),
  callId: z.number().nullable(),
  campaignId: z.number().nullable(),
  /** Further results of a call: a call back that the person asked for, a hand-over. */
  notes: z.array(z.string()).optional(),
  /** Why a call was made or not made, or why a message was not sent. */
  reasons: z.array(z.string()).optional(),
  /** Duration in seconds of a call with a recording; null for other entries. */
  recordedSeconds: z.number().nullable(),
})

export const timelineKinds = [
  'calls',
  'messages',
  'visits',
  'meetings',
  'accreditation',
  'compliance',
  'changes',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

export const brokerTimeline = endpoint('GET /api/brokers/:id/timeline', {
  tag,
  summary: 'Everything that happened with a broker, newest first, decisions on calls included',
  access: 'admin_area.read',
  params: idParams,
  query: pageQuery.extend({ kind: z.enum(timelineKinds).optional() }),
  returns: z.array(timelineEntry),
})

export const MAX_NOTE = 2000

export const addNote = endpoint('POST /api/brokers/:id/notes', {
  tag,
  summary: 'Adds a note of a member of staff to the timeline of a broker',
  access: 'tasks.work',
  params: idParams,
  body: z.object({ note: longText(MAX_NOTE).min(1, 'Write a note') }),
  returns: z.object({ added: z.literal(true) }),
  status: 201,
})

export const activity = z.object({
  id: z.number(),
  type: z.string(),
  description: z.string(),
  createdAt: instant,
  broker: z.object({ id: z.number(), name: z.string() }).nullable(),
  /** Of a call to a number that belongs to no broker, E.164. */
  phoneNumber: z.string().nullable(),
  /** The call that led to it. */
  callId: z.number().nullable(),
  /** Of a test call. */
  test: z.boolean(),
})
export type Activity = z.infer<typeof activity>

export const listActivities = endpoint('GET /api/activities', {
  tag,
  summary:
    'What happened with brokers, newest first; searched by broker, filtered by campaign, region and days',
  access: 'admin_area.read',
  query: pageQuery.extend({
    /** Results of a campaign's calls. */
    campaignId: id.optional(),
    /** Where the broker is now. */
    region: z.enum(regions).optional(),
    /** Sydney days, both included. */
    from: givenDay().optional(),
    to: givenDay().optional(),
  }),
  returns: z.array(activity),
})
