import { describe, expect, it } from 'vitest'
import { fullName, initials, shortName } from './person.ts'

const ann = { firstName: 'Ann', lastName: 'Ng', email: 'ann@example.com' }
const nameless = { firstName: ' ', lastName: '', email: 'ops@example.com' }

describe('how a person is named', () => {
  // Covers: console-toasts-4
  it('by first name, full name and initials', () => {
    expect([shortName(ann), fullName(ann), initials(ann)]).toEqual(['Ann', 'Ann Ng', 'AN'])
  })
  // Covers: console-toasts-4
  it('by e-mail where there is no name', () => {
    expect([shortName(nameless), fullName(nameless), initials(nameless)]).toEqual([
      'ops@example.com',
      'ops@example.com',
      'O',
    ])
  })
})
