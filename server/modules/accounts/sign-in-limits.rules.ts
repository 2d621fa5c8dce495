// Which limits a failed sign-in counts against. Only failures count, so that a whole office may sign in at nine.
import type { Limit, Use } from '#server/platform/limits/limits.ts'
import { addressOf, networkOf } from '#server/platform/limits/networks.ts'

/** How many days a network stays trusted after a sign-in from it. */
export const KNOWN_DAYS = 30

const message = (wait: string): string => `Too many failed sign-ins. Try again in ${wait}.`
/** For limits that a reset lifts: it proves the mailbox, and makes the network a trusted one. */
const busy = (wait: string): string =>
  `Too many failed sign-ins. Try again in ${wait}, or set a new password with "Forgot your password?".`

/** One account from one network, trusted or not. */
export const OF_ACCOUNT_FROM_NETWORK: Limit = {
  ...{ name: 'sign-in.account-from-network', max: 10, minutes: 15, message },
}

// Limits that strangers share: passwords tried over many accounts, or from many networks, exhaust these.
export const OF_ADDRESS: Limit = { name: 'sign-in.address', max: 30, minutes: 15, message: busy }
export const OF_NETWORK: Limit = { name: 'sign-in.network', max: 100, minutes: 15, message: busy }
export const OF_ACCOUNT: Limit = { name: 'sign-in.account', max: 30, minutes: 60, message: busy }
export const OF_ALL: Limit = { name: 'sign-in.all', max: 500, minutes: 15, message: busy }

/** Accounts on networks that they trust: a limit of their own, which strangers at the address cannot exhaust. */
export const OF_KNOWN_ADDRESS: Limit = { name: 'sign-in.known-address', max: 60, minutes: 15, message }

/** The account and where it is signed in to from. */
export interface Source {
  email: string
  ip: string
  /** It has signed in from this network in the last 30 days. */
  known: boolean
}

export const ownUse = ({ email, ip }: Pick<Source, 'email' | 'ip'>): Use => [
  OF_ACCOUNT_FROM_NETWORK,
  `${networkOf(ip)} ${email}`,
]

/** In this order: a sender who has exhausted their own limit uses up nothing of the shared ones. */
export function usesOf(source: Source): Use[] {
  const { email, ip, known } = source
  if (known) return [ownUse(source), [OF_KNOWN_ADDRESS, addressOf(ip)]]
  return [
    ownUse(source),
    [OF_ADDRESS, addressOf(ip)],
    [OF_NETWORK, networkOf(ip)],
    [OF_ACCOUNT, email],
    [OF_ALL, ''],
  ]
}
