import type { Endpoint } from './endpoint.ts'

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

/** Endpoints whose responses are computed from several topics; they are refetched only while on screen. */
const concernedBy: Record<string, readonly string[]> = {
  '/api/dashboard/needs': [
    ...['tasks', 'applications', 'documents', 'bookings', 'registers', 'surveillance', 'imports', 'scoring'],
    ...['organisation', 'system', 'messages', 'campaigns'],
  ],
  '/api/dashboard/stats': ['figures'],
  '/api/dashboard/trends': ['figures'],
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
  '/api/brokers/:id/timeline': [
    ...['activities', 'calls', 'messages', 'suppressions', 'imports', 'bulk-changes', 'campaigns'],
  ],
  '/api/brokers/:id/recap': ['calls', 'scoring', 'accreditation'],
  // a changed role takes effect for signed-in users
  '/api/auth/user': ['users'],
  '/api/voice-settings': ['organisation'],
}

/** First word of the path after /api, by which a change is announced: 'campaigns' for /api/campaigns/:id/preflight. */
export function topicOf({ path }: Pick<Endpoint, 'path'>): string {
  const word = path.split('/')[2] ?? ''
  return topicOfPath[word] ?? word
}

/**
 * Whether a change of the topic requires an immediate refetch of the path: 'brokers' and 'imports' both concern
 * /api/brokers/imports.
 */
export function isConcerned(path: string, topic: string): boolean {
  return (
    topicOf({ path }) === topic ||
    path.split('/').includes(topic) ||
    concernedBy[path]?.includes(topic) === true
  )
}
