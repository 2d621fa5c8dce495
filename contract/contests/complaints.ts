// Complaints about calls: acknowledged within a day, answered within 30 days.
import { z } from 'zod'
import { givenDay } from '#contract/dates.ts'
import { optionalEmail } from '#contract/email.ts'
import { endpoint } from '#contract/endpoint.ts'
import { bodyId, idParams, instant } from '#contract/ids.ts'
import { pageQuery } from '#contract/page.ts'
import { longText, optionalText } from '#contract/text-fields.ts'

const tag = 'Complaints'

/** Days within which a complaint is answered. */
export const COMPLAINT_DAYS = 30
/** Hours within which it is acknowledged. */
export const ACKNOWLEDGE_HOURS = 24

export const complaintChannels = ['portal', 'verify', 'email', 'phone', 'letter'] as const
export type ComplaintChannel = (typeof complaintChannels)[number]
export const complaintChannelLabels: Record<ComplaintChannel, string> = {
  portal: 'Broker portal',
  verify: 'Public page',
  email: 'Email',
  phone: 'Phone',
  letter: 'Letter',
}
/** Those that staff enter. */
export const enteredChannels = ['email', 'phone', 'letter'] as const satisfies readonly ComplaintChannel[]

export const complaintStatuses = ['open', 'upheld', 'partly_upheld', 'not_upheld', 'withdrawn'] as const
export type ComplaintStatus = (typeof complaintStatuses)[number]
export const complaintStatusLabels: Record<ComplaintStatus, string> = {
  open: 'Waits for an answer',
  upheld: 'Upheld',
  partly_upheld: 'Partly upheld',
  not_upheld: 'Not upheld',
  withdrawn: 'Withdrawn',
}

const own = z.object({
  id: z.number(),
  words: z.string(),
  receivedAt: instant,
  /** When the call was placed. */
  callAt: instant.nullable(),
  acknowledgedAt: instant.nullable(),
  /** The last day for the answer, YYYY-MM-DD. */
  dueOn: z.string(),
  status: z.enum(complaintStatuses),
  answer: z.string().nullable(),
  answeredAt: instant.nullable(),
})
export type OwnComplaint = z.infer<typeof own>

const complaint = own.extend({
  channel: z.enum(complaintChannels),
  broker: z.object({ id: z.number(), name: z.string() }).nullable(),
  callId: z.number().nullable(),
  /** As given, or of the broker. */
  name: z.string().nullable(),
  email: z.string().nullable(),
  phone: z.string().nullable(),
  acknowledgeBy: instant,
  /** null with a time: by the email of the server. */
  acknowledgedBy: z.string().nullable(),
  recordedBy: z.string().nullable(),
  /** Why a program may have sent the form. */
  suspicion: z.string().nullable(),
  answeredBy: z.string().nullable(),
})
export type Complaint = z.infer<typeof complaint>

const WORDS_MISSING = 'Say what happened, in a sentence or two'
export const complaintWords = longText(4000, WORDS_MISSING).min(1, WORDS_MISSING)

export const listOwnComplaints = endpoint('GET /api/broker/complaints', {
  tag,
  summary: 'Your complaints about calls, newest first',
  access: 'broker',
  returns: z.array(own),
})

export const listComplaintCalls = endpoint('GET /api/broker/complaints/calls', {
  tag,
  summary: 'The newest calls to you, for choosing the one that a complaint is about',
  access: 'broker',
  returns: z.array(z.object({ id: z.number(), at: instant })),
})

export const makeComplaint = endpoint('POST /api/broker/complaints', {
  tag,
  summary: 'Complains about a call; acknowledged within a day and answered by a person within 30 days',
  access: 'broker',
  body: z.object({ words: complaintWords, callId: bodyId.nullish() }),
  returns: own,
  status: 201,
  limit: { requests: 20, minutes: 60 },
})

