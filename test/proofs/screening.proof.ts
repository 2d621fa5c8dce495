// Noise: a thousand brokers with common names against 7,200 made-up bans. Everything that is found is false: under 0.5
// alerts a broker.
import { screeningNoise } from './screening-noise.ts'

const seeds = [1, 2, 3, 4, 5]
const all = seeds.map((seed) => screeningNoise(1000, 7200, seed))
for (const [at, { similar, alerts, flagged }] of all.entries()) {
  console.log(
    `seed ${seeds[at]}: ${similar.toFixed(2)} rows with a similar name, ${alerts.toFixed(3)} alerts a broker; ${flagged} of 1,000 brokers flagged`,
  )
}
if (all.some(({ alerts }) => alerts >= 0.5)) process.exitCode = 1
