import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { outage } from '#web/lib/outage.ts'
import { ApiError } from './api-error.ts'
import { sessionKey } from './session.ts'

/**
 * Queries are refetched when the server announces a change (live.ts), never because of their age or a focused window.
 */
export function makeQueryClient(): QueryClient {
  // a session that ended shows the sign-in again
  const onError = (error: Error): void => {
    if (error instanceof ApiError && error.status === 401) {
      void client.invalidateQueries({ queryKey: sessionKey })
    }
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: Number.POSITIVE_INFINITY,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
  // after an outage, refetch the queries that failed during it
  outage.subscribe(() => {
    if (!outage.current()) void client.invalidateQueries()
  })
  return client
}
