import type { ReactElement, ReactNode } from 'react'
import { EmptyState } from './EmptyState.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Loading } from './Skeleton.tsx'

interface PanelFallbackProps {
  /** Singular noun: 'broker'. */
  noun: string
  /** True if the record does not exist. */
  isMissing: boolean
  /** Sentence for a missing record. */
  missing: string
  /** Link to a related page. */
  action?: ReactNode
  error: unknown
  onRetry: () => void
  /** Skeletons in the shape of the content. */
  skeleton: ReactNode
}

/** Fallback of a record's panel or page: missing, failed or loading. */
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
