import type { Query, QueryClient, QueryKey } from '@tanstack/react-query'
import type { Endpoint } from '#contract/endpoint.ts'

/** Topics whose word is not the first one of the path. */
const topicOfPath: Record<string, string> = {
  'calling-clock': 'clock',
  accreditations: 'applications',
  attribution: 'microsites',
  bdms: 'bookings',
  'document-types': 'documents',
  'rejection-reasons': 'documents',
  'document-access': 'documents',
}

/** What is worked out of many topics; it is asked for only while somebody looks at it. */
const concernedBy: Record<string, readonly string[]> = {
  '/api/dashboard/needs': [
    ...['tasks', 'applications', 'documents', 'bookings', 'registers', 'surveillance', 'imports', 'scoring'],
    ...['organisation', 'system', 'messages', 'campaigns'],
  ],
  '/api/setup': [
    'organisation',
    'phone-numbers',
    'brokers',
    'imports',
    'bdms',
    'bookings',
    'registers',
    'campaigns',
  ],
}

/** Every query key begins with a topic, the word by which the server announces a change: [topic, path, …input]. */
export function keyOf(endpoint: Endpoint, params?: unknown, query?: unknown): QueryKey {
  const key: unknown[] = [topicOf(endpoint), endpoint.path]
  if (params !== undefined) key.push(params)
  if (query !== undefined) key.push(query)
  return key
}

/** First word of the path after /api: 'campaigns' for /api/campaigns/:id/preflight. */
export function topicOf(endpoint: Pick<Endpoint, 'path'>): string {
  const word = endpoint.path.split('/')[2] ?? ''
  return topicOfPath[word] ?? word
}

/** True when a change of the topic may change the answer: 'brokers' and 'imports' both concern /api/brokers/imports. */
export function concerns(key: QueryKey, topic: string): boolean {
  const [first, path] = key
  if (typeof path !== 'string') return first === topic
  return first === topic || path.split('/').includes(topic) || concernedBy[path]?.includes(topic) === true
}

/** Fetches again what is on screen and concerned, and marks the rest as out of date. */
export function refreshTopics(client: QueryClient, topics: Iterable<string>): Promise<void> {
  const changed = [...topics]
  return refresh(client, ({ queryKey }) => changed.some((topic) => concerns(queryKey, topic)))
}

/** The same with everything, whatever it is about. */
export const refreshAll = (client: QueryClient): Promise<void> => refresh(client, () => true)

/**
 * What is asked for the first time just now may have been answered before the change. The library would wait for that answer
 * and take it for the new one: it is shown, and asked for again.
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
