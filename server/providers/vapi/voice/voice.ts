import type { Vapi } from '@vapi-ai/server-sdk'
import { NO_PHONE_NUMBERS } from '#contract/brokers/phone-messages.ts'
import type { VoiceSettings } from '#contract/calls/voice-settings.ts'
import type { VendorFault } from '#server/providers/live/fault.ts'
import { whyUnreachable } from '#server/providers/live/public-address.ts'
import { storeScript } from '#server/providers/live/scripts.ts'
import type { DialAnswer, DialRequest, VoiceProvider } from '#server/providers/ports/voice.ts'
import { callKey } from '../addresses.ts'
import { askVapi } from '../ask-vapi.ts'
import { vapiCall } from '../message.ts'
import type { VapiParts } from '../parts.ts'
import { readVoiceSettings } from '../speech/settings.ts'
import { campaignAssistant, overridesOf, serverOf } from './assistant.ts'
import { deleteAtVapi } from './delete-call.ts'
import { endVapiCall } from './end.ts'
import { listCalls } from './list-calls.ts'
import { lookUp } from './look-up.ts'
import { createOwnNumber } from './own-number.ts'
import { fetchRecording } from './recordings.ts'

/** A live call to a fictitious number fails or, worse, reaches a stranger. */
const FICTITIOUS = 'This number is fictitious: only the simulator calls it.'

export function createVapiVoice(parts: VapiParts): VoiceProvider {
  const { config, breaker, hooks, clock } = parts
  const ownNumber = createOwnNumber(parts)
  return {
    name: 'vapi',
    simulated: false,
    callsPerSecond: config.callsPerSecond,
    ...clock,
    mayDial: (e164) => !hooks.isFictitious(e164),
    async dial(request) {
      if (hooks.isFictitious(request.to))
        return { kind: 'refused', outcome: 'invalid_number', message: FICTITIOUS }
      await parts.refreshNumber()
      const { phoneNumberId } = config
      if (!phoneNumberId) return { kind: 'refused', outcome: 'provider_fault', message: NO_PHONE_NUMBERS }
      const unreachable = config.loopback ? null : whyUnreachable(parts.publicUrl)
      if (unreachable) return { kind: 'refused', outcome: 'provider_fault', message: unreachable }
      const from = await ownNumber()
      // stored before the request: Vapi's messages may arrive before its answer, at any process
      await storeScript(parts.db, request)
      const speech = await readVoiceSettings(parts.db)
      const body = callOf(request, phoneNumberId, { ...parts, speech })
      const answer = await askVapi(parts, () => parts.client.calls.create(body, { maxRetries: 0 }))
      if (!answer.ok) return refusedOrUnclear(answer.fault)
      const call = vapiCall.safeParse(answer.value)
      if (!call.success)
        return { kind: 'ambiguous', message: 'Vapi accepted the call without returning its id.' }
      return { kind: 'accepted', providerCallId: call.data.id, from: call.data.phoneNumber?.number ?? from }
    },
    lookup: (call) => lookUp(parts, call, ownNumber),
    listSince: (from) => listCalls(parts, from),
    reportsChoices: true,
    end: (call) => endVapiCall(parts, call),
    recording: ({ callId, ref }) => fetchRecording(parts, { callId, ref }),
    // Vapi's other data of the call arrived with the report of its end
    forget: async ({ providerCallId }) => {
      if (providerCallId !== null) await deleteAtVapi(parts, providerCallId)
    },
    restsUntil: () => breaker.restsUntil(),
  }
}

/** One call with its own inline assistant, which changes in Vapi's dashboard cannot affect. */
function callOf(
  request: DialRequest,
  phoneNumberId: string,
  parts: VapiParts & { speech: VoiceSettings },
): Vapi.CreateCallDto {
  const { callId, to, script, scriptVersion } = request
  const overrides = overridesOf(request, parts)
  return {
    name: `Brokerline call ${callId}`,
    phoneNumberId,
    assistant: {
      ...campaignAssistant(scriptVersion, script.personality, parts.speech),
      server: serverOf(parts),
    },
    assistantOverrides: {
      ...overrides,
      metadata: { ...overrides.metadata, key: callKey(parts.config, callId) },
    },
    customer: { number: to, externalId: String(callId) },
  }
}

function refusedOrUnclear({ kind, code, message }: VendorFault): DialAnswer {
  if (kind === 'unclear') return { kind: 'ambiguous', message }
  if (kind !== 'refused') return { kind: 'not_taken', message }
  const outcome = code === 'number' ? 'invalid_number' : 'provider_fault'
  return { kind: 'refused', outcome, message }
}
