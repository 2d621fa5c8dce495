import type { ReactElement, ReactNode } from 'react'
import { colours } from './parts.tsx'

/** A titled part of a longer mail. */
export function Section({ title, children }: { title: string; children: ReactNode }): ReactElement {
  return (
    <>
      <h2
        className="ink"
        style={{
          margin: '24px 0 8px',
          color: colours.ink,
          fontSize: 17,
          lineHeight: '24px',
          fontWeight: 600,
        }}
      >
        {title}
      </h2>
      {children}
    </>
  )
}

export function MailList({ items }: { items: readonly string[] }): ReactElement {
  return (
    <ul
      className="ink"
      style={{ margin: '0 0 16px', paddingLeft: 20, color: colours.ink, lineHeight: '25px' }}
    >
      {items.map((item) => (
        <li key={item} style={{ marginBottom: 4 }}>
          {item}
        </li>
      ))}
    </ul>
  )
}

interface FigureTableProps {
  columns: readonly [now: string, before: string]
  rows: readonly (readonly [name: string, now: string, before: string])[]
}

const line = `1px solid ${colours.line}`
const cell = { borderTop: line, padding: '8px 0 8px 12px', lineHeight: '22px', textAlign: 'right' } as const

/** A figure stays on its line; several currencies may take more. */
const wrapping = (figure: string) => ({ whiteSpace: figure.includes(' + ') ? 'normal' : 'nowrap' }) as const

/** Figures of two periods side by side. */
export function FigureTable({ columns, rows }: FigureTableProps): ReactElement {
  return (
    <table style={{ width: '100%', margin: '0 0 16px', borderCollapse: 'collapse', fontSize: 16 }}>
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th
              key={column}
              scope="col"
              className="soft"
              style={{
                padding: '0 0 6px 12px',
                color: colours.soft,
                fontSize: 13,
                fontWeight: 400,
                textAlign: 'right',
                whiteSpace: 'nowrap',
              }}
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, now, before]) => (
          <tr key={name}>
            <th
              scope="row"
              className="soft rule"
              style={{
                ...{ borderTop: line, padding: '8px 0', color: colours.soft, lineHeight: '22px' },
                ...{ fontWeight: 400, textAlign: 'left' },
              }}
            >
              {name}
            </th>
            <td
              className="ink rule"
              style={{ ...cell, ...wrapping(now), color: colours.ink, fontWeight: 600 }}
            >
              {now}
            </td>
            <td className="soft rule" style={{ ...cell, ...wrapping(before), color: colours.soft }}>
              {before}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
