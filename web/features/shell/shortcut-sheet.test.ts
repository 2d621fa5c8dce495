import { expect, it } from 'vitest'
import { shortcutsFor } from './shortcut-sheet.ts'

const nothing = { list: null, selects: false, searches: false, tabs: false }
const of = (parts: object) =>
  shortcutsFor({ ...nothing, ...parts }, (key) => `Ctrl ${key}`).flatMap(({ heading, keys }) =>
    keys.map(({ keys: [first] }) => `${heading}: ${first}`),
  )

// Covers: console-toasts-3
it('lists only what does something on the screen', () => {
  expect(of({})).toContain('Everywhere: Ctrl K')
  expect(of({})).not.toContain('Everywhere: /')
  expect(of({ searches: true })).toContain('Everywhere: /')
  expect(of({ list: 'Broker Directory' })).not.toContain('Broker Directory: x')
  expect(of({ list: 'Broker Directory', selects: true })).toContain('Broker Directory: x')
  expect(of({ tabs: true })).toContain('Tabs: ←')
})
