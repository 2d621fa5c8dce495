import type { Activity } from '#contract/brokers/timeline.ts'

/** Results of a call, the most important first; other types rank last. */
const telling: readonly string[] = [
  'opted_out',
  'meeting_booked',
  'accreditation_submitted',
  'accreditation_started',
  'call_handed_off',
  'call_requested',
  'call_back_requested',
  'microsite_visited',
]

const rank = ({ type }: Activity): number => {
  const at = telling.indexOf(type)
  return at === -1 ? telling.length : at
}

/** The activities, reduced to the most important one of each call, at the place of the newest. */
export function oneACall(activities: readonly Activity[]): Activity[] {
  const groups = new Map<string, Activity>()
  for (const activity of activities) {
    const key = activity.callId ? `call ${activity.callId}` : `activity ${activity.id}`
    const known = groups.get(key)
    if (!known) groups.set(key, activity)
    // keep the time of the newest
    else if (rank(activity) < rank(known)) groups.set(key, { ...activity, createdAt: known.createdAt })
  }
  return [...groups.values()]
}
