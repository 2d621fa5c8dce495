/** Topics that show a meeting, in addition to the bookings themselves. */
export const BOOKING_REFRESHES = ['brokers', 'dashboard', 'activities', 'tasks'] as const
