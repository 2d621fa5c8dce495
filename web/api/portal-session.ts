import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { brokerSignOut } from '#contract/broker-accounts.ts'
import { dropDraftsOfOwner } from '#web/lib/kept-drafts.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'
import { ApiError } from './api-error.ts'
import { authorizeWith } from './authorization.ts'
import { call } from './call.ts'

/** The entry of the browser's storage that holds the broker's token. */
export const BROKER_TOKEN = 'brokerToken'

// beside the storage: where that is missing the session lasts as long as the page
let token = readStored(BROKER_TOKEN)
/** The storage holds it: whoever empties the storage ends the session here as well. */
let isKept = token !== null
/** True when the last session ended without the broker signing out. */
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

/** The token of the signed-in broker; null when nobody is. */
export const useBrokerToken = (): string | null => useSyncExternalStore(subscribe, () => token)

/** True when the server ended the session: the sign-in says so. */
export const useSessionEnded = (): boolean => useSyncExternalStore(subscribe, () => ended)

/** Stores the session of a successful sign-in, which opens the portal. */
export function keepToken(next: string): void {
  store(next)
}

/** Sends the token with every call for the broker's own; without one such a call fails before it is made. */
export function installBrokerToken(client: QueryClient): void {
  authorizeWith((endpoint) => {
    if (endpoint.access !== 'broker') return null
    if (isKept && readStored(BROKER_TOKEN) === null) set(null)
    if (token === null)
      throw new ApiError({ status: 401, code: 'not_signed_in', message: 'No token available' })
    return `Bearer ${token}`
  })
  // another tab signed in or out
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key !== BROKER_TOKEN || newValue === token) return
    client.clear()
    isKept = readStored(BROKER_TOKEN) !== null
    set(newValue)
  })
}

/** Forgets the token and all that was read with it, without asking the server. */
export function forgetSession(client: QueryClient, hasEnded = false): void {
  store(null, hasEnded)
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] === 'broker' })
}

/** Signs out: here at once, on the server as soon as it can be reached. */
export async function signOutBroker(client: QueryClient): Promise<void> {
  const leaving = call(brokerSignOut)
  dropDraftsOfOwner()
  forgetSession(client)
  // a session that is not ended on the server expires
  await leaving.catch(() => undefined)
}

/** Nothing announces changes to brokers: what is on screen is fetched again when the window gets the focus. */
export function makePortalClient(): QueryClient {
  const onError = (error: Error): void => {
    if (error instanceof ApiError && error.status === 401 && token !== null) forgetSession(client, true)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
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
  return client
}
