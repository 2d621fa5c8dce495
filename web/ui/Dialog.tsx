import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { KeyboardEventHandler, ReactElement, ReactNode } from 'react'
import { confirmLeave } from './confirm.ts'
import { cx } from './cx.ts'
import { dialogWidths, overlayClass, sheetClass, sideClass } from './dialog-classes.ts'
import { IconButton } from './IconButton.tsx'
import { useDialogFocus } from './use-dialog-focus.ts'

export interface DialogProps {
  open: boolean
  onClose: () => void
  title: string
  /** One sentence below the title. */
  description?: ReactNode
  children: ReactNode
  /** Buttons, the primary one last; a submit button outside its form takes the form's id. */
  footer?: ReactNode
  /** Unsaved input would be lost, so closing needs a confirmation. */
  dirty?: boolean
  width?: 'sm' | 'md' | 'lg'
}

/** For a decision or a short form; anything longer is a page. */
export function Dialog(props: DialogProps): ReactElement {
  const { open, onClose, title, description, children, footer, dirty = false, width = 'md' } = props
  const focus = useDialogFocus()
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && void closeUnlessDirty(dirty, onClose)}>
      <Radix.Portal>
        <Radix.Overlay className={overlayClass} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onInteractOutside={keepForToast}
          onEscapeKeyDown={keepForList}
          {...focus}
          className={cx(sheetClass, dialogWidths[width])}
        >
          <Head title={title} description={description} />
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {footer && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{footer}</div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface SidePanelProps extends Omit<DialogProps, 'width' | 'dirty'> {
  /** Content at the top, before the close button. */
  actions?: ReactNode
  /** Key of the content: a new key scrolls back to the top. */
  shows: string
  /** Element to focus on close; null for the one that opened it. */
  returnFocusTo: () => HTMLElement | null
  onKeyDown: KeyboardEventHandler<HTMLElement>
}

/**
 * The shell of `RecordPanel`: a side panel at the right edge that keeps the list in view. On a phone it fills the
 * screen.
 */
export function SidePanel(props: SidePanelProps): ReactElement {
  const { open, onClose, title, description, children, footer, actions, shows } = props
  const focus = useDialogFocus(props.returnFocusTo)
  return (
    <Radix.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Radix.Overlay className={cx(overlayClass, 'opacity-60')} />
        <Radix.Content
          {...(description ? {} : { 'aria-describedby': undefined })}
          onInteractOutside={keepForToast}
          onEscapeKeyDown={keepForList}
          onKeyDown={props.onKeyDown}
          {...focus}
          className={sideClass}
        >
          <Head title={title} description={description} actions={actions} />
          <div key={shows} className="min-h-0 flex-1 overflow-y-auto px-5 py-4">
            {children}
          </div>
          {footer && (
            <div
              key={`${shows}:footer`}
              className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3"
            >
              {footer}
            </div>
          )}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

interface HeadProps {
  title: string
  description: ReactNode
  actions?: ReactNode
}

function Head({ title, description, actions }: HeadProps): ReactElement {
  return (
    <div className="flex items-start justify-between gap-4 border-b border-line px-5 py-3">
      <div className="min-w-0">
        <Radix.Title className="py-1.25 text-base leading-5.5 font-semibold text-balance">
          {title}
        </Radix.Title>
        {description && (
          <Radix.Description asChild>
            <div className="text-ink-soft">{description}</div>
          </Radix.Description>
        )}
      </div>
      <div className="-mr-1.5 flex shrink-0 items-center gap-1">
        {actions}
        <Radix.Close asChild>
          <IconButton label="Close" icon={X} />
        </Radix.Close>
      </div>
    </div>
  )
}

/** Handler of Cancel buttons: confirms first if unsaved input would be lost. */
export async function closeUnlessDirty(dirty: boolean, onClose: () => void): Promise<void> {
  if (!dirty || (await confirmLeave('top'))) onClose()
}

/** Dismissing a toast must not close the dialog beneath it. */
function keepForToast(event: Event): void {
  if (event.target instanceof Element && event.target.closest('[data-toasts]')) event.preventDefault()
}

/** Escape in a field whose list is open closes the list only. */
function keepForList(event: KeyboardEvent): void {
  if (document.activeElement?.matches('[role=combobox][aria-expanded=true]')) event.preventDefault()
}
