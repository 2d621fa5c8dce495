import { useQuery } from '@tanstack/react-query'
import { demoAccounts } from '#contract/accounts/accounts.ts'
import { type AnswerOf, call } from '#web/api/call.ts'
import { keyOf } from '#web/api/topics.ts'

type Demo = AnswerOf<typeof demoAccounts>

/** The demo accounts to show; null while unknown and where there is no demo world. */
export function useDemo(): Demo | null {
  const { data } = useQuery({
    queryKey: keyOf(demoAccounts),
    queryFn: ({ signal }) => call(demoAccounts, { signal }),
  })
  return data?.demo ? data : null
}
