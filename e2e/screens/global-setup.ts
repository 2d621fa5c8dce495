import { provideWorld } from '../ui/global-setup.ts'
import { realClock } from './real-clock.ts'

/** The demo world whose planned calls are on the dates of the pictures. */
export default (): Promise<() => Promise<void>> => provideWorld(realClock)
