import type { LucideIcon } from 'lucide-react'
import type { ReactElement } from 'react'
import { Button, type ButtonProps } from './Button.tsx'
import { Tooltip } from './Tooltip.tsx'

interface IconButtonProps extends Omit<ButtonProps, 'children' | 'icon'> {
  /** Accessible name and tooltip. */
  label: string
  icon: LucideIcon
}

/** A button without text; always has a name. */
export function IconButton({
  label,
  icon: Icon,
  variant = 'ghost',
  ...props
}: IconButtonProps): ReactElement {
  const button = (
    <Button {...props} variant={variant} aria-label={label} square>
      {!props.pending && <Icon aria-hidden className="size-4" strokeWidth={1.75} />}
    </Button>
  )
  return props.disabledReason ? button : <Tooltip text={label}>{button}</Tooltip>
}
