import { describe, expect, it } from 'vitest'
import { takenByEnter } from './broker-matches.ts'

const brokers = ['Ann Lee', 'Anastasia Rossi']

describe('Enter in the search for a broker', () => {
  it('takes the match that is marked', () => {
    expect(takenByEnter({ brokers, isBehind: false }, 1)).toBe('Anastasia Rossi')
    expect(takenByEnter({ brokers: [], isBehind: false }, 0)).toBeUndefined()
  })

  // Covers: console-toasts-25
  it('takes nothing that matches what was typed before', () => {
    expect(takenByEnter({ brokers, isBehind: true }, 1)).toBeUndefined()
  })
})
