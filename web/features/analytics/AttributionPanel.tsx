import type { ReactElement } from 'react'
import { attribution } from '#contract/microsites/microsites.ts'
import { useRead } from '#web/api/use-read.ts'
import { AttributionTable } from '#web/features/microsites/AttributionTable.tsx'
import { reportPath } from '#web/features/microsites/visits-filters.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import type { Scope } from './analytics-filters.ts'
import { Definition } from './Definition.tsx'
import { definitions } from './definitions.ts'

/** Sources of the microsites' visitors, with their applications and meetings. */
export function AttributionPanel({ scope: { region, ...asked } }: { scope: Scope }): ReactElement {
  const { data, error, refetch, isPlaceholderData } = useRead(
    attribution,
    { query: { by: 'source', ...asked } },
    { keep: true },
  )
  return (
    <Panel
      title="Attribution of microsites"
      flush
      actions={
        <>
          <Definition text={{ Visits: definitions.visits, Outcomes: definitions.attributed }} aside>
            Definitions
          </Definition>
          <ButtonLink size="sm" to={reportPath(asked)}>
            Full report
          </ButtonLink>
        </>
      }
    >
      {region !== undefined && (
        <p className="border-b border-line px-4 py-2 text-xs text-ink-soft">
          This panel shows all regions: visits carry no region.
        </p>
      )}
      <AttributionTable
        by="source"
        report={data}
        error={error}
        onRetry={() => void refetch()}
        isRefreshing={isPlaceholderData}
      />
    </Panel>
  )
}
