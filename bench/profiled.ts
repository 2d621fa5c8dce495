// PROFILE=folder npm run bench NAME: writes there what the product's process did with its processor time, for Chrome's tools.

/** What a measured server's environment gets for it. */
export const profiled = (): Record<string, string> =>
  process.env.PROFILE ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env.PROFILE}` } : {}
