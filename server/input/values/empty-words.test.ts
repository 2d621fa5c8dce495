import { expect, test } from 'vitest'
import { isEmptyWord } from './empty-words.ts'

test.each([
  '',
  'NULL',
  'null',
  '(null)',
  '<null>',
  '[NULL]',
  '\\N',
  'N/A',
  'n/a',
  '#N/A',
  '#REF!',
  '#VALUE!',
  '#NAME?',
  '#DIV/0!',
  '#NUM!',
  '#NULL!',
  '-',
  '--',
  '—',
  '.',
  '?',
  '####',
  'n.a.',
  'none',
  'NIL',
])('%j is empty in a name and in a value', (text) => {
  expect(isEmptyWord(text, 'name')).toBe(true)
  expect(isEmptyWord(text, 'value')).toBe(true)
})

test.each(['Null', 'Na', 'Nil', 'None', 'NA'])('%s is a surname and no value', (text) => {
  expect(isEmptyWord(text, 'name')).toBe(false)
  expect(isEmptyWord(text, 'value')).toBe(true)
})

test.each([
  'Ann',
  'Jennifer Null',
  'Nullarbor Finance',
  '0',
  'N/A Lending',
  'No',
  'Nada',
])('%s is neither', (text) => {
  expect(isEmptyWord(text, 'name')).toBe(false)
  expect(isEmptyWord(text, 'value')).toBe(false)
})
