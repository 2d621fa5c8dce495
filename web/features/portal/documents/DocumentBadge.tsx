import type { ReactElement } from 'react'
import type { OwnDocument } from '#contract/documents.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { standingOf } from './standing.ts'

/** Where a document stands, in a word. */
export function DocumentBadge({ document }: { document: OwnDocument | null }): ReactElement {
  const { label, tone } = standingOf(document)
  return <Badge tone={tone}>{label}</Badge>
}
