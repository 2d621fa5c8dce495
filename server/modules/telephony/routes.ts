import type { FastifyRequest } from 'fastify'
import * as contract from '#contract/calls/telephony.ts'
import { type VendorId, vendorFacts, vendors } from '#contract/calls/vendors.ts'
import * as voice from '#contract/calls/voice-settings.ts'
import type { Ctx } from '#server/ctx.ts'
import { type AppRoute, route } from '#server/module.ts'
import { editRoute, lockOnly } from '#server/modules/accounts/edit-route.ts'
import type { DirectAnswer } from '#server/platform/http/direct-answer.ts'
import { bindCallback } from '#server/platform/http/route.ts'
import { viewAnswerRates } from './answer-rates.views.ts'
import { callFromNumber } from './calling-number.ts'
import { check } from './connection-check.ts'
import * as numbers from './numbers.ts'
import { viewNumbers } from './numbers.views.ts'
import { receiveCallback } from './receive-callback.ts'
import { changeVoiceSettings, viewVoiceSettings } from './voice-settings.ts'

/** The one answer that has no length either. */
const NO_CONTENT = 204

export const routes: AppRoute[] = [
  route(contract.listPhoneNumbers, async ({ ctx }) => viewNumbers(ctx)),
  route(contract.answerRates, async ({ ctx, query }) => viewAnswerRates(ctx, Number(query.days))),
  route(contract.getNumberNeeds, async ({ ctx, params, query }) =>
    numbers.viewNeeds(ctx, params.vendor, query.areaCode),
  ),
  route(contract.rentNumber, async ({ ctx, params, body }) => numbers.rentNumber(ctx, params.vendor, body)),
  route(contract.importIntoVapi, async ({ ctx, body }) => numbers.importIntoVapi(ctx, body.phoneNumber)),
  route(contract.connectNumber, async ({ ctx, params }) => numbers.connectNumber(ctx, params)),
  route(contract.callFromNumber, async ({ ctx, params }) => callFromNumber(ctx, params)),
  route(contract.releaseNumber, async ({ ctx, params }) => {
    await numbers.releaseNumber(ctx, params)
    return { released: true as const }
  }),
  route(voice.getVoiceSettings, async ({ ctx }) => viewVoiceSettings(ctx)),
  editRoute(voice.updateVoiceSettings, {
    lock: lockOnly('voice_settings'),
    record: ({ ctx }) => viewVoiceSettings(ctx),
    save: ({ ctx, body }) => changeVoiceSettings(ctx, body),
  }),
  route(contract.checkVendor, async ({ ctx, params }) => check(ctx, params.vendor)),
  ...vendors.map((vendor) =>
    bindCallback(vendorFacts[vendor].callback, async (ctx: Ctx, request) =>
      answerVendor(ctx, vendor, request),
    ),
  ),
]

async function answerVendor(ctx: Ctx, vendor: VendorId, request: FastifyRequest): Promise<DirectAnswer> {
  const { status, contentType, body } = await receiveCallback(ctx, vendor, {
    url: request.url,
    headers: request.headers,
    // a raw endpoint; without a body there is none
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  })
  const bytes = Buffer.from(body)
  const headers = ['cache-control', 'no-store']
  if (contentType !== null) headers.push('content-type', `${contentType}; charset=utf-8`)
  if (status !== NO_CONTENT) headers.push('content-length', String(bytes.length))
  return { status, headers, body: bytes }
}
