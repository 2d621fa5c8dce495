type Ask = () => Promise<boolean>

let ask: Ask | null = null
let open: Promise<boolean> | null = null

/** Registers the dialog that asks who it is. @returns the undo */
export function setConfirmIdentity(dialog: Ask): () => void {
  ask = dialog
  return () => {
    if (ask === dialog) ask = null
  }
}

/** Asks the person to prove who they are; one dialog at a time. @returns false where they do not, or nothing asks */
export function askIdentity(): Promise<boolean> {
  open ??= (ask?.() ?? Promise.resolve(false)).finally(() => {
    open = null
  })
  return open
}
