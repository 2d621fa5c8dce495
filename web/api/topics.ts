import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'
import { isConcerned, type Topic, topicOf } from '#contract/topics.ts'

const counted: readonly Topic[] = ['calls', 'bookings', 'applications', 'campaigns']

/**
 * Queries that are expensive to compute, or that only contain a campaign's name, which seldom changes: while a campaign
 * calls, its topics are announced every second. After a change by another user their refetches are throttled
 * (LONG_REST_MS).
 */
const calmlyConcernedBy: Record<string, readonly Topic[]> = {
  '/api/analytics': counted,
  '/api/analytics/forecasts': ['campaigns', 'calls'],
  '/api/analytics/hours': counted,
  '/api/analytics/breakdown': counted,
  '/api/analytics/annotations': ['campaigns', 'registers', 'scoring'],
  '/api/audiences': ['campaigns'],
  '/api/dashboard/today': ['calls', 'campaigns'],
  '/api/microsites': ['campaigns'],
  '/api/microsites/:id/settings': ['campaigns'],
}
const calmTopics = new Set<string>(Object.values(calmlyConcernedBy).flat())

/** Every query key starts with a topic, the word by which the server announces a change: [topic, path, …input]. */
export function keyOf(endpoint: Endpoint, params?: unknown, query?: unknown): QueryKey {
  const key: unknown[] = [topicOf(endpoint), endpoint.path]
  if (params !== undefined) key.push(params)
  if (query !== undefined) key.push(query)
  return key
}

/** Whether a change of the topic may change the answer. */
export function concerns(key: QueryKey, topic: string): boolean {
  return concernsAtOnce(key, topic) || concernsCalmly(key, topic)
}

function concernsAtOnce([first, path]: QueryKey, topic: string): boolean {
  return first === topic || (typeof path === 'string' && isConcerned(path, topic))
}

function concernsCalmly([, path]: QueryKey, topic: string): boolean {
  const topics: readonly string[] = (typeof path === 'string' && calmlyConcernedBy[path]) || []
  return topics.includes(topic)
}

/** Whether any throttled query depends on the topic. */
export const isCalm = (topic: string): boolean => calmTopics.has(topic)

/**
 * Refetches the affected queries on screen and marks the others as stale: after a change by this user, who expects to
 * see it.
 */
export function refreshTopics(client: QueryClient, topics: Iterable<string>): Promise<void> {
  return refresh(client, concernedIn(topics, concerns))
}

/** The same after a change by any user, without the throttled queries while they are on screen. */
export function refreshAtOnce(client: QueryClient, topics: Iterable<string>): Promise<void> {
  const predicate = concernedIn(topics, concernsCalmly)
  void client.invalidateQueries({ type: 'inactive', refetchType: 'none', predicate })
  return refresh(client, concernedIn(topics, concernsAtOnce))
}

/** The same for the throttled queries alone. */
export function refreshCalmly(client: QueryClient, topics: Iterable<string>): Promise<void> {
  return refresh(client, concernedIn(topics, concernsCalmly))
}

function concernedIn(topics: Iterable<string>, isConcerned: typeof concerns): (query: Query) => boolean {
  const changed = [...topics]
  return ({ queryKey }) => changed.some((topic) => isConcerned(queryKey, topic))
}

/** The same for all queries. */
export const refreshAll = (client: QueryClient): Promise<void> => refresh(client, () => true)

/** Figures that are polled half as often as everything else. */
const SLOW = ['/api/surveillance/stats', '/api/scoring/stats']

/** The same without the queries that are polled half as often. */
export const refreshMost = (client: QueryClient): Promise<void> =>
  refresh(client, ({ queryKey: [, path] }) => !SLOW.includes(String(path)))

/**
 * A first fetch that is under way may return data from before the change, and the library would take it for the new
 * data: such a response is shown, and the query is fetched again.
 */
async function refresh(client: QueryClient, concerned: (query: Query) => boolean): Promise<void> {
  const isFirst = ({ state }: Query): boolean => state.fetchStatus === 'fetching' && state.data === undefined
  const first = client.getQueryCache().findAll({ predicate: (query) => isFirst(query) && concerned(query) })
  const others = client.invalidateQueries({
    predicate: (query) => !first.includes(query) && concerned(query),
  })
  await Promise.allSettled(first.map((query) => query.fetch()))
  await Promise.all([others, client.invalidateQueries({ predicate: (query) => first.includes(query) })])
}
