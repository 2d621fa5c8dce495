import { Check, Minus } from 'lucide-react'
import type { ReactElement } from 'react'
import { cx } from './cx.ts'

interface RowCheckboxProps {
  /** 'Select Ann Ng'. */
  label: string
  checked: boolean
  /** Some of its rows are selected. */
  mixed?: boolean
  /** @param range the shift key was held: from the row that was last clicked */
  onToggle: (range: boolean) => void
}

/** Selects a row; its label fills the cell, so that a near miss does not open the row. */
export function RowCheckbox({ label, checked, mixed = false, onToggle }: RowCheckboxProps): ReactElement {
  const Mark = mixed ? Minus : Check
  return (
    <label className="flex size-11 cursor-pointer items-center justify-center">
      <span className="relative flex size-4">
        <input
          type="checkbox"
          aria-label={label}
          checked={checked}
          // a click with shift would mark text
          onMouseDown={(event) => event.shiftKey && event.preventDefault()}
          onChange={(event) => {
            const { nativeEvent } = event
            onToggle('shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
          }}
          ref={(box) => {
            if (box) box.indeterminate = mixed
          }}
          className={cx(
            'peer size-4 cursor-pointer appearance-none rounded-sm border bg-surface transition-colors checked:border-primary checked:bg-primary indeterminate:border-primary indeterminate:bg-primary',
            'border-line-strong',
          )}
        />
        <Mark
          aria-hidden
          strokeWidth={3}
          className="pointer-events-none absolute inset-0.5 hidden size-3 text-on-primary peer-checked:block peer-indeterminate:block"
        />
      </span>
    </label>
  )
}
