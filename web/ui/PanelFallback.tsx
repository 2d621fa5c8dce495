import type { ReactElement, ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Loading } from './Skeleton.tsx'

interface PanelFallbackProps {
  /** What is to be shown, in the singular: 'broker'. */
  noun: string
  /** There is no such record. */
  isMissing: boolean
  /** Says so in a sentence. */
  missing: string
  /** Where to go instead. */
  action?: ReactNode
  error: unknown
  onRetry: () => void
  /** Skeletons in the shape of what is to come. */
  skeleton: ReactNode
}

/** What a panel or a page of one record shows in its place: it is not there, it failed, or it is on its way. */
export function PanelFallback(props: PanelFallbackProps): ReactElement {
  const { noun, error } = props
  if (props.isMissing) {
    return (
      <EmptyState title={`${capitalised(noun)} not found`} action={props.action}>
        {props.missing}
      </EmptyState>
    )
  }
  if (error) {
    return <ErrorState title={`The ${noun} could not be loaded.`} error={error} onRetry={props.onRetry} />
  }
  return <Loading text={`Loading ${noun}...`}>{props.skeleton}</Loading>
}

function capitalised(noun: string): string {
  return noun.charAt(0).toUpperCase() + noun.slice(1)
}
