import type { ReactElement } from 'react'
import { listApplications } from '#contract/accreditations/applications.ts'
import { documentSummary } from '#contract/documents/document-reviews.ts'
import type { Total } from '#web/api/call.ts'
import { useRefusal } from '#web/api/session.ts'
import { useList, useRead } from '#web/api/use-read.ts'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'

/** The lists about brokers, with the items that wait for a review; the same on each of their pages. */
export function BrokerTabs(): ReactElement {
  const { applications, documents } = useReviewCounts()
  const tabs = [
    { to: '/brokers', label: 'Directory' },
    { to: '/brokers/applications', label: 'Applications', count: applications },
    { to: '/brokers/documents', label: 'Documents', count: documents },
    { to: '/brokers/audiences', label: 'Audiences' },
    { to: '/brokers/suppressions', label: 'Suppression list' },
  ]
  return <LinkTabs label="Lists about brokers" tabs={tabs} counted="waiting" />
}

/** How many applications and documents wait for a review; undefined until loaded, or where the user may not see them. */
export function useReviewCounts(): { applications: Total | undefined; documents: number | undefined } {
  const refusal = useRefusal('documents.read')
  const waiting = useList(listApplications, { query: { status: 'waiting', limit: 1 } })
  const { data } = useRead(documentSummary, undefined, { enabled: refusal === null })
  return { applications: waiting.items && waiting.total, documents: data?.pending }
}
