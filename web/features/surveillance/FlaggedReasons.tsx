import type { ReactElement } from 'react'
import { type FindingReason, findingReasonLabels } from '#contract/surveillance/finding-reasons.ts'
import { flaggedReasons } from '#contract/surveillance/surveillance.ts'
import { useRead } from '#web/api/use-read.ts'
import { formatNumber } from '#web/lib/format.ts'
import { ChipButton, ChipRow } from '#web/ui/ChipButton.tsx'

interface FlaggedReasonsProps {
  /** The other filters of the list. */
  query: { q?: string; risk?: 'high' | 'medium' }
  chosen: FindingReason | undefined
  onChoose: (reason: FindingReason | null) => void
}

/** The reasons of the flagged brokers, each with its number of brokers; choosing one filters the list. */
export function FlaggedReasons({ query, chosen, onChoose }: FlaggedReasonsProps): ReactElement | null {
  const { data = [], isPending } = useRead(flaggedReasons, { query }, { keep: true })
  // the chosen reason stays visible when no broker has it any longer
  const shown =
    chosen && !data.some(({ reason }) => reason === chosen) ? [...data, { reason: chosen, brokers: 0 }] : data
  if (isPending) return <div className="h-10" />
  if (shown.length === 0) return null
  return (
    <ChipRow label="Reasons" chosen={chosen ?? ''}>
      {shown.map(({ reason, brokers }) => (
        <ChipButton
          key={reason}
          pressed={reason === chosen}
          onToggle={() => onChoose(reason === chosen ? null : reason)}
        >
          {`${findingReasonLabels[reason]} ${formatNumber(brokers)}`}
        </ChipButton>
      ))}
    </ChipRow>
  )
}
