import { expect, it } from 'vitest'
import { disposition } from './disposition.ts'

// Covers: accreditation-applications-19
it.each([
  [
    'PI certificate 2026.pdf',
    `filename="PI certificate 2026.pdf"; filename*=UTF-8''PI%20certificate%202026.pdf`,
  ],
  ['Müller–Ö.pdf', `filename="MullerO.pdf"; filename*=UTF-8''M%C3%BCller%E2%80%93%C3%96.pdf`],
  ['保険.pdf', `filename=".pdf"; filename*=UTF-8''%E4%BF%9D%E9%99%BA.pdf`],
  [
    'a"; filename="b.html',
    `filename="a__ filename=_b.html"; filename*=UTF-8''a%22%3B%20filename%3D%22b.html`,
  ],
  ['x\r\nset-cookie: a=b', `filename="xset-cookie: a=b"; filename*=UTF-8''x%0D%0Aset-cookie%3A%20a%3Db`],
  ["it's (1)*.png", `filename="it's (1)*.png"; filename*=UTF-8''it%27s%20%281%29%2A.png`],
  ['\ud800', `filename="file"; filename*=UTF-8''%EF%BF%BD`],
])('a file named %j is offered safely', (name, expected) => {
  expect(disposition('attachment', name)).toBe(`attachment; ${expected}`)
})
