import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { TableLines } from './TableLines.tsx'
import type { Column } from './table-columns.ts'

interface Meeting {
  name: string
  day: string
  time: string
  bdm: string
  company: string | null
  bookings: number
}

const rows: Meeting[] = [
  { name: 'Ann Ng', day: 'Today', time: '9:00 am', bdm: 'Priya', company: 'Harbour', bookings: 2 },
  { name: 'Bo Lee', day: 'Today', time: '10:00 am', bdm: 'Priya', company: null, bookings: 0 },
  { name: 'Cy Roy', day: 'Tomorrow', time: '9:00 am', bdm: 'Omar', company: 'Bay', bookings: 1 },
]

const columns: Column<Meeting>[] = [
  { id: 'time', header: 'Time', cell: ({ time }) => time, phone: 'aside' },
  { id: 'name', header: 'Attendee', cell: ({ name }) => name, phone: 'title' },
  { id: 'company', header: 'Company', cell: ({ company }) => company ?? '–', phone: 'second' },
  { id: 'bookings', header: 'Bookings', cell: ({ bookings }) => bookings, phone: 'labelled' },
  { id: 'bdm', header: 'BDM', cell: ({ bdm }) => bdm },
  { id: 'actions', header: 'Actions', cell: () => 'Cancel' },
]

/** The text of each item in the list. */
function itemsOf(opens: boolean): { html: string; items: string[] } {
  const html = renderToStaticMarkup(
    <TableLines
      id="meetings"
      label="Meetings"
      table={{
        rows: rows.map((row) => ({ key: row.name, row })),
        columns,
        sort: undefined,
        sortNameOf: () => null,
        sortBy: () => undefined,
        choice: { visibility: {}, setVisible: () => undefined, reset: () => undefined, isChanged: false },
      }}
      onOpen={opens ? () => undefined : undefined}
      openLabel={undefined}
      selection={undefined}
      selectedKey={null}
      groupOf={({ day }) => day}
    />,
  )
  const items = html.split('<li').slice(1)
  return {
    html,
    items: items.map((item) => item.replaceAll(/<[^>]*>|^[^>]*>/g, '|').replaceAll(/\|+/g, '|')),
  }
}

describe('a table on a phone', () => {
  it('stands under the heading of each day once', () => {
    const { items } = itemsOf(true)
    expect(items).toHaveLength(5)
    expect(items[0]).toBe('|Today|')
    expect(items[3]).toBe('|Tomorrow|')
  })
  it('shows what was chosen for the two lines, without what is absent, and the actions', () => {
    const { items, html } = itemsOf(true)
    expect(items[1]).toBe('|Ann Ng|9:00 am|Company |Harbour|·|Bookings |2|Cancel|')
    expect(items[2]).toBe('|Bo Lee|10:00 am|Bookings |0|Cancel|')
    expect(html.match(/<button/g)).toHaveLength(3)
  })
  it('shows everything where a row does not open, and pretends no button', () => {
    const { items, html } = itemsOf(false)
    expect(items[1]).toBe('|Ann Ng|9:00 am|Company |Harbour|·|Bookings |2|·|BDM |Priya|Cancel|')
    expect(html).not.toContain('<button')
  })
})
