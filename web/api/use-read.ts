import {
  hashKey,
  keepPreviousData,
  type UseQueryResult,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Endpoint } from '#contract/endpoint.ts'
import type { idParams } from '#contract/ids.ts'
import {
  type AnswerOf,
  type CallArgs,
  type CallInput,
  call,
  callPage,
  type ItemOf,
  type Page,
  type Total,
} from './call.ts'
import { keyOf } from './topics.ts'
import { useMore } from './use-more.ts'

interface ReadOptions {
  enabled?: boolean
  /** Milliseconds; only for data that the live stream does not announce. */
  refetchInterval?: number
  /** Keeps showing the previous data while a new filter loads. */
  keep?: boolean
}

interface ReadOneOptions<Answer> extends ReadOptions {
  /** Polls at the interval only while this returns true, and not after a refusal. */
  refetchWhile?: (answer: Answer) => boolean
  /** Fetches again at each mount, for a component that waits for `isFetchedAfterMount`. */
  alwaysOnMount?: boolean
}

/** Reads one endpoint. The key starts with the topic, so a live message refreshes it automatically. */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input?: CallInput<E>,
  options: ReadOneOptions<AnswerOf<E>> = {},
): UseQueryResult<AnswerOf<E>> {
  const { refetchInterval = false, refetchWhile } = options
  return useQuery({
    queryKey: keyOf(endpoint, input?.params, input?.query),
    queryFn: ({ signal }) => call(endpoint, ...([{ ...input, signal }] as unknown as CallArgs<E>)), // same input, plus the signal
    enabled: options.enabled ?? true,
    refetchInterval: ({ state }) => {
      if (!refetchWhile) return refetchInterval
      const answer = state.data as AnswerOf<E> | undefined // the type of this endpoint's response
      return state.status === 'success' && answer !== undefined && refetchWhile(answer) && refetchInterval
    },
    ...(options.alwaysOnMount && { refetchOnMount: 'always' }),
    ...(options.keep ? { placeholderData: keepPreviousData } : {}),
  }) as UseQueryResult<AnswerOf<E>> // the placeholder widens the inferred type
}

/** Reads one record by its id; disabled while the id is null. */
export function useRecord<E extends Endpoint & { params: typeof idParams }>(
  endpoint: E,
  id: number | null,
  options: Pick<ReadOneOptions<AnswerOf<E>>, 'alwaysOnMount'> = {},
): UseQueryResult<AnswerOf<E>> {
  const input = { params: { id: id ?? 0 } } as unknown as CallInput<E> // all that an endpoint of one record takes
  return useRead(endpoint, input, { ...options, enabled: id !== null })
}

/** The pages of a list that are not loaded yet. */
export interface MorePages {
  hasMore: boolean
  /** True from the request for more until it is loaded or has failed. */
  isLoadingMore: boolean
  /** Why the next page could not be loaded; null where it was not fetched, or loaded successfully. */
  moreError: Error | null
  /** Loads the next page at the user's request. */
  loadMore: () => void
  /** Prefetches the next page; not again after a failure, or the request would repeat without end. */
  loadAhead: () => void
}

/** For a list that arrived in one response. */
export const noMorePages: MorePages = {
  hasMore: false,
  isLoadingMore: false,
  moreError: null,
  loadMore() {},
  loadAhead() {},
}

export interface ListResult<Item> extends MorePages {
  /** Undefined until the first page has loaded. */
  items: Item[] | undefined
  /** Key of the query that the items answer: endpoint, filters and order. */
  question: string
  /** How many match. Beyond a quick count, the exact number follows after the rows. */
  total: Total
  error: Error | null
  /** True while the first page loads. */
  isLoading: boolean
  /** True while a changed filter loads and the previous rows still show. */
  isRefreshing: boolean
  retry: () => void
}

/** How often the exact total of a long list is read again, in milliseconds: counting it on each change would cost too much. */
const COUNT_AGAIN_MS = 30_000

/** The exact total of a list that a quick count did not reach the end of; it is read after the rows are shown. */
function useExactTotal(
  endpoint: Endpoint,
  given: { params?: unknown; query?: Record<string, unknown> } | undefined,
  { quick, enabled }: { quick: Total; enabled: boolean },
): Total {
  const isLong = typeof quick !== 'number'
  const { data } = useQuery({
    // outside the live topics, see above
    queryKey: ['total', ...keyOf(endpoint, given?.params, given?.query ?? {})],
    queryFn: async ({ signal }) => {
      const args = [{ ...given, query: { ...given?.query, limit: 1, total: 'exact' }, signal }]
      return (await callPage(endpoint, ...(args as unknown as CallArgs<Endpoint>))).total // as in useList
    },
    enabled: isLong && enabled,
    refetchInterval: COUNT_AGAIN_MS,
  })
  return isLong ? (data ?? quick) : quick
}

/** Rows of a page, so that a screen with its first page stays short. */
const PAGE = 50

/** Reads a list page by page; feed the result to DataTable. */
export function useList<E extends Endpoint>(
  endpoint: E,
  input?: Omit<CallInput<E>, 'signal'>,
  options: ReadOptions = {},
): ListResult<ItemOf<E>> {
  const given = input as { params?: unknown; query?: Record<string, unknown> } | undefined // CallInput, loosely
  const queryKey = keyOf(endpoint, given?.params, given?.query ?? {})
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ signal, pageParam }): Promise<Page<ItemOf<E>>> => {
      const cursor = pageParam ?? undefined
      const args = [{ ...given, query: { limit: PAGE, ...given?.query, total: 'quick', cursor }, signal }]
      return callPage(endpoint, ...(args as unknown as CallArgs<E>)) // same input, plus cursor and signal
    },
    initialPageParam: null as string | null, // widens the literal
    getNextPageParam: (last) => last.next,
    enabled: options.enabled ?? true,
    refetchInterval: options.refetchInterval ?? false,
    placeholderData: keepPreviousData,
  })
  const total = useExactTotal(endpoint, given, {
    quick: query.data?.pages[0]?.total ?? 0,
    enabled: !query.isPlaceholderData,
  })
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items), [query.data])
  const question = hashKey(queryKey)
  const more = useMore(
    {
      question,
      pages: query.data?.pages.length ?? 0,
      failures: query.errorUpdateCount,
      isIdle: query.fetchStatus === 'idle',
      hasMore: query.hasNextPage,
    },
    query.fetchNextPage,
  )
  const loadMore = (): void => {
    // the rows on screen belong to the previous query
    if (!query.isPlaceholderData) more.want()
  }
  const moreError = query.isFetchNextPageError && !more.isWanted ? query.error : null
  return {
    items,
    question,
    total,
    error: query.error,
    isLoading: query.isPending,
    isRefreshing: query.isPlaceholderData && query.isFetching,
    hasMore: query.hasNextPage,
    isLoadingMore: more.isWanted,
    moreError,
    loadMore,
    loadAhead() {
      if (query.hasNextPage && !more.isWanted && !moreError) loadMore()
    },
    retry: () => void query.refetch(),
  }
}
