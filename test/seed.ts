import fc from 'fast-check'

/** Property tests try the same values in each run of `npm test`; `npm run test:deep` tries others and prints their seed. */
const SEED = 20_261_128

if (!process.env.DEEP) fc.configureGlobal({ seed: SEED })
