// Decides whether a reason concerns so many brokers that an import or a register is its likely cause.

/** More than this part of an import's brokers, or of all. */
const SHARE = 0.05
/** Fewer are single cases, however few brokers there are. */
const LEAST = 10

export const exceedsShare = ({ brokers, total }: { brokers: number; total: number }): boolean =>
  brokers >= LEAST && brokers > total * SHARE
