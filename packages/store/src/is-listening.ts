import { once } from 'node:events'
import { connect, type NetConnectOpts } from 'node:net'

const timeoutMs = 10_000

/** True when a process accepts connections there, whatever it would answer: busy is fine, a lost listener is not. */
export async function isListening(address: NetConnectOpts): Promise<boolean> {
  const socket = connect(address)
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error('timeout')))
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
