import { describe, expect, it } from 'vitest'
import { choosable, compareValues, nextSort, parseSort, withMenuPlace } from './table-columns.ts'

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

describe('place of the column menu', () => {
  const cell = (): null => null
  const name = { id: 'name', header: 'Name', cell, always: true }
  const actions = { id: 'actions', header: 'Actions', cell }
  it('is above the actions, else in a column of its own', () => {
    expect(withMenuPlace([name, actions])).toEqual([name, actions])
    expect(withMenuPlace([name]).map(({ id }) => id)).toEqual(['name', 'actions'])
  })
  it('offers neither the actions nor what always shows', () => {
    const phone = { id: 'phone', header: 'Phone', cell }
    expect(choosable([name, phone, actions])).toEqual([phone])
  })
})
