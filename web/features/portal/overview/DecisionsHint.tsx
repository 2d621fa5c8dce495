import type { ReactElement } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { usePortalPlace } from '../portal-tabs.ts'

/** Leads to the decisions of programs about the broker. */
export function DecisionsHint(): ReactElement {
  const { openDecisions } = usePortalPlace()
  return (
    <Panel title="Decisions about you">
      <p className="mb-3">
        Some decisions are made by computer programs. See which ones concern you, with their rules, and
        contest any of them.
      </p>
      <Button size="lg" onClick={openDecisions}>
        See the decisions
      </Button>
    </Panel>
  )
}
