import type { ReactElement } from 'react'
import type { Decision } from '#contract/calls/calls.ts'
import { formatDateTime } from '#web/lib/dates.ts'
import { Facts, PanelSection } from '#web/ui/PanelSection.tsx'
import { factRows } from './decision-facts.ts'

const headings: Record<Decision['verdict'], string> = {
  call: 'Why this call was made',
  later: 'Why this call had to wait',
  never: 'Why this call was refused',
}

interface CallDecisionProps {
  decision: Decision
  /** Judged by the simulator's clock, which is not the time of the page. */
  simulated?: boolean
}

/** The stored reasons of the decision before the dial, and the facts behind it. */
export function CallDecision({ decision, simulated = false }: CallDecisionProps): ReactElement {
  const rows = factRows(decision.facts)
  const versions = Object.entries(decision.dataVersions).map(([name, version]) => `${name} ${version}`)
  return (
    <PanelSection title={headings[decision.verdict]}>
      <ul className="flex flex-col gap-1">
        {decision.reasons.map((reason) => (
          <li key={reason.code}>{reason.text}</li>
        ))}
      </ul>
      {decision.notBefore && (
        <p className="mt-1">
          Not before {formatDateTime(decision.notBefore, { timeZone: 'Australia/Sydney' })}.
        </p>
      )}
      <p className="mt-1 text-xs text-ink-soft">
        Assessed {formatDateTime(decision.judgedAt, { timeZone: 'Australia/Sydney' })}
        {simulated && ' (simulated clock)'}, rules {decision.rulesVersion}
        {versions.length > 0 && `, data: ${versions.join(', ')}`}
      </p>
      {rows.length > 0 && (
        <details className="mt-2">
          <summary className="text-ink-soft hover:text-ink">Details checked</summary>
          <div className="mt-2">
            <Facts facts={rows} />
          </div>
        </details>
      )}
    </PanelSection>
  )
}
