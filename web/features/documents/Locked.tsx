import { Lock } from 'lucide-react'
import type { ReactElement } from 'react'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** Replaces what a role may not see, and says who may. */
export function Locked({ title, refusal }: { title: string; refusal: string }): ReactElement {
  return (
    <EmptyState icon={Lock} title={title}>
      {refusal}
    </EmptyState>
  )
}
