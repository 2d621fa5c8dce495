// Counts everything again and puts the figures right, also while Brokerline is running: `npm run figures:rebuild`.
import { checkFigures } from '#server/modules/analytics/check-figures.ts'
import { startLine } from '../server/config.ts'
import { withOwnApp } from './own-app.ts'

withOwnApp('figures:rebuild', async (ctx) => {
  const mended = await checkFigures(ctx)
  console.log(
    mended === 0
      ? 'The figures are what they count.'
      : `${mended} rows of the figures differed; they are right now.`,
  )
}).catch((error: unknown) => {
  console.error(startLine(error))
  process.exitCode = 1
})
