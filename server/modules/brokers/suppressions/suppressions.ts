import { PHONE_INVALID } from '#contract/brokers/phone-messages.ts'
import type { addSuppression as addEndpoint } from '#contract/brokers/suppressions.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { Ctx } from '#server/ctx.ts'
import type { SpokenEvidence } from '#server/events.ts'
import { audit } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { formatPhone, parsePhone, parsePhones } from '../phone.rules.ts'
import { isRemovable } from './suppressions.rules.ts'
import {
  brokersWithNumber,
  endOptOutsBefore,
  endSuppression,
  findSuppression,
  forgetEvidence,
  hasOptOutOf,
  insertSuppression,
  noteAskedAgain,
} from './suppressions.store.ts'

export const NOT_REMOVABLE =
  'An opt-out by key or SMS ends only when the person texts START or gives express consent, recorded with the broker.'

const staffId = (ctx: Ctx): number | null => (ctx.actor.kind === 'staff' ? ctx.actor.userId : null)

/** Adds a suppression by staff; it applies immediately everywhere. @throws AppError forbidden, invalid, conflict */
export async function addSuppression(ctx: Ctx, input: BodyOf<typeof addEndpoint>): Promise<number> {
  authorise(ctx, 'suppressions.add')
  const parsed = parsePhone(input.phoneNumber)
  if (!parsed.ok) throw invalid({ phoneNumber: parsed.reason })
  // one of two numbers would stay callable
  if (parsePhones(input.phoneNumber).length > 1)
    throw invalid({ phoneNumber: `${PHONE_INVALID}: add one number at a time` })
  const phone = parsed.e164
  const { reason } = input
  return ctx.tx(async (tx) => {
    const id = await insertSuppression(tx, { phone, source: 'manual', reason, createdBy: staffId(tx) })
    if (id === null)
      throw new AppError('conflict', `${formatPhone(phone)} has already been suppressed by staff.`)
    await audit(tx, {
      action: 'suppression.added',
      subjectType: 'suppression',
      subjectId: id,
      after: { phone, source: 'manual', reason },
    })
    await tx.emit('number.suppressed', { phone, simulated: false })
    return id
  })
}

/**
 * Removes a suppression that staff added, the hold of an unclear opt-out, or an opt-out that was misread from speech.
 * @throws AppError forbidden, not_found, rule_forbids
 */
export async function removeSuppression(ctx: Ctx, id: number, reason: string): Promise<void> {
  authorise(ctx, 'suppressions.remove')
  await ctx.tx(async (tx) => {
    const before = await findSuppression(tx, id)
    if (!before || before.endedAt) throw notFound('Suppression')
    if (!isRemovable(before.source)) throw new AppError('rule_forbids', NOT_REMOVABLE)
    await endSuppression(tx, id, { at: tx.now(), reason, by: staffId(tx) })
    await audit(tx, {
      action: before.source === 'voice' ? 'suppression.lifted' : 'suppression.removed',
      subjectType: 'suppression',
      subjectId: id,
      before: { phone: before.phone, source: before.source, reason: before.reason },
      after: { reason },
    })
    await emitEnded(tx, before.phone)
  })
}

/** Removes the words of opt-outs in these calls; the opt-outs remain. */
export const forgetSpokenOptOuts = (tx: Ctx, callIds: readonly number[]): Promise<void> =>
  forgetEvidence(tx, { callIds })

export interface Consent {
  phone: string
  consentAt: Date
  source: string
}

/** Ends the opt-outs from before a recorded express consent; runs in the caller's transaction. */
export async function endOptOuts(tx: Ctx, { phone, consentAt, source }: Consent): Promise<void> {
  const reason = `Express consent: ${source}`
  await endBefore(tx, { phone, at: consentAt, reason, action: 'suppression.ended_by_consent' })
}

export interface SmsKeyword {
  /** E.164. */
  phone: string
  /** When the person sent the SMS. */
  at: Date
}

/**
 * Handles STOP: suppresses the number immediately everywhere. The same message received again changes nothing.
 * @param optOut.toldBy `provider`: it refuses our messages to the number, without the time of the opt-out
 */
export async function optOutBySms(
  ctx: Ctx,
  { phone, at, toldBy = 'person' }: SmsKeyword & { toldBy?: 'person' | 'provider' },
): Promise<void> {
  const source = 'sms_stop'
  await ctx.tx(async (tx) => {
    // already stored, and perhaps ended by START since then
    if (await hasOptOutOf(tx, { phone, source, at })) return
    if (toldBy === 'person') await noteAskedAgain(tx, { phone, source, at })
    await suppress(tx, { phone, source, reason: 'Replied STOP to an SMS', createdAt: at })
  })
}

