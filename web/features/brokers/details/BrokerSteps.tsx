import { ArrowLeft, ArrowRight } from 'lucide-react'
import type { ReactElement } from 'react'
import { useNavigate } from 'react-router'
import { pathTo } from '#web/routes/path-to.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { neighboursOf } from '#web/ui/neighbours.ts'
import type { BrokerWay } from '../broker-way.ts'

/** The previous and the next broker of the list that this one was opened from. */
export function BrokerSteps({ id, way }: { id: number; way: BrokerWay | null }): ReactElement | null {
  const navigate = useNavigate()
  if (!way) return null
  const { previous, next } = neighboursOf(way.keys, String(id), null)
  const go = (to: string | null): void => {
    if (to) void navigate(pathTo.broker(Number(to)), { replace: true, state: { way } })
  }
  return (
    <span className="flex">
      <IconButton
        label="Previous broker"
        icon={ArrowLeft}
        disabledReason={previous === null ? 'This is the first.' : null}
        onClick={() => go(previous)}
      />
      <IconButton
        label="Next broker"
        icon={ArrowRight}
        disabledReason={next === null ? 'This is the last.' : null}
        onClick={() => go(next)}
      />
    </span>
  )
}
