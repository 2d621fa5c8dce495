import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getSetup, type Setup } from '#contract/system/setup.ts'
import { useSession } from '#web/api/session.ts'
import { keyOf } from '#web/api/topics.ts'
import { useRead } from '#web/api/use-read.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

const KEY = 'brokerline.first-steps'

interface SetupState {
  setup: Setup | undefined
  /** Whether the dashboard shows the list; the last state until it is loaded; null: no last state on this browser. */
  isShown: boolean | null
}

/** The first steps. Once all are done they are not fetched again. */
export function useSetup(): SetupState {
  const client = useQueryClient()
  const { data: user } = useSession()
  const known = client.getQueryData<Setup>(keyOf(getSetup))
  const mayAsk = Boolean(user) && !user?.mustSetUpTwoFactor
  const { data, errorUpdateCount } = useRead(getSetup, undefined, { enabled: mayAsk && !known?.done })
  const isShown = data ? !data.done && !data.putAway : null
  useEffect(() => {
    if (isShown !== null) writeStored(KEY, isShown ? 'shown' : 'hidden')
  }, [isShown])
  // after a failure the dashboard does not wait for the list, not even during a retry
  if (isShown !== null || errorUpdateCount > 0) return { setup: data, isShown: isShown ?? false }
  const before = readStored(KEY)
  return { setup: undefined, isShown: before === null ? null : before === 'shown' }
}
