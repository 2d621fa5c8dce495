import { Download } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { type DataFlow, exportDataFlows, listDataFlows } from '#contract/system/data-flows.ts'
import { messageOf } from '#web/api/api-error.ts'
import { urlOf } from '#web/api/call.ts'
import { useRead } from '#web/api/use-read.ts'
import { downloadFile } from '#web/lib/download.ts'
import { Button } from '#web/ui/Button.tsx'
import { Panel } from '#web/ui/Card.tsx'
import { ErrorState } from '#web/ui/ErrorState.tsx'
import { Facts } from '#web/ui/PanelSection.tsx'
import { SkeletonLines } from '#web/ui/Skeleton.tsx'
import { toastError } from '#web/ui/toast.ts'

/** What each service outside this installation receives, for questionnaires about service providers. */
export function DataFlows(): ReactElement {
  const { data, error, refetch } = useRead(listDataFlows)
  return (
    <Panel title="Service providers and data flows" actions={<SaveButton />}>
      <p className="mb-4 max-w-3xl text-ink-soft">
        This list follows the settings of this installation: a service that isn’t configured isn’t listed and
        receives no data. Use it to answer questionnaires about service providers, such as those under APRA
        Prudential Standard CPS 230.
      </p>
      <div className="grid gap-x-10 xl:grid-cols-2">
        {data?.map((flow) => (
          <Flow key={`${flow.service} ${flow.provider}`} flow={flow} />
        ))}
      </div>
      {!data && error && (
        <ErrorState
          title="The service providers could not be loaded."
          error={error}
          onRetry={() => void refetch()}
        />
      )}
      {!data && !error && <SkeletonLines lines={['h-4 w-1/3', 'h-4 w-full', 'h-4 w-full', 'h-4 w-2/3']} />}
    </Panel>
  )
}

function Flow({ flow }: { flow: DataFlow }): ReactElement {
  return (
    <section className="border-t border-line py-3">
      <h3 className="mb-1.5 font-medium">
        {flow.service} <span className="font-normal text-ink-soft">· {flow.provider}</span>
      </h3>
      <Facts
        facts={[
          { label: 'Data shared', value: flow.receives },
          { label: 'Location', value: flow.place },
          { label: 'Protection', value: flow.protection },
          { label: 'If unavailable', value: flow.outage },
          { label: 'Alternative', value: flow.substitute },
        ]}
      />
    </section>
  )
}

function SaveButton(): ReactElement {
  const [pending, setPending] = useState(false)
  const save = async (): Promise<void> => {
    setPending(true)
    try {
      await downloadFile(urlOf(exportDataFlows), 'service-providers.csv')
    } catch (error) {
      toastError(messageOf(error, 'Failed to save the list'))
    } finally {
      setPending(false)
    }
  }
  return (
    <Button icon={Download} pending={pending} pendingText="Saving..." onClick={() => void save()}>
      Save as CSV
    </Button>
  )
}
