/** What else shows a meeting, beside the bookings themselves. */
export const BOOKING_REFRESHES = ['brokers', 'dashboard', 'activities', 'tasks'] as const
