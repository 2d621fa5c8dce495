import { describe, expect, it } from 'vitest'
import { compareValues, nextSort, parseSort } from './table-columns.ts'

describe('order of rows', () => {
  it('reads the wire form', () => {
    expect(parseSort('-createdAt')).toEqual({ name: 'createdAt', desc: true })
    expect(parseSort('name')).toEqual({ name: 'name', desc: false })
    expect(parseSort('')).toBeNull()
  })
  it('turns with every click on the same heading', () => {
    expect(nextSort(undefined, 'name')).toBe('name')
    expect(nextSort('name', 'name')).toBe('-name')
    expect(nextSort('-name', 'name')).toBe('name')
    expect(nextSort('-name', 'company')).toBe('company')
  })
  it('orders as people do', () => {
    expect(['Zoe', 'ann', 'Broker 10', 'Broker 9'].toSorted(compareValues)).toEqual([
      'ann',
      'Broker 9',
      'Broker 10',
      'Zoe',
    ])
    expect([10, 9, 1].toSorted(compareValues)).toEqual([1, 9, 10])
  })
})
