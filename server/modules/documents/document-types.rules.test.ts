import { describe, expect, it } from 'vitest'
import { changesRequirements, normaliseValidity, orderAfter } from './document-types.rules.ts'

const asked = (id: number) => ({ id, retiredAt: null })
const retired = (id: number) => ({ id, retiredAt: new Date(0) })
const types = [asked(1), asked(2), retired(9), asked(3), asked(4)]

describe('the order of types', () => {
  it.each([
    ['to the front', { id: 3, position: 1 }, [3, 1, 2, 4, 9]],
    ['to the end', { id: 1, position: 4 }, [2, 3, 4, 1, 9]],
    ['far beyond the end', { id: 1, position: 1000 }, [2, 3, 4, 1, 9]],
    ['to where it is', { id: 2, position: 2 }, [1, 2, 3, 4, 9]],
    ['one up', { id: 4, position: 3 }, [1, 2, 4, 3, 9]],
    ['nowhere, being retired', { id: 9, position: 1 }, [1, 2, 3, 4, 9]],
  ])('after one was moved %s', (_name, moved, order) => {
    expect(orderAfter(types, moved)).toEqual(order)
  })
})

describe('what brokers need changes', () => {
  const type = (required: boolean, gone = false, requiredFrom: string | null = null) => ({
    ...{ required, requiredFrom, retiredAt: gone ? new Date(0) : null },
  })
  it.each([
    ['a new required type', null, type(true), true],
    ['a new type that is not required', null, type(false), false],
    ['one becomes required', type(false), type(true), true],
    ['a required one is retired', type(true), type(true, true), true],
    ['a required one is asked for again', type(true, true), type(true), true],
    ['one that is not required is retired', type(false), type(false, true), false],
    ['a retired one becomes required', type(false, true), type(true, true), false],
    ['nothing of it changes', type(true), type(true), false],
    ['one will be required', type(false), type(true, false, '2026-11-25'), false],
    ['one counts from today', type(false), type(true, false, '2026-11-24'), true],
    ['its day is put off', type(true), type(true, false, '2026-12-24'), true],
  ])('with %s', (_name, before, after, changes) => {
    expect(changesRequirements(before, after, '2026-11-24')).toBe(changes)
  })
})

it('keeps months only where a document ends', () => {
  expect(normaliseValidity({ expires: true, validityMonths: 12 }).validityMonths).toBe(12)
  expect(normaliseValidity({ expires: false, validityMonths: 12 }).validityMonths).toBeNull()
})
