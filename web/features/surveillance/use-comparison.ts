import { useMemo } from 'react'
import { getBroker } from '#contract/brokers/brokers.ts'
import type { ComplianceCheck } from '#contract/surveillance/surveillance.ts'
import type { AnswerOf } from '#web/api/call.ts'
import { useRecord } from '#web/api/use-read.ts'
import { wordsOf } from './equal-words.ts'

interface Comparison {
  record: AnswerOf<typeof getBroker> | undefined
  /** The words of our record, marked in the findings. */
  ours: ReadonlySet<string>
  /** The words of the findings, marked in our record. */
  theirs: ReadonlySet<string>
}

/** Our record of a broker and the rows that were found, by their words. */
export function useComparison(brokerId: number, checks: readonly ComplianceCheck[]): Comparison {
  const { data: record } = useRecord(getBroker, brokerId)
  const ours = useMemo(
    () =>
      wordsOf(
        record ? [record.name, record.company, record.asicNumber, record.location, record.postcode] : [],
      ),
    [record],
  )
  const theirs = wordsOf(
    checks.flatMap(({ findings }) =>
      findings.flatMap(({ rows }) =>
        rows.flatMap(({ name, number, state, postcode, locality }) => [
          ...[name, number, state, postcode, locality],
        ]),
      ),
    ),
  )
  return { record, ours, theirs }
}
