/** Opens a WebSocket with authentication headers, for programs; browsers use cookies. */
import type { Line, LineEvents } from './live-connection.ts'

export type OpenSocket = (address: URL, headers: Readonly<Record<string, string>>, events: LineEvents) => Line

export const openWebSocket: OpenSocket = (address, headers, { onOpen, onText, onClose }) => {
  const url = new URL(address)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  // The WebSocket of Node 22 and newer accepts headers, which the type of browsers does not know.
  const args = Object.keys(headers).length === 0 ? [url] : [url, { headers }]
  const socket: WebSocket = Reflect.construct(WebSocket, args)
  socket.onopen = onOpen
  socket.onmessage = ({ data }) => onText(String(data))
  socket.onclose = ({ code }) => onClose(code)
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    close: () => socket.close(),
  }
}
