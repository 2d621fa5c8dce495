import { expect, test } from 'vitest'
import { fixOf } from './call-fix.ts'

test('what keeps calls from starting leads to where it is mended', () => {
  expect(
    fixOf('No phone numbers configured. Please add a phone number in Settings before making calls.')?.to,
  ).toBe('/settings?tab=numbers')
  expect(
    fixOf('Every call must say who is calling. Fill in agent name in Settings, System, before making calls.')
      ?.to,
  ).toBe('/settings?tab=system')
  expect(fixOf('This campaign is paused.')).toBeNull()
})
