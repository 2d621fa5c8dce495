// PROFILE=folder npm run bench NAME: writes a CPU profile of the product's process there, for Chrome's tools.

/** The variables for a measured server. */
export const profiled = (): Record<string, string> =>
  process.env.PROFILE ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env.PROFILE}` } : {}
