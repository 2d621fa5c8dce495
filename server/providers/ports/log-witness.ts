/** Another machine that signs checkpoints of the transparency log, once it has verified that the log only grows. */
export interface LogWitness {
  name: string
  /** Its public key. */
  key: string
  /** @throws Error with its reason if it refuses or cannot be reached */
  addCheckpoint(request: WitnessRequest): Promise<WitnessAnswer>
}

export interface WitnessRequest {
  /** Size of the log at its last signature, as far as we have stored it. */
  oldSize: number
  /** Of consistency between the two sizes. */
  proof: readonly Buffer[]
  /** The checkpoint, signed by the log. */
  note: string
}

/** `seen`: its last signature was for another size. */
export type WitnessAnswer = { kind: 'cosigned'; line: string } | { kind: 'seen'; size: number }
