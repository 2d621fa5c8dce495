// Set-up of service tests: makes key derivation almost free, as half of their time would be spent on sign-ins of the
// same few people. The real cost is tested by server/providers/sign-in/password-hash.test.ts.
import crypto, { type BinaryLike, type ScryptOptions } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'

type Callback = (error: Error | null, key: Buffer) => void

const derive = crypto.scrypt

function quick(
  password: BinaryLike,
  salt: BinaryLike,
  length: number,
  ...rest: [ScryptOptions, Callback] | [Callback]
): void {
  const [options, callback] = rest.length === 2 ? rest : [{}, rest[0]]
  // of another cost another key, as it is really
  const mixed = `${String(salt)}:${options.N}:${options.r}:${options.p}`
  derive(password, mixed, length, { N: 16, r: 1, p: 1 }, callback)
}

// the files of a worker share their modules, but each runs the set-up
if (derive.name !== quick.name) {
  crypto.scrypt = quick as typeof derive
  syncBuiltinESMExports()
}
