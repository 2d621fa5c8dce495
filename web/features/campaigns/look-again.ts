/** The pace falls without anything that tells of it: while it is above nothing, the screen asks again. */
export const LOOK_AGAIN_MS = 15_000
