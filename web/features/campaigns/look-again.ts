/** Poll interval in milliseconds while the pace is above 0: the live stream does not announce that the pace falls. */
export const LOOK_AGAIN_MS = 15_000
