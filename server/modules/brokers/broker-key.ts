import type { Ctx } from '#server/ctx.ts'
import { readToken, signToken } from '#server/platform/crypto/token.ts'
import { notFound } from '#server/platform/errors.ts'
import { knownBroker } from './views.ts'

const PURPOSE = 'broker'
const DAY_MS = 86_400_000
/** As long as a link in an SMS lives, and longer than any meeting can be booked ahead. */
const LIFE_DAYS = 90

/** Shows that a link was sent to this broker: a number alone may be anybody's guess. */
export function signBrokerKey(ctx: Ctx, brokerId: number): string {
  return signToken(
    ctx.providers.secret,
    { purpose: PURPOSE, id: brokerId },
    // whole days: the same link all day
    new Date((Math.ceil(ctx.now().getTime() / DAY_MS) + LIFE_DAYS) * DAY_MS),
  )
}

/** The key for a link that staff build. @throws AppError not_found */
export async function linkKey(ctx: Ctx, id: number): Promise<string> {
  const brokerId = await knownBroker(ctx, id)
  if (brokerId === null) throw notFound('Broker')
  return signBrokerKey(ctx, brokerId)
}

/** @returns the broker's number; null for a key that is forged or has expired */
export function brokerOfKey(ctx: Ctx, key: string): number | null {
  return readToken(ctx.providers.secret, PURPOSE, key, ctx.now())
}

/** The broker of a link; null unless its key was signed for that broker, or for a record merged into it. */
export async function signedBroker(
  ctx: Ctx,
  link: { broker: number | null | undefined; key: string | null | undefined },
): Promise<number | null> {
  const owner = link.key && link.broker != null ? brokerOfKey(ctx, link.key) : null
  if (owner === null) return null
  const [own, claimed] = await Promise.all([knownBroker(ctx, owner), knownBroker(ctx, link.broker)])
  return own === claimed ? own : null
}

/** A path of a page with the broker's number and key, e.g. '/booking?broker=7&key=…'. */
export function ownPath(ctx: Ctx, path: string, brokerId: number): string {
  return `${path}?${new URLSearchParams({ broker: String(brokerId), key: signBrokerKey(ctx, brokerId) })}`
}

/** The characters of a key. */
const KEY = /^[\w.-]{1,200}$/

/** The key in a page's query, unread: it is judged when it is used. */
export function keyOf({ key }: { readonly key?: unknown }): string | null {
  return typeof key === 'string' && KEY.test(key) ? key : null
}

/**
 * Adds the key to the address of a page that names the broker, for a link that only its receiver gets. The page is that
 * of the link's present record, which may have been merged into another since the address was written.
 */
export function withKey(ctx: Ctx, target: string, brokerId: number | null): string {
  const url = new URL(target, ctx.providers.publicUrl)
  if (brokerId === null || !url.searchParams.has('broker')) return target
  url.searchParams.set('broker', String(brokerId))
  url.searchParams.set('key', signBrokerKey(ctx, brokerId))
  return `${url.pathname}${url.search}${url.hash}`
}
