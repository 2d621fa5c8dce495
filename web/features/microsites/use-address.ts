import { systemInfo } from '#contract/system.ts'
import { useRead } from '#web/api/use-read.ts'

/** How links to this installation begin; until that is known, the address that this page was opened by. */
export function useAddress(): string {
  const { data } = useRead(systemInfo)
  return (data?.publicUrl ?? window.location.origin).replace(/\/+$/, '')
}
