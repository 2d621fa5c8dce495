import { describe, expect, it } from 'vitest'
import { neighboursOf } from './neighbours.ts'

const keys = ['7', '3', '9']

describe('neighbours of a row', () => {
  it('are what stands before and after it in the order of the list', () => {
    expect(neighboursOf(keys, '3', null)).toEqual({ position: 2, previous: '7', next: '9' })
  })
  it('end where the list ends', () => {
    expect(neighboursOf(keys, '7', null)).toEqual({ position: 1, previous: null, next: '3' })
    expect(neighboursOf(keys, '9', null)).toEqual({ position: 3, previous: '3', next: null })
  })
  // Covers: brokers-20
  it('stay those of its place once the row has left the list', () => {
    expect(neighboursOf(['7', '9'], '3', 1)).toEqual({ position: null, previous: '7', next: '9' })
    expect(neighboursOf([], '3', 0)).toEqual({ position: null, previous: null, next: null })
  })
  it('are none for a row that was never seen in it', () => {
    expect(neighboursOf(keys, '4', null)).toEqual({ position: null, previous: null, next: null })
  })
})
