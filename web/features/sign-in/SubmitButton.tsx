import type { ReactElement } from 'react'
import { Button, type ButtonProps } from '#web/ui/Button.tsx'

/** Sends the form; large, as it is the only thing to do there. */
export function SubmitButton(props: Omit<ButtonProps, 'type' | 'variant' | 'size'>): ReactElement {
  return <Button {...props} type="submit" variant="primary" size="lg" />
}