interface UnclearOptOut extends SmsKeyword {
  text: string
  call?: { id: number; simulated: boolean } | null
  /** Of words in a call. */
  evidence?: SpokenEvidence | null
}

/**
 * Holds a number after an SMS or a call that may be an opt-out, until a person has read it; nothing is sent or dialled
 * meanwhile.
 * @returns the hold's id; null: the number is on hold already
 */
export async function holdNumber(
  ctx: Ctx,
  { phone, at, text, call = null, evidence = null }: UnclearOptOut,
): Promise<number | null> {
  const source = 'unclear'
  return ctx.tx(async (tx) => {
    if (await hasOptOutOf(tx, { phone, source, at })) return null
    await noteAskedAgain(tx, { phone, source, at })
    const reason = `On hold: ${evidence ? 'words in a call' : 'an SMS'} may be an opt-out`
    const { id: callId = null, simulated = false } = call ?? {}
    const values = { phone, source, reason, simulated, callId, createdAt: at } as const
    const id = await suppress(tx, { ...values, evidence: evidence && JSON.stringify(evidence) })
    const [brokerId = null] = await brokersWithNumber(tx, phone)
    await tx.emit('number.held', { phone, brokerId, callId, text })
    return id
  })
}

/** Ends the hold of an unclear opt-out that the person denied in the same call. */
export async function endHold(tx: Ctx, id: number): Promise<void> {
  const before = await findSuppression(tx, id)
  if (!before || before.endedAt || before.source !== 'unclear') return
  const reason = 'They were asked in the same call and do not opt out'
  await endSuppression(tx, id, { at: tx.now(), reason, by: null })
  await audit(tx, {
    ...{ action: 'suppression.removed', subjectType: 'suppression', subjectId: id },
    ...{ before: { phone: before.phone, source: before.source }, after: { reason } },
  })
  await emitEnded(tx, before.phone)
}

export interface VoiceOptOut {
  /** E.164. */
  phone: string
  at: Date
  /** The reason shown in the list. */
  reason: string
  /** Our call that the opt-out refers to. */
  callId: number | null
  /** The words; absent: a key. */
  evidence?: SpokenEvidence | null
}

/** Handles an opt-out during an inbound call: suppresses the number immediately everywhere. */
export async function optOutByVoice(
  ctx: Ctx,
  { phone, at, reason, callId, evidence = null }: VoiceOptOut,
): Promise<void> {
  const source = 'voice'
  await ctx.tx(async (tx) => {
    await noteAskedAgain(tx, { phone, source, at })
    const values = { phone, source, reason, callId, createdAt: at }
    await suppress(tx, { ...values, evidence: evidence && JSON.stringify(evidence) })
  })
}

async function suppress(
  tx: Ctx,
  optOut: Omit<Parameters<typeof insertSuppression>[1], 'createdBy' | 'simulated'> & {
    phone: string
    simulated?: boolean
  },
): Promise<number | null> {
  const { phone, source, reason, simulated = false } = optOut
  const id = await insertSuppression(tx, optOut)
  if (id !== null) {
    await audit(tx, {
      action: 'suppression.added',
      subjectType: 'suppression',
      subjectId: id,
      after: { phone, source, reason },
    })
  }
  // emitted even for a number already suppressed, so that no planned call remains
  await tx.emit('number.suppressed', { phone, simulated })
  return id
}

/** Handles START: ends all earlier opt-outs of the number; suppressions by staff stay. */
export async function optInBySms(ctx: Ctx, { phone, at }: SmsKeyword): Promise<void> {
  await ctx.tx((tx) =>
    endBefore(tx, { phone, at, reason: 'Replied START to an SMS', action: 'suppression.ended_by_sms' }),
  )
}

async function endBefore(tx: Ctx, end: SmsKeyword & { reason: string; action: string }): Promise<void> {
  const { phone, at, reason, action } = end
  const ended = await endOptOutsBefore(
    tx,
    { phone, consentAt: at },
    { at: tx.now(), reason, by: staffId(tx) },
  )
  for (const subjectId of ended) {
    await audit(tx, { action, subjectType: 'suppression', subjectId, before: { phone }, after: { reason } })
  }
  if (ended.length > 0) await emitEnded(tx, phone)
}

async function emitEnded(tx: Ctx, phone: string): Promise<void> {
  await tx.emit('number.released', { phone })
  await tx.emit('broker.changed', { brokerIds: await brokersWithNumber(tx, phone) })
}
