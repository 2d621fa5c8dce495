import type { Ctx } from '#server/ctx.ts'
import { offerTimes } from '#server/modules/bookings/offer-times.ts'
import { classifyNumber } from '#server/modules/brokers/phone.rules.ts'
import { handOffDesk } from '#server/modules/calls/hand-off/hand-off.ts'
import { createBatching } from '#server/modules/calls/intake/batching.ts'
import { intake } from '#server/modules/calls/intake/intake.ts'
import { applyDeliveryReport } from '#server/modules/messages/delivery-report.ts'
import { receiveSms } from '#server/modules/messages/receive-sms.ts'
import type { VendorHooks } from '#server/providers/ports/vendors.ts'
import { callbackResult, offerCallback, personClock } from './callback-offer.ts'
import { choiceResult } from './choice-result.ts'
import { answerInbound, applyInboundRequest } from './inbound-calls.ts'

/** The product's functions that vendors call. @param ctx a fresh context of the system */
export function vendorHooks(ctx: () => Ctx): VendorHooks {
  return {
    sink: createBatching((batch) => intake(ctx(), batch)),
    isFictitious: (e164) => classifyNumber(e164).fictitious,
    offerTimes: (call) => offerTimes(ctx(), call),
    offerCallback: (call) => offerCallback(ctx(), call),
    callbackResult: ({ callId }) => callbackResult(ctx(), callId),
    personClock: ({ callId }) => personClock(ctx(), callId),
    handOff: handOffDesk(ctx),
    choiceResult: (choice) => choiceResult(ctx(), choice),
    receiveSms: async (sms) => void (await receiveSms(ctx(), sms)),
    smsReport: (report) => applyDeliveryReport(ctx(), report),
    answerInbound: (call) => answerInbound(ctx(), call),
    inboundRequest: (call, request, said) => applyInboundRequest(ctx(), call, request, said),
  }
}
