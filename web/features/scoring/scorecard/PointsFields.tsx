import { ArrowRight, Plus, X } from 'lucide-react'
import { type ReactElement, useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { FieldNote } from '#web/ui/Field.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Input } from '#web/ui/TextField.tsx'
import { PointsFigure } from './PointsCurve.tsx'
import { pairsOf, type TextPair, textOfPairs } from './points-text.ts'

interface PointsFieldsProps {
  /** E.g. 'Default rate'. */
  measure: string
  /** E.g. 'Points by default rate (%)'. */
  title: string
  /** As the form keeps it: '0: 100, 1: 88'. */
  value: string
  error: string | undefined
  disabled: boolean
  onChange: (value: string) => void
}

/** As many as the contract takes. */
const [FEWEST, MOST] = [2, 20]

/** Points by value, a pair of fields each, next to the line that they draw. */
export function PointsFields({
  measure,
  title,
  value,
  error,
  disabled,
  onChange,
}: PointsFieldsProps): ReactElement {
  const list = useRef<HTMLUListElement>(null)
  const add = useRef<HTMLButtonElement>(null)
  const pairs = pairsOf(value)
  const noteId = `${measure.replaceAll(' ', '-')}-points`
  const setPair = (at: number, pair: TextPair): void =>
    onChange(textOfPairs(pairs.map((each, index) => (index === at ? pair : each))))
  const addPair = (): void => {
    onChange(textOfPairs([...pairs, ['', '']]))
    // the new fields exist after the next render
    requestAnimationFrame(() => list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus())
  }
  const removePair = (at: number): void => {
    onChange(textOfPairs(pairs.filter((_, index) => index !== at)))
    add.current?.focus()
  }
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <p className="text-sm font-medium">{title}</p>
      <div className="flex flex-wrap items-start gap-4">
        <ul ref={list} className="flex flex-col gap-1.5">
          {pairs.map((pair, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the position is a pair's only identity
            <li key={at} className="flex items-center gap-2">
              <PairInput
                label={`${measure} ${at + 1}`}
                value={pair[0]}
                invalidBy={error && noteId}
                disabled={disabled}
                onChange={(text) => setPair(at, [text, pair[1]])}
              />
              <ArrowRight aria-hidden className="size-4 shrink-0 text-ink-faint" strokeWidth={1.75} />
              <PairInput
                label={`Points ${at + 1}`}
                value={pair[1]}
                invalidBy={error && noteId}
                disabled={disabled}
                onChange={(text) => setPair(at, [pair[0], text])}
              />
              {/* its space is kept, so that the lines of all criteria are aligned */}
              <span className={pairs.length > FEWEST && !disabled ? undefined : 'invisible'}>
                <IconButton label={`Remove value ${at + 1}`} icon={X} onClick={() => removePair(at)} />
              </span>
            </li>
          ))}
        </ul>
        <PointsFigure text={value} label={measure} />
      </div>
      <FieldNote id={noteId} error={error} help={undefined} />
      {!disabled && pairs.length < MOST && (
        <Button ref={add} variant="ghost" size="sm" icon={Plus} className="self-start" onClick={addPair}>
          Add value
        </Button>
      )}
    </div>
  )
}

interface PairInputProps {
  label: string
  value: string
  /** Id of the message that is about it. */
  invalidBy: string | undefined
  disabled: boolean
  onChange: (text: string) => void
}

const PairInput = ({ label, value, invalidBy, disabled, onChange }: PairInputProps): ReactElement => (
  <span className="w-20">
    <Input
      aria-label={label}
      aria-invalid={invalidBy ? true : undefined}
      aria-describedby={invalidBy}
      inputMode="decimal"
      value={value}
      disabled={disabled}
      className="text-right tabular-nums"
      onChange={(event) => onChange(event.target.value)}
    />
  </span>
)
