import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { hashOfImports } from './walls-memory.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-walls-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

function hashOf(text: string): string {
  const file = join(folder, 'a.ts')
  writeFileSync(file, text)
  return hashOfImports([file], [])
}

it('stays while only the code around the imports changes', () => {
  expect(hashOf("import { a } from './a.ts'\nexport const one = a + 1\n")).toBe(
    hashOf("import { a } from './a.ts'\nexport const one = a + 2\n"),
  )
})

it.each([
  "import type { a } from './b.ts'",
  "import './b.ts'",
  "import {\n  a,\n} from './b.ts'",
  "export * from './b.ts'",
  "export { a } from './b.ts'",
  "const a = await import('./b.ts')",
  "export const x = 1 // it's\nconst a = await import(\n  './b.ts'\n)",
  "type A = import('./b.ts').A",
  "const a = require('./b.ts')",
  '/// <reference path="./b.ts" />',
])('changes with %s', (line) => {
  expect(hashOf(`${line}\nexport const one = 1\n`)).not.toBe(hashOf('export const one = 1\n'))
  expect(hashOf(`${line.replace('./b.ts', './c.ts')}\n`)).not.toBe(hashOf(`${line}\n`))
})

it('changes with a file more, and with a setting', () => {
  const [file, setting] = [join(folder, 'b.ts'), join(folder, 'package.json')]
  writeFileSync(file, '')
  writeFileSync(setting, '{}')
  const before = hashOfImports([file], [setting])
  expect(hashOfImports([], [setting])).not.toBe(before)
  writeFileSync(setting, '{"imports":{}}')
  expect(hashOfImports([file], [setting])).not.toBe(before)
})
