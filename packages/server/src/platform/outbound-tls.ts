/** Sends bytes over TLS to a host that a user entered, under the rules of `outbound.ts`. */
import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { checkOutboundHost, guardedLookup } from './outbound.ts'

const timeoutMs = 10_000

interface TlsTarget {
  host: string
  port: number
  /** In place of the public certificate authorities, in PEM. */
  certificateAuthority: string | null
}

/**
 * Connects, verifies the certificate, writes everything and closes. It resolves when the receiver has closed its side
 * too, or stays silent after everything was written; an error or a connection that ends before is thrown.
 */
export async function sendOverTls(
  { host, port, certificateAuthority }: TlsTarget,
  content: Uint8Array,
  privateNetworks: readonly string[],
): Promise<void> {
  checkOutboundHost(host, privateNetworks)
  await new Promise<void>((resolve, reject) => {
    let isWritten = false
    const socket = connect({
      host,
      port,
      lookup: guardedLookup(privateNetworks),
      minVersion: 'TLSv1.2',
      // Server Name Indication carries names only (RFC 6066).
      ...(isIP(host) === 0 && { servername: host }),
      ...(certificateAuthority !== null && { ca: certificateAuthority }),
    })
    socket.setTimeout(timeoutMs, () => {
      socket.destroy(isWritten ? undefined : Object.assign(new Error('no answer'), { name: 'TimeoutError' }))
    })
    socket.on('error', reject)
    // What the receiver says is not part of the protocol.
    socket.resume()
    socket.on('secureConnect', () => {
      socket.end(content, () => {
        isWritten = true
      })
    })
    socket.on('close', (hadError) => {
      if (hadError) return
      if (isWritten) resolve()
      else reject(Object.assign(new Error('closed early'), { code: 'ECONNRESET' }))
    })
  })
}
