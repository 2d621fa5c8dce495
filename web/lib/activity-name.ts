import type { Activity } from '#contract/brokers/timeline.ts'
import { formatPhone } from './format.ts'

/** First words in the description of a stranger's meeting. */
const MEETING_OF = /^Meeting of (.+?) with /

/** The person or number of an activity without a broker. */
export function nameWithoutBroker({ test, type, phoneNumber, description }: Named): string {
  const number = phoneNumber ? formatPhone(phoneNumber) : null
  if (test) return number ? `Test call to ${number}` : 'Test call'
  const visitor = MEETING_OF.exec(description)?.[1]
  if (visitor) return visitor
  if (number) return number
  if (type.startsWith('accreditation_')) return 'Applicant'
  return type === 'microsite_visited' ? 'Visitor' : 'N/A'
}

type Named = Pick<Activity, 'type' | 'description'> & Partial<Pick<Activity, 'test' | 'phoneNumber'>>
