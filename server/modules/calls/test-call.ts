import { NO_PHONE_NUMBERS, PHONE_INVALID } from '#contract/brokers/phone-messages.ts'
import type { testCall as testCallEndpoint } from '#contract/calls/calls.ts'
import type { BodyOf, ReturnsOf } from '#contract/endpoint.ts'
import { localDate } from '#server/calendar/places.ts'
import { runningClock } from '#server/calendar/running-clock.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { classifyNumber, formatPhone, parsePhone } from '#server/modules/brokers/phone.rules.ts'
import { loadLaw } from '#server/modules/campaigns/calling-rules/calling-rules.views.ts'
import { requireRoom } from '#server/platform/disk-space.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import type { VoiceProvider } from '#server/providers/ports/voice.ts'
import { leadMs } from './dispatch/lead.rules.ts'
import { recordEndRequest } from './dispatch/place-call.store.ts'
import { dialPlaced, type Placed, placeCall } from './dispatch/place-call.ts'
import { endings } from './intake/call-endings.rules.ts'
import { finishCall } from './intake/finish-call.ts'
import { lockCalls } from './intake/intake.store.ts'
import { HELD_AFTER_RESTORE, isDiallingHeld } from './recovery/dialling-hold.views.ts'
import { requireOrganisation } from './require-organisation.ts'
import {
  type Callee,
  findBrokerToCall,
  findFailure,
  findTestScript,
  hasOtherOpenCall,
  isSuppressed,
  lockStanding,
  type TestScript,
} from './store.ts'
import { CALL_OPEN, isWithinHours, testCallRefusal } from './test-call.rules.ts'

/** Staff wait for the result, and campaigns may use up the provider's pace. */
const DIAL_WITHIN_MS = 20_000
const TOO_MANY = 'Too many calls are starting right now. Try again in a minute.'
const HOURS_ENDED = 'Not called: the legal calling hours for this number ended before its turn came.'

type TestCallAnswer = ReturnsOf<typeof testCallEndpoint>

/** Calls a number with the script of a campaign. @throws AppError invalid, not_found, rule_forbids */
export async function testCall(ctx: Ctx, body: BodyOf<typeof testCallEndpoint>): Promise<TestCallAnswer> {
  authorise(ctx, 'calls.dial')
  const provider = activeProvider(ctx)
  const phone = parsePhone(body.phoneNumber, { region: null })
  if (!phone.ok) throw invalid({ phoneNumber: PHONE_INVALID })
  const script = await findTestScript(ctx, body.campaignId)
  if (!script) throw notFound('Campaign')
  const callee = { brokerId: null, phone: phone.e164, place: { region: null, zone: null } }
  return dialTest(ctx, { provider, script, callee, e164: phone.e164 })
}

/** Calls a broker with the script of the newest active campaign. @throws AppError not_found, rule_forbids */
export async function testCallBroker(ctx: Ctx, brokerId: number): Promise<TestCallAnswer> {
  authorise(ctx, 'calls.dial')
  const provider = activeProvider(ctx)
  const callee = await findBrokerToCall(ctx, brokerId)
  if (!callee) throw notFound('Broker')
  const script = await findTestScript(ctx, null)
  if (!script) throw new AppError('rule_forbids', 'Create a campaign first: a test call uses its script.')
  if (callee.phone === null) throw new AppError('rule_forbids', 'This broker has no phone number.')
  return dialTest(ctx, { provider, script, callee, e164: callee.phone })
}

function activeProvider(ctx: Ctx): VoiceProvider {
  const provider = ctx.providers.voice.active
  if (!provider) throw new AppError('rule_forbids', NO_PHONE_NUMBERS)
  return provider
}

interface TestDial {
  provider: VoiceProvider
  script: TestScript
  callee: Callee
  e164: string
}

