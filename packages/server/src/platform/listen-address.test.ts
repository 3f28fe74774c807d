import { once } from 'node:events'
import { createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkListenAddress, describeListenError } from './listen-address.ts'

const other = createServer()
let port = 0

beforeAll(async () => {
  other.listen(0, '127.0.0.1')
  await once(other, 'listening')
  const address = other.address()
  if (address === null || typeof address === 'string') throw new Error('No port.')
  port = address.port
})
afterAll(() => {
  other.close()
})

describe('checkListenAddress', () => {
  test('refuses a port that another process uses, and names the setting', async () => {
    await expect(checkListenAddress({ host: '127.0.0.1', port })).rejects.toThrow(
      `Port ${port} on 127.0.0.1 is in use. Stop the process that uses it, or set KEPT_PORT to another port.`,
    )
  })

  test('refuses an address of another machine', async () => {
    await expect(checkListenAddress({ host: '192.0.2.1', port: 0 })).rejects.toThrow(
      '192.0.2.1 is not an address of this machine. Set KEPT_HOST to one, such as 127.0.0.1 or 0.0.0.0.',
    )
  })

  test('leaves a free port free', async () => {
    await checkListenAddress({ host: '127.0.0.1', port: 0 })
  })
})

describe('describeListenError', () => {
  test('says which ports an ordinary user may use', () => {
    const error = Object.assign(new Error('listen EACCES'), { code: 'EACCES' })
    expect(describeListenError(error, { host: '127.0.0.1', port: 80 })).toMatchObject({
      message: 'Kept may not listen on port 80. Set KEPT_PORT to a port from 1024 on.',
    })
  })

  test('leaves any other error as it is', () => {
    const error = new Error('out of descriptors')
    expect(describeListenError(error, { host: '127.0.0.1', port: 80 })).toBe(error)
  })
})
