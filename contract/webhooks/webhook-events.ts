import { z } from 'zod'
import { applicationStatuses } from '#contract/accreditations/accreditations.ts'
import { bookingStatuses, meetingTypes } from '#contract/bookings/bookings.ts'
import { callOutcomes, callResponses } from '#contract/calls/calls.ts'
import { campaignStatuses } from '#contract/campaigns/campaigns.ts'
import { instant } from '#contract/ids.ts'
import { type TaskKind, taskKinds } from '#contract/tasks/task-kinds.ts'

/**
 * The events of webhooks. Their data are ids and states: names, numbers and addresses are read from the API with a key,
 * so that its scopes decide who gets them, and no receiver keeps what is erased here. Only a suppression contains the number,
 * which is all that it is about.
 */

const rowId = z.number().int()
/** null: no broker is on record. */
const brokerId = rowId.nullable()
const broker = z.object({ brokerId: rowId })
const call = z.object({
  callId: rowId,
  campaignId: rowId.nullable(),
  brokerId,
  /** Played by the simulator. */
  simulated: z.boolean(),
})
const booking = z.object({
  bookingId: rowId,
  brokerId,
  status: z.enum(bookingStatuses),
  scheduledDate: instant,
  meetingType: z.enum(meetingTypes),
  /** The call that led to it. */
  callId: rowId.nullable(),
  simulated: z.boolean(),
})
const application = z.object({ applicationId: rowId, brokerId, status: z.enum(applicationStatuses) })
const task = z.object({ taskId: rowId, kind: z.enum(taskKinds as [TaskKind, ...TaskKind[]]), brokerId })
/** E.164, and the brokers who have the number. */
const suppression = z.object({ phoneNumber: z.string(), brokerIds: z.array(rowId), simulated: z.boolean() })

/** The data of each event. */
export const webhookData = {
  'campaign.changed': z.object({
    campaignId: rowId,
    /** null: it was created. */
    before: z.enum(campaignStatuses).nullable(),
    status: z.enum(campaignStatuses),
  }),
  /** The end of a call; once more, with `corrected`, where a later report changes it. */
  'call.finished': call.extend({ outcome: z.enum(callOutcomes), corrected: z.boolean() }),
  'call.responded': call.extend({ response: z.enum(callResponses) }),
  'booking.created': booking,
  'booking.changed': booking,
  'application.submitted': application,
  'application.decided': application,
  'document.changed': z.object({
    documentId: rowId,
    brokerId: rowId,
    change: z.enum(['uploaded', 'approved', 'rejected', 'expired']),
  }),
  /** Added or changed. */
  'broker.changed': broker,
  /** `mergedInto`: the record that it is part of now; null: it was deleted. */
  'broker.deleted': broker.extend({ mergedInto: brokerId }),
  'suppression.added': suppression,
  'suppression.removed': suppression,
  'task.opened': task,
  'task.closed': task,
  'compliance.alerted': broker.extend({ risk: z.number() }),
  /** Calculated for the first time, or again. */
  'score.published': broker.extend({ month: z.string() }),
  /** Sent on request, to test a webhook. */
  'webhook.test': z.object({ message: z.string() }),
} satisfies Record<string, z.ZodObject>

export type WebhookEvent = keyof typeof webhookData
export type DataOf<Event extends WebhookEvent> = z.input<(typeof webhookData)[Event]>

/** Those that a webhook can be subscribed to. */
export const webhookEvents = Object.keys(webhookData).filter((event) => event !== 'webhook.test') as [
  SubscribedEvent,
  ...SubscribedEvent[],
] // the keys of the table above
export type SubscribedEvent = Exclude<WebhookEvent, 'webhook.test'>

export const webhookEventLabels: Record<WebhookEvent, string> = {
  'campaign.changed': 'Campaign created or its status changed',
  'call.finished': 'Call finished',
  'call.responded': 'Response in a call',
  'booking.created': 'Meeting booked',
  'booking.changed': 'Meeting moved, marked or cancelled',
  'application.submitted': 'Application submitted',
  'application.decided': 'Application decided',
  'document.changed': 'Document uploaded, decided or expired',
  'broker.changed': 'Broker added or changed',
  'broker.deleted': 'Broker deleted or merged',
  'suppression.added': 'Number suppressed',
  'suppression.removed': 'Suppression ended',
  'task.opened': 'Task opened',
  'task.closed': 'Task closed',
  'compliance.alerted': 'Compliance alert',
  'score.published': 'Score published',
  'webhook.test': 'Test event',
}

/** The body of a delivery, as Standard Webhooks recommends it; its id is in the header webhook-id. */
export const webhookBody = (event: WebhookEvent) =>
  z.object({ type: z.literal(event), timestamp: instant, data: webhookData[event] })
