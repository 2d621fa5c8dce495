import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, it } from 'vitest'
import { listIn, type RecordName, recordId, useOpenRecord, withList } from './use-open-record.ts'

function Probe({ name }: { name: RecordName }): ReactElement {
  const { id, isOpen, list } = useOpenRecord(name)
  return <>{JSON.stringify({ id, isOpen, list }).replaceAll('"', "'")}</>
}

/** Result of the hook at this address, with this state of the history entry. */
function openAt(address: string, name: RecordName, state: unknown = null): unknown {
  const [pathname, search = ''] = address.split('?')
  const markup = renderToStaticMarkup(
    <MemoryRouter initialEntries={[{ pathname, search, state }]}>
      <Probe name={name} />
    </MemoryRouter>,
  )
  return JSON.parse(markup.replaceAll('&#x27;', '"'))
}

describe('the open record', () => {
  it('is the one that the address names', () => {
    expect(openAt('/brokers?broker=17&call=5', 'broker')).toEqual({ id: 17, isOpen: true, list: null })
    expect(openAt('/brokers?broker=17&call=5', 'call')).toEqual({ id: 5, isOpen: true, list: null })
    expect(openAt('/brokers?q=ann', 'broker')).toEqual({ id: null, isOpen: false, list: null })
  })
  it('is open without an id where the address has none that could exist', () => {
    expect(openAt('/brokers?broker=ann', 'broker')).toEqual({ id: null, isOpen: true, list: null })
  })
  // Covers: brokers-20
  it('knows its list from the history only', () => {
    const state = { lists: { broker: 'brokers' } }
    expect(openAt('/brokers?broker=17', 'broker', state)).toMatchObject({ id: 17, list: 'brokers' })
    expect(openAt('/brokers?broker=17&call=5', 'call', state)).toMatchObject({ id: 5, list: null })
  })
})

describe('the id in an address', () => {
  it('is a whole number that the database can hold', () => {
    expect(['1', '17', '2147483647'].map(recordId)).toEqual([1, 17, 2_147_483_647])
    expect(['', '0', '-1', '017', '1.5', '1e3', ' 1', '2147483648', '99999999999'].map(recordId)).toEqual(
      Array(9).fill(null),
    )
  })
})

describe('the list a record was opened from', () => {
  it('is kept for each of the panels that lie above each other', () => {
    const below = withList(null, 'broker', 'brokers')
    const above = withList(below, 'call', 'interactions')
    expect([listIn(above, 'broker'), listIn(above, 'call')]).toEqual(['brokers', 'interactions'])
    expect(withList(above, 'call', null)).toEqual(below)
    expect(withList(below, 'broker', null)).toBeNull()
  })
  it('is none where the history holds something else', () => {
    const states = [null, undefined, 'brokers', {}, { lists: null }, { lists: { broker: 7 } }]
    expect(states.map((state) => listIn(state, 'broker'))).toEqual(Array(6).fill(null))
  })
})
