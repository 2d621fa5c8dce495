import { type ReactElement, startTransition, useEffect, useRef, useState } from 'react'

interface ChartSpaceProps {
  /** In pixels. */
  height: number
  children: (size: { width: number; height: number }) => ReactElement
}

/**
 * The room of a chart, as wide as what it stands in. The library's own draws all of a chart before anything else may happen,
 * which takes up to half a second on a busy machine: here it is drawn in parts, between which the page answers.
 */
export function ChartSpace({ height, children }: ChartSpaceProps): ReactElement {
  const [width, setWidth] = useState(0)
  const space = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!space.current) return
    const observer = new ResizeObserver(([entry]) => {
      if (entry) startTransition(() => setWidth(Math.floor(entry.contentRect.width)))
    })
    observer.observe(space.current)
    return () => observer.disconnect()
  }, [])
  return (
    // what was drawn for a wider room must not keep it wide
    <div ref={space} data-chart="" className="overflow-hidden" style={{ height }}>
      {width > 0 && children({ width, height })}
    </div>
  )
}
