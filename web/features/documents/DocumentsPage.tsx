import { Keyboard } from 'lucide-react'
import { type ReactElement, useState } from 'react'
import { useSearchParams } from 'react-router'
import { BrokerTabs } from '#web/features/brokers/BrokerTabs.tsx'
import { PHONE, useMediaQuery } from '#web/lib/use-media-query.ts'
import { useUrlState } from '#web/lib/use-url-state.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazily, lazyDialog } from '#web/ui/lazily.tsx'
import { PageHeader } from '#web/ui/PageHeader.tsx'
import { useReviewKeys } from '#web/ui/review/use-review-keys.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { AccessLog } from './AccessLog.tsx'
import { DocumentQueue } from './DocumentQueue.tsx'
import { tabState } from './document-filters.ts'
import { ExpiringList } from './ExpiringList.tsx'
import { TypesTab } from './TypesTab.tsx'
import { useOpenDocument } from './use-open-document.ts'

const Workplace = lazily(async () => (await import('./Workplace.tsx')).Workplace)
const KeysDialog = lazyDialog(async () => (await import('./KeysDialog.tsx')).KeysDialog)

const tabs = [
  { value: 'review', label: 'Review', content: <DocumentQueue /> },
  { value: 'expiring', label: 'Expiring', content: <ExpiringList /> },
  { value: 'types', label: 'Types', content: <TypesTab /> },
  { value: 'access', label: 'Access log', content: <AccessLog /> },
]

/** Reviews of brokers' documents; an open document fills the whole page. */
export function DocumentsPage(): ReactElement {
  const { documentId } = useOpenDocument()
  return documentId === '' ? <Lists /> : <Workplace documentId={documentId} />
}

function Lists(): ReactElement {
  const isPhone = useMediaQuery(PHONE)
  const [areKeysOpen, setKeysOpen] = useState(false)
  const [{ tab }] = useUrlState(tabState)
  const [, setSearch] = useSearchParams()
  const known = tabs.some(({ value }) => value === tab) ? tab : tabState.tab
  const openKeys = (): void => setKeysOpen(true)
  useReviewKeys({ '?': openKeys })
  return (
    <>
      <PageHeader
        title="Document reviews"
        subtitle="Review the documents that brokers upload for accreditation, and follow up those that expire."
        actions={
          !isPhone && (
            <Button variant="ghost" icon={Keyboard} aria-keyshortcuts="?" onClick={openKeys}>
              Keys
            </Button>
          )
        }
      />
      <BrokerTabs />
      <Tabs
        label="Document reviews"
        look="pills"
        tabs={tabs}
        value={known}
        // each tab has its own filters
        onChange={(next) =>
          setSearch(next === tabState.tab ? {} : { tab: next }, { preventScrollReset: true })
        }
      />
      {areKeysOpen && <KeysDialog onClose={() => setKeysOpen(false)} />}
    </>
  )
}
