import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import * as contract from '#contract/telephony.ts'
import * as voice from '#contract/voice-settings.ts'
import type { Ctx } from '#server/ctx.ts'
import { type AppRoute, route } from '#server/module.ts'
import { editRoute, lockOnly } from '#server/modules/accounts/edit-route.ts'
import type { VendorName } from '#server/providers/ports/vendors.ts'
import { callFromNumber } from './calling-number.ts'
import { check } from './connection-check.ts'
import * as numbers from './numbers.ts'
import { viewNumbers } from './numbers.views.ts'
import { receiveCallback } from './receive-callback.ts'
import { changeVoiceSettings, viewVoiceSettings } from './voice-settings.ts'

export const routes: AppRoute[] = [
  route(contract.listPhoneNumbers, async ({ ctx }) => viewNumbers(ctx)),
  route(contract.getNumberNeeds, async ({ ctx, params, query }) =>
    numbers.viewNeeds(ctx, params.vendor, query.areaCode),
  ),
  route(contract.buyTwilioNumber, async ({ ctx, body }) => numbers.buyNumber(ctx, 'twilio', body)),
  route(contract.createVapiNumber, async ({ ctx, body }) => numbers.buyNumber(ctx, 'vapi', body)),
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
  callbackRoute(contract.twilioWebhook, 'twilio'),
  callbackRoute(contract.vapiWebhook, 'vapi'),
]

function callbackRoute(endpoint: Endpoint, vendor: VendorName): AppRoute {
  const answer = route(endpoint, async ({ ctx, request, reply }) => callback(ctx, vendor, { request, reply }))
  return { ...answer, isCallback: true }
}

async function callback(
  ctx: Ctx,
  vendor: VendorName,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const { status, contentType, body } = await receiveCallback(ctx, vendor, {
    url: request.url,
    headers: request.headers,
    // a raw endpoint; without a body there is none
    body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
  })
  if (contentType) void reply.type(contentType)
  return reply.code(status).send(body)
}
