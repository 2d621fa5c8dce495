import { randomBytes } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import {
  type createWebhook as createEndpoint,
  MAX_WEBHOOKS,
  type updateWebhook as updateEndpoint,
} from '#contract/webhooks/webhook-endpoints.ts'
import type { Ctx } from '#server/ctx.ts'
import { audit, changedFields } from '#server/modules/accounts/audit.ts'
import { authorise } from '#server/modules/accounts/policy.ts'
import { actorId } from '#server/platform/actor.ts'
import { AppError, invalid, notFound } from '#server/platform/errors.ts'
import { checkAddress, FetchRefused } from '#server/platform/http/fetch-guarded.ts'
import { hintOf, SALT_BYTES, signingSecret } from './signing.ts'
import {
  changeEndpoint,
  deleteEndpoint,
  endSigningSecrets,
  insertEndpoint,
  insertSigningSecret,
  lockEndpoint,
} from './store.ts'

const NAME_TAKEN = 'There is a webhook of this name already'
const TOO_MANY = `At most ${MAX_WEBHOOKS} webhooks: remove one that is not needed any more.`
const HOUR_MS = 3_600_000

export interface MadeSecret {
  id: number
  /** Returned once. */
  secret: string
}

/** @throws AppError forbidden, invalid for a name that is taken or an address that is not on the open internet, rule_forbids */
export async function addWebhook(ctx: Ctx, body: BodyOf<typeof createEndpoint>): Promise<MadeSecret> {
  authorise(ctx, 'webhooks.write')
  await requirePublic(ctx, body.url)
  const { name, url } = body
  const events = [...new Set(body.events)]
  return ctx.tx(async (tx) => {
    const { webhooks } = await tx.db
      .selectFrom('webhookEndpoints')
      .select((eb) => eb.fn.countAll<string>().as('webhooks'))
      .executeTakeFirstOrThrow()
    if (Number(webhooks) >= MAX_WEBHOOKS) throw new AppError('rule_forbids', TOO_MANY)
    const id = await insertEndpoint(tx, { name, url, events, createdBy: actorId(tx.actor) })
    if (id === null) throw invalid({ name: NAME_TAKEN })
    await audit(tx, {
      action: 'webhook.created',
      subjectType: 'webhook',
      subjectId: id,
      after: { name, url, events },
    })
    return { id, secret: await addSecret(tx, id) }
  })
}

/** @throws AppError forbidden, not_found, invalid as addWebhook */
export async function changeWebhook(
  ctx: Ctx,
  id: number,
  body: BodyOf<typeof updateEndpoint>,
): Promise<void> {
  authorise(ctx, 'webhooks.write')
  if (body.url !== undefined) await requirePublic(ctx, body.url)
  await ctx.tx(async (tx) => {
    const before = await lockEndpoint(tx, id)
    if (!before) throw notFound('Webhook')
    const { name = before.name, url = before.url } = body
    const events = body.events ? [...new Set(body.events)] : before.events
    const taken = await tx.db
      .selectFrom('webhookEndpoints')
      .select('id')
      .where((eb) => eb(eb.fn('lower', ['name']), '=', name.toLowerCase()))
      .where('id', '<>', id)
      .executeTakeFirst()
    if (taken) throw invalid({ name: NAME_TAKEN })
    const difference = changedFields(before, { name, url, events })
    if (!difference) return
    await changeEndpoint(tx, id, { name, url, events })
    await audit(tx, { action: 'webhook.changed', subjectType: 'webhook', subjectId: id, ...difference })
  })
}

/** @throws AppError forbidden, not_found */
export async function removeWebhook(ctx: Ctx, id: number): Promise<void> {
  authorise(ctx, 'webhooks.write')
  await ctx.tx(async (tx) => {
    const before = await lockEndpoint(tx, id)
    if (!before) throw notFound('Webhook')
    await deleteEndpoint(tx, id)
    const { name, url, events } = before
    await audit(tx, {
      action: 'webhook.deleted',
      subjectType: 'webhook',
      subjectId: id,
      before: { name, url, events },
    })
    await tx.emit('matter.settled', { kind: 'webhook_failing' })
  })
}

/** @throws AppError forbidden, not_found */
export async function rotateSecret(ctx: Ctx, id: number, overlapHours: number): Promise<MadeSecret> {
  authorise(ctx, 'webhooks.write')
  return ctx.tx(async (tx) => {
    const webhook = await lockEndpoint(tx, id)
    if (!webhook) throw notFound('Webhook')
    const until = new Date(tx.now().getTime() + overlapHours * HOUR_MS)
    await endSigningSecrets(tx, id, until)
    const secret = await addSecret(tx, id)
    await audit(tx, {
      action: 'webhook.rotated',
      subjectType: 'webhook',
      subjectId: id,
      after: { name: webhook.name, formerUntil: until },
    })
    return { id, secret }
  })
}

async function addSecret(tx: Ctx, endpointId: number): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const secret = signingSecret(tx.providers.secret, salt)
  await insertSigningSecret(tx, { endpointId, salt, hint: hintOf(secret), createdAt: tx.now() })
  return secret
}

/** The address is checked again with every delivery, as names can be moved. @throws AppError invalid */
async function requirePublic(ctx: Ctx, url: string): Promise<void> {
  const { username, password } = new URL(url)
  if (username || password)
    throw invalid({ url: 'Leave out the user name and password: deliveries are signed.' })
  try {
    await checkAddress(url, { allowPrivate: ctx.providers.installation.demo, hosts: null })
  } catch (error) {
    if (!(error instanceof FetchRefused)) throw error
    throw invalid({ url: error.message })
  }
}
