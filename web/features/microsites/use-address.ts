import { systemInfo } from '#contract/system/system.ts'
import { useRead } from '#web/api/use-read.ts'

/** The prefix of links to this installation; the page's own origin until it is loaded. */
export function useAddress(): string {
  const { data } = useRead(systemInfo)
  return (data?.publicUrl ?? window.location.origin).replace(/\/+$/, '')
}
