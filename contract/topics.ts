import type { Endpoint } from './endpoint.ts'

/** Nouns by which changes are published. The server derives them from the tables that a transaction writes. */
export const topics = [
  ...[
    'activities',
    'api-keys',
    'applications',
    'audiences',
    'audit',
    'backups',
    'bookings',
    'brokers',
    'bulk-changes',
    'calling-rules',
  ],
  ...[
    'calls',
    'campaign-templates',
    'campaigns',
    'clock',
    'complaints',
    'contests',
    'documents',
    'imports',
    'messages',
    'microsite-pages',
    'microsites',
    'notifications',
  ],
  ...[
    'organisation',
    'passkeys',
    'phone-numbers',
    'registers',
    'reports',
    'retention',
    'saved-views',
    'scoring',
    'seals',
    'session-limits',
    'sign-on',
  ],
  ...[
    'requested-calls',
    'sessions',
    'setup',
    'suppressions',
    'surveillance',
    'system',
    'tasks',
    'users',
    'vault',
    'webhook-endpoints',
  ],
] as const
export type Topic = (typeof topics)[number]

/** Nouns of paths whose rows are published under another topic. */
const nounOfPath: Record<string, string> = {
  'calling-clock': 'clock',
  accreditations: 'applications',
  attribution: 'microsites',
  bdms: 'bookings',
  decisions: 'contests',
  'document-types': 'documents',
  'rejection-reasons': 'documents',
  'document-access': 'documents',
}

/** Topics that concern a read in addition to its own noun, by the beginning of its path. */
const concernedBy = {
  '/api/activities': ['brokers', 'campaigns'],
  '/api/audiences/:id/brokers': ['brokers'],
  '/api/auth/sign-on': ['sign-on'],
  '/api/confirm-identity': ['sign-on', 'passkeys'],
  '/api/auth/user': ['users'],
  '/api/brokers/:id/accreditation': ['applications', 'documents'],
  '/api/brand': ['organisation'],
  '/api/brokers/:id': ['messages'],
  '/api/brokers/:id/recap': ['calls', 'scoring', 'applications', 'documents'],
  '/api/brokers/:id/timeline': [
    ...(['activities', 'calls', 'messages', 'suppressions', 'imports', 'bulk-changes', 'campaigns'] as const),
  ],
  '/api/brokers/bulk-changes': ['bulk-changes'],
  '/api/brokers/imports': ['imports'],
  '/api/calls/:id': ['messages'],
  '/api/campaigns': ['calls', 'bookings', 'applications'],
  '/api/dashboard/needs': [
    ...(['tasks', 'applications', 'documents', 'bookings', 'registers', 'surveillance', 'imports'] as const),
    ...([
      'scoring',
      'seals',
      'organisation',
      'system',
      'messages',
      'campaigns',
      'calling-rules',
      'backups',
    ] as const),
  ],
  '/api/dashboard/stats': ['calls', 'bookings', 'applications'],
  '/api/dashboard/today': [...(['bookings', 'applications', 'tasks', 'documents', 'suppressions'] as const)],
  '/api/dashboard/trends': ['calls', 'bookings', 'applications'],
  '/api/notifications': ['tasks'],
  '/api/scoring': ['organisation'],
  '/api/scoring/appeals': ['contests'],
  '/api/scoring/brokers': ['brokers'],
  '/api/scoring/imports': ['imports'],
  '/api/setup': [
    ...([
      'organisation',
      'phone-numbers',
      'brokers',
      'imports',
      'bookings',
      'registers',
      'campaigns',
    ] as const),
  ],
  '/api/surveillance': ['registers'],
  '/api/system/liveness': ['backups'],
  '/api/surveillance/brokers': ['brokers'],
  '/api/tasks': ['surveillance'],
  '/api/voice-settings': ['organisation'],
} satisfies Record<string, readonly Topic[]>
const concerned: [string, readonly string[]][] = Object.entries(concernedBy)

/** The first word of the path after /api, or the topic of its rows: 'campaigns' for /api/campaigns/:id/preflight. */
export function topicOf({ path }: Pick<Endpoint, 'path'>): string {
  const word = path.split('/')[2] ?? ''
  return nounOfPath[word] ?? word
}

/** Whether a change of the topic may change the response of this path. */
export function isConcerned(path: string, topic: string): boolean {
  return (
    topicOf({ path }) === topic ||
    concerned.some(([prefix, topics]) => path.startsWith(prefix) && topics.includes(topic))
  )
}
