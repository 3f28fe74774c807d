import { createServer } from 'node:http'
import { listen } from './listen.ts'

/** A port of this machine that nothing listens on at this moment. */
export async function freePort(): Promise<number> {
  const server = createServer()
  const { port } = new URL(await listen(server))
  await new Promise((done) => server.close(done))
  return Number(port)
}
