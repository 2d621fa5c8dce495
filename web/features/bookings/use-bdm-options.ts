import { listBdms } from '#contract/bookings/bdms.ts'
import { useRead } from '#web/api/use-read.ts'
import type { Option } from '#web/ui/SelectField.tsx'

interface Person {
  id: number
  name: string
}

/** The active BDMs, after the choice of none; includes the stored one, who may be inactive. */
export function useBdmOptions(nobody: Option, stored: Person | null = null): Option[] {
  const { data } = useRead(listBdms)
  const active: readonly Person[] = data?.filter((bdm) => bdm.active) ?? []
  const all = stored && !active.some(({ id }) => id === stored.id) ? [stored, ...active] : active
  return [nobody, ...all.map(({ id, name }) => ({ value: String(id), label: name }))]
}
