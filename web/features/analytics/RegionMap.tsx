import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { type Region, regions } from '#contract/brokers/brokers.ts'
import type { BreakdownRow } from '#contract/dashboard/analytics.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { callsOf, type Scope } from './analytics-filters.ts'

/** Column and row of each state, as they lie on the map. */
const places: Record<Region, readonly [column: number, row: number]> = {
  WA: [1, 2],
  NT: [2, 1],
  SA: [2, 2],
  QLD: [3, 1],
  NSW: [3, 2],
  ACT: [4, 2],
  VIC: [3, 3],
  TAS: [3, 4],
}

interface RegionMapProps {
  rows: readonly BreakdownRow[]
  scope: Scope
}

/** A tile for each state, the darker the higher its response rate; the table below has the same figures. */
export function RegionMap({ rows, scope }: RegionMapProps): ReactElement {
  const byRegion = new Map(rows.map((row) => [row.region, row]))
  const most = Math.max(1, ...rows.map(({ share }) => share?.rate ?? 0))
  return (
    <nav
      aria-label="Map of the states"
      className="grid max-w-md gap-1 px-4 pt-4 print:hidden"
      style={{ gridTemplateColumns: 'repeat(4, minmax(0, 1fr))' }}
    >
      {regions.map((region) => {
        const row = byRegion.get(region)
        const rate = row?.share?.rate ?? 0
        const [column, line] = places[region]
        return (
          <Link
            key={region}
            to={callsOf(scope, { region })}
            style={{
              gridColumn: column,
              gridRow: line,
              background: `color-mix(in oklab, var(--bl-primary) ${Math.round((rate / most) * 36)}%, var(--bl-sunken))`,
            }}
            className="flex flex-col rounded-md px-2 py-2 text-xs hover:outline-2 hover:outline-primary"
          >
            <span className="font-semibold">{region}</span>
            <span className="tabular">
              {row ? `${formatPercent(row.share?.rate)} of ${formatNumber(row.calls)}` : 'No calls'}
            </span>
          </Link>
        )
      })}
    </nav>
  )
}