async function dialTest(ctx: Ctx, dial: TestDial): Promise<TestCallAnswer> {
  const { provider, script, callee, e164 } = dial
  await requireRoom(ctx.providers.disk, 'calls')
  if (await isDiallingHeld(ctx)) throw new AppError('rule_forbids', HELD_AFTER_RESTORE)
  const clock = runningClock(await provider.clock(), ctx.now)
  const hours = {
    simulated: provider.simulated,
    place: callee.place,
    policy: (await loadLaw(ctx)).hours,
    leadMs: leadMs(clock.speed),
  }
  // the simulator dials no real person
  const live = provider.simulated ? null : callee.brokerId
  const callId = await ctx.tx(async (tx) => {
    const standing = live === null ? null : await lockStanding(tx, live)
    if (standing === undefined) throw notFound('Broker')
    const refusal = testCallRefusal(
      {
        ...hours,
        standing,
        kind: classifyNumber(e164).kind,
        suppressed: await isSuppressed(tx, e164, provider.simulated),
        mayDial: provider.mayDial(e164),
      },
      clock.now,
    )
    if (refusal) throw new AppError('rule_forbids', refusal)
    if (!provider.simulated) await requireOrganisation(tx)
    const placed = await placeTest(tx, dial, clock)
    // after the call has its row: a call that was placed at the same time is seen by now
    if (live !== null && (await hasOtherOpenCall(tx, { toNumber: e164, callId: placed })))
      throw new AppError('rule_forbids', CALL_OPEN)
    await audit(tx, {
      action: 'call.tested',
      subjectType: 'call',
      subjectId: placed,
      after: { phoneNumber: e164, campaignId: script.campaignId, brokerId: callee.brokerId },
    })
    return placed
  })
  const deadline = performance.now() + DIAL_WITHIN_MS
  const inHours = (): boolean => isWithinHours(hours, clock.current())
  await dialPlaced(ctx, callId, {
    stillOpen: () => performance.now() < deadline && inHours(),
    get closedMessage() {
      return inHours() ? TOO_MANY : HOURS_ENDED
    },
  })
  const failure = await findFailure(ctx, callId)
  if (failure !== null) throw new AppError('rule_forbids', failure)
  return {
    callId,
    phoneNumber: e164,
    message: `Calling ${formatPhone(e164)} with the AI script for ${script.name}`,
  }
}

/** A live test call to a broker counts towards the daily cap, unless the cap is already used up. */
async function placeTest(
  tx: Ctx,
  { provider, script, callee, e164 }: TestDial,
  clock: { now: Date; speed: number },
): Promise<number> {
  const place = (capDate: string | null): Promise<Placed> =>
    placeCall(tx, {
      provider,
      clock,
      campaignId: script.campaignId,
      campaignVersionId: script.campaignVersionId,
      brokerId: callee.brokerId,
      toNumber: e164,
      test: true,
      capDate,
    })
  const counts = !provider.simulated && callee.brokerId !== null
  const capped = await place(counts ? localDate(clock.now.getTime(), callee.place) : null)
  const placed = capped.ok ? capped : await place(null)
  if (!placed.ok) throw new Error(`test call not placed: ${placed.reason}`)
  return placed.callId
}

/** Ends a call in flight; one not yet dialled is cancelled. @throws AppError not_found, conflict, unavailable */
export async function endCall(ctx: Ctx, callId: number): Promise<void> {
  authorise(ctx, 'calls.end')
  const call = await ctx.tx(async (tx) => {
    const [found] = await lockCalls(tx, [callId])
    if (!found) throw notFound('Call')
    if (found.finishedAt) throw new AppError('conflict', 'This call has already ended.')
    await audit(tx, { action: 'call.ended', subjectType: 'call', subjectId: callId })
    if (!found.dispatchedAt) {
      const at = (found.simulated && found.simulatedAt) || tx.now()
      await finishCall(tx, { callId, at }, endings.endedByStaff)
    } else if (!found.providerCallId) await recordEndRequest(tx, callId)
    return found
  })
  if (!call.dispatchedAt) return
  const provider = ctx.providers.voice.named(call.provider)
  if (!provider) throw new AppError('unavailable', `${call.provider} is no longer configured.`)
  try {
    await provider.end({ callId, providerCallId: call.providerCallId })
  } catch (error) {
    ctx.log.warn({ err: error, callId }, 'call not ended')
    throw new AppError('unavailable', 'The call could not be ended right now. Try again in a moment.', {
      retryAfter: 5,
    })
  }
}
