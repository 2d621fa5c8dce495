import { describe, expect, it } from 'vitest'
import { nameWithoutBroker } from './activity-name.ts'

describe('an activity without a broker', () => {
  // Covers: console-toasts-21
  it.each([
    [
      'meeting_booked',
      'Meeting of Noor Haddad with Dana Cole booked for Tue 24 Nov, 10:00 am AEDT',
      'Noor Haddad',
    ],
    ['meeting_moved', 'Meeting of Mary-Jane O’Brien with Dana Cole moved to Wed', 'Mary-Jane O’Brien'],
    ['accreditation_submitted', 'Submitted an accreditation application', 'Applicant'],
    ['microsite_visited', 'Visited Premium Home Loan', 'Visitor'],
    ['call_completed', 'Completed call', 'N/A'],
  ])('of type %s is headed by the person that it names: %s', (type, description, name) => {
    expect(nameWithoutBroker({ type, description, phoneNumber: null })).toBe(name)
  })

  it('of a call is headed by its number', () => {
    const call = { type: 'call_completed', description: 'Completed call', phoneNumber: '+61491570156' }
    expect(nameWithoutBroker(call)).toBe('0491 570 156')
    expect(nameWithoutBroker({ ...call, test: true })).toBe('Test call to 0491 570 156')
  })
})
