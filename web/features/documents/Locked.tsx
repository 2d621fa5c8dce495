import { Lock } from 'lucide-react'
import type { ReactElement } from 'react'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Replaces content that the role may not read, and names the roles that may. */
export function Locked({ title, refusal }: { title: string; refusal: string }): ReactElement {
  return (
    <EmptyState icon={Lock} title={title}>
      {refusal}
    </EmptyState>
  )
}
