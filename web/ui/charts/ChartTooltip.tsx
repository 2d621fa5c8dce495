import type { ReactElement } from 'react'
import { formatNumber } from '#web/lib/format.ts'

interface ChartTooltipProps {
  /** Of the place that is pointed at. */
  title: (label: unknown) => string
  /** Format of a value; defaults to a whole number. */
  value?: (value: number) => string
  // as Recharts fills them in
  active?: boolean
  label?: unknown
  payload?: readonly { name?: unknown; value?: unknown; color?: string }[]
}

/** The figures under the pointer. */
export function ChartTooltip({
  title,
  value = formatNumber,
  active,
  label,
  payload = [],
}: ChartTooltipProps): ReactElement | null {
  // a line may be drawn in two parts, which share a point
  const figures = new Map(
    payload.filter((each) => typeof each.value === 'number').map((each) => [String(each.name), each]),
  )
  if (!active || figures.size === 0) return null
  return (
    <div className="rounded-md border border-line bg-float px-3 py-2 text-xs shadow-float">
      <p className="mb-1 font-medium">{title(label)}</p>
      {[...figures.values()].map(({ name, value: figure, color }) => (
        <p key={String(name)} className="flex items-center gap-2">
          <span className="size-2 rounded-full" style={{ background: color }} />
          {String(name)}: {typeof figure === 'number' ? value(figure) : ''}
        </p>
      ))}
    </div>
  )
}
