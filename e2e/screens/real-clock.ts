/**
 * The calling clock as a demo of the product starts it: at the real time, or at the next moment when calls are allowed. The
 * fixed date of the other tests would contradict the ages on the screen.
 */
export const realClock = { SIM_NOW: '', SIM_SPEED: '1' }
