import { type ComplianceCheck, complianceHistory } from '#contract/surveillance/surveillance.ts'
import { useRead } from '#web/api/use-read.ts'

/** The checks of a broker, and the newest of each type. */
export function useChecks(brokerId: number): {
  checks: ComplianceCheck[] | undefined
  newest: ComplianceCheck[]
} {
  const { data } = useRead(complianceHistory, { params: { id: brokerId } })
  const newest = (data ?? []).filter(
    (check, at, all) => all.findIndex(({ checkType }) => checkType === check.checkType) === at,
  )
  return { checks: data, newest }
}
