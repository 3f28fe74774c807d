import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { findRunningKept, holdDataFolder } from './data-folder.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'kept-folder-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const address = { url: 'http://127.0.0.1:1', operatorToken: 'secret' }
const holding = `
  import { holdDataFolder } from ${JSON.stringify(fileURLToPath(new URL('./data-folder.ts', import.meta.url)))}
  const held = holdDataFolder(process.argv[1])
  held.announce({ pid: process.pid, ...${JSON.stringify(address)} })
  console.log('held')
  setInterval(() => undefined, 60_000)`

async function otherServer() {
  const args = ['--disable-warning=ExperimentalWarning', '--input-type=module', '-e', holding, folder]
  const other = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(other.stdout, 'data')
  return other
}

it('rejects a second server in one sentence, and returns the address of the first', async () => {
  const other = await otherServer()
  expect(() => holdDataFolder(folder)).toThrow(
    `Another Kept server is using the data folder ${folder}. Stop it, or set KEPT_DATA to another folder.`,
  )
  expect(findRunningKept(folder)).toEqual({ pid: other.pid, ...address })
  other.kill('SIGKILL')
  await once(other, 'exit')
})

it('is free again as soon as its server is killed; its announcement no longer counts', async () => {
  const other = await otherServer()
  other.kill('SIGKILL')
  await once(other, 'exit')
  expect(existsSync(join(folder, 'kept.running.json'))).toBe(true)
  expect(findRunningKept(folder)).toBeUndefined()
  const dataFolder = holdDataFolder(folder)
  dataFolder.release()
  expect(existsSync(join(folder, 'kept.running.json'))).toBe(false)
})

it('makes the operator’s token readable for the folder’s owner only', () => {
  const dataFolder = holdDataFolder(folder)
  dataFolder.announce({ pid: 1, ...address })
  expect(statSync(join(folder, 'kept.running.json')).mode & 0o777).toBe(0o600)
  dataFolder.release()
})

it('explains what to do about a folder that cannot be created', () => {
  const file = join(folder, 'file')
  writeFileSync(file, '')
  chmodSync(file, 0o600)
  expect(() => holdDataFolder(join(file, 'data'))).toThrow('is not writable. Set KEPT_DATA to a writable folder')
})

it('npm start refuses a held folder before it builds anything', async () => {
  const other = await otherServer()
  const script = fileURLToPath(new URL('../../../../tools/start.ts', import.meta.url))
  const second = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', script], {
    env: { ...process.env, KEPT_DATA: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors] = await Promise.all([textOf(second.stdout), textOf(second.stderr)])
  expect(output).toBe('')
  expect(errors).toBe(
    `Another Kept server is using the data folder ${folder}. Stop it, or set KEPT_DATA to another folder.\n`,
  )
  other.kill('SIGKILL')
  await once(other, 'exit')
})
