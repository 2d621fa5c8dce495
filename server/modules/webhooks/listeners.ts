import type { WebhookEvent } from '#contract/webhooks/webhook-events.ts'
import type { AppListeners, Ctx } from '#server/ctx.ts'
import { deleteEventsAbout, moveEvents } from './deliveries.store.ts'
import {
  findApplicationFacts,
  findBookingFacts,
  findBrokersWith,
  findCallFacts,
  findTaskFacts,
} from './event-data.views.ts'
import { exportEvents } from './person-events.ts'
import { record } from './record-events.ts'

type OfBooking = Extract<WebhookEvent, `booking.${string}`>
type OfApplication = Extract<WebhookEvent, `application.${string}`>
type OfTask = Extract<WebhookEvent, `task.${string}`>
type OfSuppression = Extract<WebhookEvent, `suppression.${string}`>

const ofBroker = <Data extends { brokerId: number | null }>(data: Data) => ({ data, brokerId: data.brokerId })

const recordBooking = (tx: Ctx, event: OfBooking, id: number): Promise<void> =>
  record(tx, event, async () => (await findBookingFacts(tx, id)).map(ofBroker))

const recordApplication = (tx: Ctx, event: OfApplication, id: number): Promise<void> =>
  record(tx, event, async () => (await findApplicationFacts(tx, id)).map(ofBroker))

const recordTasks = (tx: Ctx, event: OfTask, ids: readonly number[]): Promise<void> =>
  record(tx, event, async () => (await findTaskFacts(tx, ids)).map(ofBroker))

const recordNumber = (tx: Ctx, event: OfSuppression, phone: string, simulated: boolean): Promise<void> =>
  record(tx, event, async () => [
    {
      data: { phoneNumber: phone, brokerIds: await findBrokersWith(tx, phone), simulated },
      ...{ brokerId: null, phone },
    },
  ])

/** Events of other modules become events of webhooks, in the transaction of the change. */
export const listeners: AppListeners = {
  'campaign.changed': (tx, { campaignId, before, after }) =>
    record(tx, 'campaign.changed', async () => [
      { data: { campaignId, before, status: after }, brokerId: null },
    ]),
  'calls.finished': (tx, { calls }) =>
    record(tx, 'call.finished', async () => {
      const facts = await findCallFacts(
        tx,
        calls.map(({ callId }) => callId),
      )
      return calls.flatMap(({ callId, outcome, corrected }) => {
        const call = facts.get(callId)
        return call ? [ofBroker({ ...call, outcome, corrected })] : []
      })
    }),
  'calls.optionsChosen': (tx, { choices }) =>
    record(tx, 'call.responded', async () => {
      const facts = await findCallFacts(
        tx,
        choices.map(({ callId }) => callId),
      )
      return choices.flatMap(({ callId, option }) => {
        const call = facts.get(callId)
        return call ? [ofBroker({ ...call, response: option })] : []
      })
    }),
  'booking.made': (tx, { bookingId }) => recordBooking(tx, 'booking.created', bookingId),
  'booking.changed': (tx, { bookingId }) => recordBooking(tx, 'booking.changed', bookingId),
  'application.submitted': (tx, { applicationId }) =>
    recordApplication(tx, 'application.submitted', applicationId),
  'application.decided': (tx, { applicationId }) =>
    recordApplication(tx, 'application.decided', applicationId),
  'document.changed': (tx, change) => record(tx, 'document.changed', async () => [ofBroker(change)]),
  'broker.added': (tx, { brokerIds }) =>
    record(tx, 'broker.changed', async () => brokerIds.map((brokerId) => ofBroker({ brokerId }))),
  'broker.changed': (tx, { brokerIds }) =>
    record(tx, 'broker.changed', async () => brokerIds.map((brokerId) => ofBroker({ brokerId }))),
  'broker.deleting': (tx, { brokerIds }) =>
    record(tx, 'broker.deleted', async () =>
      brokerIds.map((brokerId) => ofBroker({ brokerId, mergedInto: null })),
    ),
  async 'broker.merging'(tx, { fromId, intoId }) {
    await moveEvents(tx, fromId, intoId)
    await record(tx, 'broker.deleted', async () => [ofBroker({ brokerId: fromId, mergedInto: intoId })])
    await record(tx, 'broker.changed', async () => [ofBroker({ brokerId: intoId })])
  },
  'number.suppressed': (tx, { phone, simulated }) => recordNumber(tx, 'suppression.added', phone, simulated),
  'number.released': (tx, { phone }) => recordNumber(tx, 'suppression.removed', phone, false),
  'task.opened': (tx, { taskId }) => recordTasks(tx, 'task.opened', [taskId]),
  'tasks.closed': (tx, { taskIds }) => recordTasks(tx, 'task.closed', taskIds),
  'compliance.alerted': (tx, { alerts }) =>
    record(tx, 'compliance.alerted', async () =>
      alerts.map(({ brokerId, risk }) => ofBroker({ brokerId, risk })),
    ),
  'scores.published': (tx, { month, brokerIds }) =>
    record(tx, 'score.published', async () => brokerIds.map((brokerId) => ofBroker({ brokerId, month }))),
  /** The event of the deletion itself follows, and stays: it tells the receivers to delete their copies. */
  async 'broker.erasing'(tx, { person, note }) {
    const rows = await deleteEventsAbout(tx, person)
    note({ what: 'Events of webhooks', rows, outcome: 'erased', reason: null })
  },
  'broker.exporting': exportEvents,
}
