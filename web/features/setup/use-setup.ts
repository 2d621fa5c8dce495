import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { getSetup, type Setup } from '#contract/setup.ts'
import { useSession } from '#web/api/session.ts'
import { keyOf } from '#web/api/topics.ts'
import { useRead } from '#web/api/use-read.ts'
import { readStored, writeStored } from '#web/lib/storage.ts'

const KEY = 'brokerline.first-steps'

interface SetupState {
  setup: Setup | undefined
  /** Whether the dashboard shows the list: until that is known, as it was last; null: never known here. */
  isShown: boolean | null
}

/** The first steps. Once all are done nothing asks for them again, however much happens. */
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
  // nothing waits for what failed once, not even while it is asked again
  if (isShown !== null || errorUpdateCount > 0) return { setup: data, isShown: isShown ?? false }
  const before = readStored(KEY)
  return { setup: undefined, isShown: before === null ? null : before === 'shown' }
}
