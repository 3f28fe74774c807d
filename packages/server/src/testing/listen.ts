import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

/** For tests: a server on a port the system chooses; its address. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}
