/** Topics that show a requested call, in addition to the list of them. */
export const REQUESTED_CALL_REFRESHES = ['brokers', 'activities', 'tasks', 'campaigns'] as const
