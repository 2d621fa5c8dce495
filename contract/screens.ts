/** Paths that the staff console answers; the server sends its page for these and 404 for any other. */
export const consolePaths = [
  '/',
  '/dashboard',
  '/campaigns',
  '/campaigns/:id',
  '/brokers',
  '/brokers/import',
  '/brokers/suppressions',
  '/brokers/applications',
  '/microsites',
  '/microsites/visits',
  '/bookings',
  '/settings',
] as const
