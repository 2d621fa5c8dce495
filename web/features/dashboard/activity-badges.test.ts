import { expect, it } from 'vitest'
import { activityLook } from './activity-badges.ts'

// Covers: dashboard-10
it('colours activities by their type and every other type grey', () => {
  const tones = [
    'call_completed',
    'accreditation_submitted',
    'meeting_booked',
    'microsite_visited',
    'opted_out',
    'accreditation_started',
    'call_received',
    'sms_received',
    'broker_imported',
    'constructor',
  ].map((type) => activityLook(type).tone)
  expect(tones).toEqual(['green', 'green', 'blue', 'amber', 'red', 'grey', 'grey', 'grey', 'grey', 'grey'])
})
