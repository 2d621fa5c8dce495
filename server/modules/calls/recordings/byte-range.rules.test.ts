import { describe, expect, it } from 'vitest'
import { rangeOf } from './byte-range.rules.ts'

describe('the part of a file that a Range header asks for', () => {
  it.each([
    [undefined, { kind: 'whole' }],
    ['bytes=0-', { kind: 'part', start: 0, end: 999 }],
    ['bytes=0-0', { kind: 'part', start: 0, end: 0 }],
    ['bytes=500-599', { kind: 'part', start: 500, end: 599 }],
    ['bytes=900-5000', { kind: 'part', start: 900, end: 999 }],
    ['bytes=-100', { kind: 'part', start: 900, end: 999 }],
    ['bytes=-5000', { kind: 'part', start: 0, end: 999 }],
    ['bytes=1000-', { kind: 'unsatisfiable' }],
    ['bytes=99999999999999999999-', { kind: 'unsatisfiable' }],
    ['bytes=-0', { kind: 'unsatisfiable' }],
    ['bytes=5-2', { kind: 'whole' }],
    ['bytes=0-1,5-6', { kind: 'whole' }],
    ['bytes=-', { kind: 'whole' }],
    ['items=0-5', { kind: 'whole' }],
    ['bytes=a-b', { kind: 'whole' }],
  ])('%s of 1000 bytes', (header, expected) => {
    expect(rangeOf(header, 1000)).toEqual(expected)
  })
})
