import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { outage } from '#web/lib/outage.ts'
import { ApiError } from './api-error.ts'
import { sessionKey } from './session.ts'

/** Data changes when the server says so (live.ts), never because time passed or a window got the focus. */
export function makeQueryClient(): QueryClient {
  // a session that ended meanwhile brings the sign-in back
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
  // what failed meanwhile is asked again
  outage.subscribe(() => {
    if (!outage.current()) void client.invalidateQueries()
  })
  return client
}
