/** Heights in pixels, in a separate module: the space is reserved while the library for charts loads. */
export const BARS_HEIGHT = 180
export const DAYS_HEIGHT = 200
export const LINES_HEIGHT = 240
export const TREND_HEIGHT = 200

/** A row a step, and the axis below. */
export const waterfallHeight = (rows: number): number => rows * 30 + 30
