import { type ReactElement, useId, useMemo } from 'react'
import { barsOf, barsPath } from './waveform.ts'

interface WaveformProps {
  agent: readonly number[]
  caller: readonly number[]
  /** Fraction played, 0 to 1. */
  played: number
}

const BARS = 120
const WIDTH = BARS * 3 - 1
const HALF = 30

/** Both voices over the call: the agent above the line, the broker below it. */
export function Waveform({ agent, caller, played }: WaveformProps): ReactElement {
  const id = useId()
  const [above, below] = useMemo(() => {
    const [top = [], bottom = []] = barsOf([agent, caller], BARS)
    return [barsPath(top, HALF - 1, -1, HALF - 2), barsPath(bottom, HALF + 1, 1, HALF - 2)]
  }, [agent, caller])
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: the slider on top of it speaks for it
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HALF * 2}`}
      preserveAspectRatio="none"
      className="pointer-events-none block h-16 w-full"
    >
      <clipPath id={id}>
        <rect x="0" y="0" height={HALF * 2} width={played * WIDTH} />
      </clipPath>
      <g opacity="0.35">
        <path d={above} className="fill-primary" />
        <path d={below} className="fill-blue" />
      </g>
      <g clipPath={`url(#${id})`}>
        <path d={above} className="fill-primary" />
        <path d={below} className="fill-blue" />
      </g>
    </svg>
  )
}
