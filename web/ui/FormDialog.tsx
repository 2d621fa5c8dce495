import type { LucideIcon } from 'lucide-react'
import { type FormEvent, type ReactElement, type ReactNode, useId } from 'react'
import type { Edit } from '#web/lib/use-edit.ts'
import type { KeptState } from '#web/lib/use-kept-draft.ts'
import { useLeaveGuard } from '#web/lib/use-leave-guard.ts'
import { Button, type ButtonSize } from './Button.tsx'
import { closeUnlessDirty, Dialog, type DialogProps } from './Dialog.tsx'
import { Form } from './Form.tsx'

interface FormDialogProps extends Pick<DialogProps, 'title' | 'description' | 'width' | 'onClose'> {
  /** There are unsaved changes, so closing needs a confirmation. */
  dirty: boolean
  /** Usually `form.handleSubmit((body) => save.mutate({ body }))`. */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  /** The write that the form triggers; blocks a second submit while pending. */
  write: { isPending: boolean }
  /** Text of the submit button: 'Create Campaign'. */
  submit: string
  pendingText?: string
  icon?: LucideIcon
  /** The action is destructive. */
  danger?: boolean
  /** Disables the submit button. */
  disabled?: boolean
  /** Reason shown on the disabled submit button. */
  disabledReason?: string | null
  cancel?: string
  /** As of Form. */
  edit?: Edit | undefined
  keepAs?: string | false
  kept?: KeptState | undefined
  /** Of the buttons. */
  size?: ButtonSize
  formClass?: string
  /** Replaces the form once it is submitted; closing then needs no confirmation. */
  result?: { body: ReactNode; footer: ReactNode } | false | null
  /** The fields. */
  children: ReactNode
}

/** A dialog with one form, mounted only while open. Cancel, Close and Escape confirm before typed text is lost. */
export function FormDialog(props: FormDialogProps): ReactElement {
  const { title, description, width, onClose, onSubmit, write, formClass, children } = props
  const formId = useId()
  const result = props.result || null
  const dirty = props.dirty && !result
  useLeaveGuard(dirty)
  const canSubmit = !write.isPending && !props.disabled && !props.disabledReason
  return (
    <Dialog
      open
      onClose={onClose}
      width={width}
      title={title}
      description={description}
      dirty={dirty}
      footer={
        result?.footer ?? (
          <>
            <Button size={props.size} onClick={() => void closeUnlessDirty(dirty, onClose)}>
              {props.cancel ?? 'Cancel'}
            </Button>
            <Button
              type="submit"
              form={formId}
              variant={props.danger ? 'danger' : 'primary'}
              size={props.size}
              icon={props.icon}
              disabled={props.disabled}
              disabledReason={props.disabledReason}
              pending={write.isPending}
              pendingText={props.pendingText}
            >
              {props.submit}
            </Button>
          </>
        )
      }
    >
      {result ? (
        result.body
      ) : (
        <Form
          id={formId}
          className={formClass}
          edit={props.edit}
          keepAs={props.keepAs ?? title}
          kept={props.kept}
          onSubmit={(event) => canSubmit && onSubmit(event)}
        >
          {children}
        </Form>
      )}
    </Dialog>
  )
}
