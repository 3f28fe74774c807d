/** The address Kept listens on: whether it can be used, and what to do when it cannot. */
import { createServer } from 'node:net'
import { KeptError } from '@kept/domain/errors.ts'

interface ListenAddress {
  host: string
  port: number
}

/**
 * Rejects with `unavailable` when the address cannot be used, before the engines are started for nothing. Another
 * process may still take it until Kept listens: `describeListenError` says the same then.
 */
export async function checkListenAddress(address: ListenAddress): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((done, fail) => {
      probe.once('error', fail)
      probe.listen(address, done)
    })
  } catch (error) {
    throw describeListenError(error, address)
  }
  await new Promise((done) => probe.close(done))
}

/** The sentence for an address that cannot be used; any other error as it is. */
export function describeListenError(error: unknown, { host, port }: ListenAddress): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EADDRINUSE')
    return new KeptError(
      'unavailable',
      `Port ${port} on ${host} is in use. Stop the process that uses it, or set KEPT_PORT to another port.`,
    )
  if (code === 'EACCES')
    return new KeptError('unavailable', `Kept may not listen on port ${port}. Set KEPT_PORT to a port from 1024 on.`)
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return new KeptError(
      'unavailable',
      `${host} is not an address of this machine. Set KEPT_HOST to one, such as 127.0.0.1 or 0.0.0.0.`,
    )
  return error
}
