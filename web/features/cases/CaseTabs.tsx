import type { ReactElement } from 'react'
import { listContests } from '#contract/contests/contests.ts'
import { useList } from '#web/api/use-read.ts'
import { LinkTabs } from '#web/ui/LinkTabs.tsx'

/** The parts of compliance, with the contests that wait for an answer; the same on each of their pages. */
export function CaseTabs(): ReactElement {
  const open = useList(listContests, { query: { status: 'open', limit: 1 } })
  const tabs = [
    { to: '/surveillance', label: 'Surveillance' },
    { to: '/surveillance/contests', label: 'Contests', count: open.items && open.total },
    { to: '/surveillance/complaints', label: 'Complaints' },
    { to: '/surveillance/decisions', label: 'Automated decisions' },
    { to: '/surveillance/rules', label: 'Calling rules' },
  ]
  return <LinkTabs label="Parts of compliance" tabs={tabs} counted="open" />
}
