import { once } from 'node:events'
import { connect, type NetConnectOpts } from 'node:net'

const timeoutMs = 10_000

/** Whether somebody accepts connections there, whatever would be answered: a busy engine does, a deaf one does not. */
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
