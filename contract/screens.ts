/** Paths that the staff console answers; the server sends its page for these and 404 for any other. */
export const consolePaths = [
  '/',
  '/dashboard',
  '/tasks',
  '/tasks/:id/call',
  '/campaigns',
  '/campaigns/new',
  '/campaigns/:id',
  '/campaigns/:id/edit',
  '/brokers',
  '/brokers/import',
  '/brokers/suppressions',
  '/brokers/applications',
  '/brokers/documents',
  '/brokers/audiences',
  '/brokers/:id',
  '/microsites',
  '/microsites/new',
  '/microsites/:id/edit',
  '/microsites/visits',
  '/analytics',
  '/bookings',
  '/bookings/brief',
  '/surveillance',
  '/surveillance/decisions',
  '/surveillance/complaints',
  '/surveillance/contests',
  '/surveillance/rules',
  '/scoring',
  '/scoring/loans',
  '/scoring/scorecard',
  '/settings',
  '/settings/data',
  '/security',
  '/team',
] as const

/** Paths that the broker portal answers, with a page and bundle of its own. */
export const portalPaths = [
  '/broker-portal',
  '/broker-portal/verify',
  '/broker-portal/reset-password',
] as const

/** Addresses whose whole subtree belongs to the console, including missing pages. */
export const consoleRoots: readonly string[] = [
  ...new Set(consolePaths.flatMap((path) => path.match(/^\/[a-z]+/) ?? [])),
]
