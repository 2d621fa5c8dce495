import type { ReactElement } from 'react'
import type { OwnDocument } from '#contract/documents/documents.ts'
import { Badge } from '#web/ui/Badge.tsx'
import { standingOf } from './standing.ts'

/** Status badge of a document. */
export function DocumentBadge({ document }: { document: OwnDocument | null }): ReactElement {
  const { label, tone } = standingOf(document)
  return <Badge tone={tone}>{label}</Badge>
}
