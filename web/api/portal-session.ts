import { QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { type BrokerProfile, brokerSignOut, readProfile } from '#contract/accounts/broker-accounts.ts'
import { dropDraftsOfOwner } from '#web/lib/kept-drafts.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { ApiError } from './api-error.ts'
import { authorizeWith, onRefusal } from './authorization.ts'
import { call } from './call.ts'
import { keyOf } from './topics.ts'

/** The entry of the browser's storage that holds the broker's token. */
export const BROKER_TOKEN = 'brokerToken'

// in addition to the storage: where storage is unavailable the session lasts as long as the page
let token = readStored(BROKER_TOKEN)
/** Whether the storage holds the token: then emptying the storage ends the session on this page as well. */
let isKept = token !== null
/** True when the session ended without a sign-out on this page: its screen stays. */
let ended = false
const listeners = new Set<() => void>()

function set(next: string | null, hasEnded = false): void {
  token = next
  ended = hasEnded
  for (const listener of listeners) listener()
}

function store(next: string | null, hasEnded = false): void {
  writeStored(BROKER_TOKEN, next)
  isKept = readStored(BROKER_TOKEN) !== null
  set(next, hasEnded)
}

const subscribe = (changed: () => void): (() => void) => {
  listeners.add(changed)
  return () => listeners.delete(changed)
}

/** The token of the signed-in broker, or null. */
export const useBrokerToken = (): string | null => useSyncExternalStore(subscribe, () => token)

/** True when the server ended the session; the sign-in shows a notice. */
export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, () => ended)

/** Stores the session of a successful sign-in, which opens the portal. */
export function keepToken(next: string): void {
  store(next)
}

/** The server rejects the session. The page and its cache are kept for the same broker. */
function endSession(): void {
  if (token !== null) store(null, true)
}

/** Sends the token with every call for the broker's own; without one such a call fails before it is made. */
export function installBrokerToken(client: QueryClient): void {
  authorizeWith((endpoint) => {
    if (endpoint.access !== 'broker') return null
    if (isKept && readStored(BROKER_TOKEN) === null) set(null, true)
    if (token === null)
      throw new ApiError({ status: 401, code: 'not_signed_in', message: 'No token available' })
    return `Bearer ${token}`
  })
  onRefusal((endpoint, { status }) => {
    if (endpoint.access === 'broker' && status === 401) endSession()
  })
  // another tab signed in or out
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== BROKER_TOKEN || newValue === token) return
    isKept = readStored(BROKER_TOKEN) !== null
    if (newValue === null) set(null, true)
    else void followSession(client, newValue)
  })
}

/** Continues with the session of another tab. The cache is cleared unless it belongs to the same broker. */
async function followSession(client: QueryClient, next: string): Promise<void> {
  token = next
  const shown = client.getQueryData<BrokerProfile>(keyOf(readProfile))
  const profile = shown && (await call(readProfile).catch(() => undefined))
  if (token !== next) return
  if (!profile || profile.id !== shown.id) client.clear()
  set(next)
  await client.invalidateQueries()
}

/** Removes the token and all data that was read with it, without a request to the server. */
export function forgetSession(client: QueryClient): void {
  store(null)
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === 'broker' })
}

/** Signs out: on this page immediately, on the server as soon as it is reachable. */
export async function signOutBroker(client: QueryClient): Promise<void> {
  const leaving = call(brokerSignOut)
  dropDraftsOfOwner()
  forgetSession(client)
  // a session that is not ended on the server expires
  await leaving.catch(() => undefined)
}

/** No live stream announces changes to brokers: queries on screen are refetched when the window gets the focus. */
export function makePortalClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: 'always',
        refetchOnReconnect: 'always',
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
