import { z } from 'zod'

// zod would try whether it may compile code, which our pages forbid: the browser would report each try
z.config({ jitless: true })
