import { Lock } from 'lucide-react'
import type { ReactElement } from 'react'
import { EmptyState } from '#web/ui/EmptyState.tsx'

/** In place of what a role may not see: says who may. */
export function Locked({ title, refusal }: { title: string; refusal: string }): ReactElement {
  return (
    <EmptyState icon={Lock} title={title}>
      {refusal}
    </EmptyState>
  )
}
