import { type ReactNode, useId } from 'react'

/** The attributes that connect a control with its label, help and error. */
export interface ControlAria {
  id: string
  'aria-describedby': string | undefined
  'aria-invalid': true | undefined
  'aria-required': true | undefined
}

export interface FieldAria {
  /** For the input, the select or the like; its `id` is the target of the label. */
  control: ControlAria
  /** The id of the line below the control, which holds the error or else the help. */
  noteId: string
}

interface FieldState {
  help?: ReactNode
  error?: string | null | undefined
  required?: boolean | undefined
}

/** Connects a control with its label and the line below it. */
export function useFieldAria({ help, error, required }: FieldState): FieldAria {
  const id = useId()
  const noteId = `${id}-note`
  return {
    noteId,
    control: {
      id,
      'aria-describedby': error || help ? noteId : undefined,
      'aria-invalid': error ? true : undefined,
      'aria-required': required ? true : undefined,
    },
  }
}