const filters = z.object({
  status: z.enum(complaintStatuses).optional(),
  channel: z.enum(complaintChannels).optional(),
  /** Sydney days of receipt, both included. */
  from: givenDay().optional(),
  to: givenDay().optional(),
  /** Open, and the day of the answer or the time of the acknowledgement has passed. */
  late: z.enum(['true', 'false']).optional(),
})

/** The form of the public page, sent by a browser without a script. */
export const publicComplaint = z
  .object({
    words: complaintWords,
    name: optionalText(200),
    email: optionalEmail,
    phone: optionalText(60),
    formCheck: z.string().max(200).optional().catch('too long'),
    formTime: z.string().max(500).optional().catch(undefined),
  })
  .refine(({ email, phone }) => email ?? phone, {
    path: ['email'],
    message: 'Give an email address or a phone number, so that we can answer',
  })

/** All characters of the form, each as three bytes of UTF-8, encoded. */
const COMPLAINT_BYTES = 48 * 1024

export const complainPublicly = endpoint('POST /verify/complaint', {
  tag,
  summary:
    'Complains about a call or message without an account; every answer takes the same time and has the same length',
  access: 'public',
  kind: 'file',
  raw: { bytes: COMPLAINT_BYTES },
  limit: { requests: 10, minutes: 60 },
})

export const complaintPage = endpoint('GET /verify/complaint', {
  tag,
  summary: 'The page of codes again, for a reload after a complaint',
  access: 'public',
  kind: 'file',
})

export const listComplaints = endpoint('GET /api/complaints', {
  tag,
  summary: 'Complaints, newest first; searched by name, number, address and words',
  access: 'complaints.read',
  query: pageQuery.omit({ sort: true }).extend(filters.shape),
  returns: z.array(complaint),
})

export const exportComplaints = endpoint('GET /api/complaints/export', {
  tag,
  summary: 'The complaints as CSV, with the filters of the list',
  access: 'complaints.read',
  query: pageQuery.pick({ q: true }).extend(filters.shape),
  kind: 'stream',
})

export const getComplaint = endpoint('GET /api/complaints/:id', {
  tag,
  summary: 'One complaint',
  access: 'complaints.read',
  params: idParams,
  returns: complaint,
})

export const recordComplaint = endpoint('POST /api/complaints', {
  tag,
  summary: 'Records a complaint that arrived by email, phone or letter; its clock starts at the receipt',
  access: 'complaints.record',
  body: z
    .object({
      channel: z.enum(enteredChannels, 'Choose how it arrived'),
      words: complaintWords,
      /** A day in Sydney, at whose beginning the clock starts; left out: now. */
      receivedOn: z
        .union([z.literal(''), givenDay()])
        .nullish()
        .transform((value) => value || null),
      brokerId: bodyId.nullish(),
      callId: bodyId.nullish(),
      name: optionalText(200),
      email: optionalEmail,
      phone: optionalText(60),
    })
    .refine(({ brokerId, name, email, phone }) => brokerId ?? name ?? email ?? phone, {
      path: ['name'],
      message: 'Give a name, an email address or a phone number',
    }),
  returns: z.object({ id: z.number() }),
  status: 201,
  limit: { requests: 60, minutes: 60 },
})

export const acknowledgeComplaint = endpoint('POST /api/complaints/:id/acknowledge', {
  tag,
  summary: 'Records that a person acknowledged the complaint, e.g. by phone',
  access: 'complaints.answer',
  params: idParams,
  returns: complaint,
})

export const answerComplaint = endpoint('POST /api/complaints/:id/answer', {
  tag,
  summary: 'Answers a complaint with reasons; the person gets them by email',
  access: 'complaints.answer',
  params: idParams,
  body: z.object({
    outcome: z.enum(['upheld', 'partly_upheld', 'not_upheld', 'withdrawn'], 'Choose an outcome'),
    answer: longText(4000).min(1, 'Write the answer that the person reads'),
  }),
  returns: complaint,
})
