import { ExternalLink } from 'lucide-react'
import type { ReactElement } from 'react'
import { ButtonLink } from '#web/ui/Button.tsx'

/** Link to the reference of the API and its webhooks, which this installation serves. */
export function ApiDocsLink(): ReactElement {
  return (
    <ButtonLink to="/api/docs" reloadDocument target="_blank" variant="ghost" icon={ExternalLink}>
      API reference
    </ButtonLink>
  )
}
