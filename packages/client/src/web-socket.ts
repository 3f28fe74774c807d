/** Opens a WebSocket with authentication headers, for programs; browsers use cookies. */
import type { Line, LineEvents } from './live-connection.ts'

export type OpenSocket = (address: URL, headers: Readonly<Record<string, string>>, events: LineEvents) => Line

/** The WebSocket of Node 22 and newer (undici), which accepts headers, unlike browsers. */
type SocketWithHeaders = new (address: URL, options: { headers: Readonly<Record<string, string>> }) => WebSocket

export const openWebSocket: OpenSocket = (address, headers, { onOpen, onText, onClose }) => {
  const url = new URL(address)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  const socket =
    Object.keys(headers).length === 0
      ? new WebSocket(url)
      : new (WebSocket as unknown as SocketWithHeaders)(url, { headers })
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
