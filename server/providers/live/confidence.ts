import type { Reading } from '#server/conversation/reading.ts'

/** Below this confidence a reading causes a question: it may rest on a likeness to examples only. */
const MIN_CONFIDENCE = 0.8

/** Whether a reading may act without a further question. */
export const isSure = ({ confidence }: Pick<Reading, 'confidence'>): boolean => confidence >= MIN_CONFIDENCE
