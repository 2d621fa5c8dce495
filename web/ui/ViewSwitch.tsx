import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { cx } from './cx.ts'

interface ViewSwitchProps<Value extends string> {
  views: readonly { value: Value; label: string; icon: LucideIcon }[]
  value: Value
  onChange: (value: Value) => void
}

/** Switches between manners of showing the same rows, such as a week and a list. */
export function ViewSwitch<Value extends string>({
  views,
  value,
  onChange,
}: ViewSwitchProps<Value>): ReactElement {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in addition to the heading
    <div role="group" aria-label="Show as" className="flex rounded-lg border border-line p-0.5">
      {views.map(({ value: each, label, icon: Icon }) => (
        <button
          key={each}
          type="button"
          aria-pressed={value === each}
          onClick={() => onChange(each)}
          className={cx(
            'touch-target inline-flex h-7 items-center gap-1.5 rounded-md px-2.5 text-xs font-medium transition-colors max-md:h-10',
            value === each ? 'bg-selected text-link' : 'text-ink-soft hover:bg-hover hover:text-ink',
          )}
        >
          <Icon aria-hidden className="size-4" strokeWidth={1.75} />
          {label}
        </button>
      ))}
    </div>
  )
}
