import { type ReactElement, useMemo } from 'react'
import {
  type AnalyticsDimension,
  analyticsBreakdown,
  analyticsDimensions,
} from '#contract/dashboard/analytics.ts'
import { useRead } from '#web/api/use-read.ts'
import { Panel } from '#web/ui/Card.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { dimensionLabels, type Scope } from './analytics-filters.ts'
import { columnsFor, csvOf } from './breakdown-columns.tsx'
import { Definition } from './Definition.tsx'
import { definitions } from './definitions.ts'
import { NoCalls } from './NoCalls.tsx'
import { PanelExport } from './PanelExport.tsx'
import { RegionMap } from './RegionMap.tsx'

/** More are shown on request: other panels follow. */
const FIRST_ROWS = 10

interface BreakdownPanelProps {
  scope: Scope
  by: AnalyticsDimension
  onChange: (by: string) => void
}

/** The same figures by campaign, region, product, personality or script version. */
export function BreakdownPanel({ scope, by, onChange }: BreakdownPanelProps): ReactElement {
  return (
    <Panel
      title="Comparison"
      flush
      actions={
        <Definition
          aside
          text={{
            Calls: definitions.calls,
            Answered: definitions.reached,
            Responses: definitions.responses,
            'Response rate': definitions.responseRate,
            'Compared with the others': definitions.difference,
            Meetings: definitions.meetings,
            Accreditations: definitions.applications,
            Cost: 'What vendors charged for the calls; known by campaign and region.',
          }}
        >
          Definitions
        </Definition>
      }
    >
      <div className="pt-1 [&_[role=tablist]]:mb-0 [&_[role=tablist]]:px-3 print:[&_[role=tablist]]:hidden">
        <Tabs
          label="Compared by"
          value={by}
          onChange={onChange}
          tabs={analyticsDimensions.map((each) => ({
            value: each,
            label: dimensionLabels[each],
            content: <Breakdown scope={scope} by={each} />,
          }))}
        />
      </div>
    </Panel>
  )
}

function Breakdown({ scope, by }: { scope: Scope; by: AnalyticsDimension }): ReactElement {
  const { data, error, refetch, isPlaceholderData } = useRead(
    analyticsBreakdown,
    { query: { ...scope, by } },
    { keep: true },
  )
  const columns = useMemo(() => columnsFor(by, scope), [by, scope])
  // rows of the tab before would show under the wrong heading
  const rows = data?.by === by ? data.rows : undefined
  return (
    <>
      {by === 'region' && scope.region === undefined && rows && rows.length > 0 && (
        <RegionMap rows={rows} scope={scope} />
      )}
      <DataTable
        id={`analytics-${by}`}
        label={`Calls by ${dimensionLabels[by].toLowerCase()}`}
        noun="rows"
        columns={columns}
        rows={rows}
        rowKey={(row) => row.key}
        firstRows={FIRST_ROWS}
        loadingText="Loading figures..."
        error={rows ? null : error}
        onRetry={() => void refetch()}
        isRefreshing={isPlaceholderData}
        toolbar={
          <div className="ml-auto min-h-7">
            {rows && (
              <PanelExport name={`calls-by-${by}`} scope={scope} of="Comparison" rows={csvOf(by, rows)} />
            )}
          </div>
        }
        empty={<NoCalls scope={scope} />}
      />
    </>
  )
}
