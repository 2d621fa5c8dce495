import type { ReactElement } from 'react'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'

/** Submits the form; large, as it is the only action there. */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'variant' | 'size'>): ReactElement {
  return <Button {...props} type="submit" variant="primary" size="lg" />
}
