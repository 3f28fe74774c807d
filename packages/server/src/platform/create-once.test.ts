import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createOnce } from './create-once.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-once-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

it('keeps the first content, also when another process writes in between', () => {
  const file = join(folder, 'key')
  createOnce(file, () => {
    createOnce(file, () => 'of the other process')
    return 'of this process'
  })
  createOnce(file, () => 'of a later start')
  expect(readFileSync(file, 'utf8')).toBe('of the other process')
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(readdirSync(folder)).toEqual(['key'])
})
