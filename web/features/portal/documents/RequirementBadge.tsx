import type { ReactElement } from 'react'
import { SYDNEY } from '#contract/calendar.ts'
import type { DocumentType } from '#contract/documents/documents.ts'
import { formatDate } from '#web/lib/dates.ts'
import { dayIn } from '#web/lib/zoned-days.ts'
import { Badge } from '#web/ui/Badge.tsx'

/** Whether a document is required, or from which day on. */
export function RequirementBadge({ type }: { type: DocumentType }): ReactElement | null {
  const { required, requiredFrom } = type
  if (requiredFrom !== null && requiredFrom > dayIn(SYDNEY, Date.now()))
    return <Badge tone="amber">Required from {formatDate(requiredFrom)}</Badge>
  return required ? <Badge tone="blue">Required</Badge> : null
}
