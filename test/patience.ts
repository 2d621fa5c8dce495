/** How long a test waits for a condition: a busy machine may be slow, and only a test that hangs should fail. */
export const PATIENCE = { timeout: 30_000 }
