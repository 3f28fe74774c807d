import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { recordedPid, removeStaleLock } from './postmaster.ts'

const postgres = '/opt/kept/bin/postgres'
let data: string
beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), 'kept-lock-'))
  writeFileSync(join(data, 'postmaster.pid'), `${process.pid}\n${data}\n`)
})
afterEach(() => rmSync(data, { recursive: true, force: true }))

const stays = () => existsSync(join(data, 'postmaster.pid'))

it('moves a lock file away that names a living process while no Postgres runs', () => {
  expect(recordedPid(data)).toBe(process.pid)
  expect(removeStaleLock(data, postgres, () => [process.execPath, '/bin/sh'])).toBe(process.platform === 'linux')
  expect(stays()).toBe(process.platform !== 'linux')
})

it('leaves the lock file when any process runs our Postgres, or when not all processes are visible', () => {
  expect(removeStaleLock(data, postgres, () => [process.execPath, postgres])).toBe(false)
  expect(removeStaleLock(data, postgres, () => undefined)).toBe(false)
  expect(stays()).toBe(true)
})

it('leaves the lock file to Postgres when its process is gone', () => {
  writeFileSync(join(data, 'postmaster.pid'), `4194305\n`)
  expect(removeStaleLock(data, postgres, () => [])).toBe(false)
  expect(stays()).toBe(true)
})
