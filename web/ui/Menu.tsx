import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'
import { cx } from './cx.ts'

interface MenuProps {
  /** The button that opens it. */
  trigger: ReactElement
  children: ReactNode
  align?: 'start' | 'end'
}

/** Secondary actions of a row or page; the primary action is a button. */
export function Menu({ trigger, children, align = 'end' }: MenuProps): ReactElement {
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 animate-fade-in overflow-y-auto rounded-lg border border-line bg-float p-1 shadow-float"
        >
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}

const itemClass =
  'flex min-h-8 w-full select-none items-center gap-2 rounded-md px-2 py-1 outline-none data-[disabled]:cursor-not-allowed data-[disabled]:text-ink-faint data-[highlighted]:bg-hover max-md:min-h-11'

interface MenuItemProps {
  children: ReactNode
  onSelect: () => void
  icon?: LucideIcon
  danger?: boolean
  /** Why the item is disabled; shown below its text. */
  disabledReason?: string | null | undefined
  /** Shortcut or other note at the right. */
  hint?: string
}

export function MenuItem(props: MenuItemProps): ReactElement {
  const { children, onSelect, icon: Icon, danger, disabledReason, hint } = props
  return (
    <DropdownMenu.Item
      disabled={Boolean(disabledReason)}
      onSelect={onSelect}
      className={cx(itemClass, danger && 'text-red-ink')}
    >
      {Icon && <Icon aria-hidden className="size-4 shrink-0 opacity-80" strokeWidth={1.75} />}
      <span className="flex min-w-0 flex-1 flex-col">
        {children}
        {disabledReason && <span className="max-w-56 text-xs">{disabledReason}</span>}
      </span>
      {hint && <span className="text-xs text-ink-faint">{hint}</span>}
    </DropdownMenu.Item>
  )
}

interface MenuCheckProps {
  children: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A toggle that keeps the menu open, e.g. visible columns. */
export function MenuCheck({ children, checked, onChange, disabled }: MenuCheckProps): ReactElement {
  return (
    <DropdownMenu.CheckboxItem
      checked={checked}
      disabled={disabled ?? false}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className={itemClass}
    >
      <span className="flex size-4 items-center">
        <DropdownMenu.ItemIndicator>
          <Check aria-hidden className="size-4" strokeWidth={2} />
        </DropdownMenu.ItemIndicator>
      </span>
      {children}
    </DropdownMenu.CheckboxItem>
  )
}

interface MenuRadioProps<Value extends string> {
  label: string
  value: Value
  onChange: (value: Value) => void
  options: readonly { value: Value; label: string; icon?: LucideIcon }[]
}

/** A radio item in a menu. */
export function MenuRadio<Value extends string>(props: MenuRadioProps<Value>): ReactElement {
  return (
    <DropdownMenu.RadioGroup
      aria-label={props.label}
      value={props.value}
      onValueChange={(value) => {
        const option = props.options.find((each) => each.value === value)
        if (option) props.onChange(option.value)
      }}
    >
      <MenuLabel>{props.label}</MenuLabel>
      {props.options.map(({ value, label, icon: Icon }) => (
        <DropdownMenu.RadioItem
          key={value}
          value={value}
          onSelect={(event) => event.preventDefault()}
          className={itemClass}
        >
          {Icon && <Icon aria-hidden className="size-4 opacity-80" strokeWidth={1.75} />}
          <span className="flex-1">{label}</span>
          <DropdownMenu.ItemIndicator>
            <Check aria-hidden className="size-4" strokeWidth={2} />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.RadioItem>
      ))}
    </DropdownMenu.RadioGroup>
  )
}

export function MenuLabel({ children }: { children: ReactNode }): ReactElement {
  return (
    <DropdownMenu.Label className="px-2 pt-1.5 pb-1 text-xs text-ink-soft">{children}</DropdownMenu.Label>
  )
}

export function MenuRule(): ReactElement {
  return <DropdownMenu.Separator className="-mx-1 my-1 h-px bg-line" />
}
