import type { ReactElement } from 'react'
import { Link } from 'react-router'
import { brokerScoreMonths } from '#contract/scoring/scoring.ts'
import { useRecord } from '#web/api/use-read.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { PanelSection } from '#web/ui/PanelSection.tsx'
import { figure, monthText, tierTones } from './score-labels.ts'

const SHOWN = 6

/** The newest scores of a broker, on their page. */
export function BrokerScores({ brokerId }: { brokerId: number }): ReactElement | null {
  const { data = [] } = useRecord(brokerScoreMonths, brokerId)
  if (data.length === 0) return null
  return (
    <PanelSection title="Scores">
      <ul className="flex flex-col gap-1">
        {data.slice(0, SHOWN).map(({ month, overallScore, tier }) => (
          <li key={month} className="flex items-center justify-between gap-3">
            <Link to={`/scoring?month=${month}&score=${brokerId}`} className="link">
              {monthText(month)}
            </Link>
            <span className="flex items-center gap-2 tabular-nums">
              {figure(overallScore)}
              <Badge tone={tierTones[tier]}>{tier}</Badge>
            </span>
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}
