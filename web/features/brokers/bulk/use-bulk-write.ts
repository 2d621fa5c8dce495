import { useState } from 'react'
import type { BulkChange, GivenSelection } from '#contract/brokers/bulk-changes.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import { ApiError, messageOf } from '#web/api/api-error.ts'
import { useWrite } from '#web/api/use-write.ts'
import { toastError } from '#web/ui/toast.ts'

export interface BulkProps {
  selection: GivenSelection
  /** '12 brokers' */
  chosen: string
  onStarted: (change: BulkChange) => void
  onClose: () => void
}

/** Starts a bulk change of the selected brokers; a refusal is shown at its field, or in a toast. */
export function useBulkWrite<E extends Endpoint>(endpoint: E, onStarted: BulkProps['onStarted']) {
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const write = useWrite(endpoint, {
    refresh: ['suppressions', 'audiences'],
    onSuccess: (change) => onStarted(change as BulkChange), // the type of all these endpoints' responses
    onError: (error) => {
      const fields = error instanceof ApiError ? error.fields : {}
      setErrors(fields)
      if (Object.keys(fields).length === 0 || fields.selection)
        toastError(fields.selection ?? messageOf(error, 'Failed to change the brokers'))
    },
  })
  return { write, errors, clear: () => setErrors({}) }
}
