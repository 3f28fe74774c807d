/** For tests: a TLS server with a certificate of its own that collects what it receives. */
import { webcrypto } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createServer, type Server } from 'node:tls'
import { dayMs } from '@kept/foundation/calendar/instant.ts'
import { SubjectAlternativeNameExtension, X509CertificateGenerator } from '@peculiar/x509'

export interface TlsReceiver {
  port: number
  /** Its certificate in PEM, which signs itself. */
  certificate: string
  /** What each connection sent, once the sender has closed it. */
  received: string[]
  close(): void
}

/** For 127.0.0.1. */
export async function openTlsReceiver(): Promise<TlsReceiver> {
  const { key, cert } = await selfSigned()
  const received: string[] = []
  const server: Server = createServer({ key, cert }, (socket) => {
    const chunks: Buffer[] = []
    socket.on('data', (chunk: Buffer) => chunks.push(chunk))
    socket.on('end', () => {
      received.push(Buffer.concat(chunks).toString('utf8'))
      socket.end()
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { port, certificate: cert, received, close: () => void server.close() }
}

/** A certificate for 127.0.0.1 that signs itself, in PEM. */
export async function selfSigned(): Promise<{ key: string; cert: string }> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    ...{ serialNumber: '01', name: 'CN=127.0.0.1', signingAlgorithm: algorithm, keys },
    ...{ notBefore: new Date(Date.now() - dayMs), notAfter: new Date(Date.now() + dayMs) },
    extensions: [new SubjectAlternativeNameExtension([{ type: 'ip', value: '127.0.0.1' }])],
  })
  const exported = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey)).toString('base64')
  return {
    key: `-----BEGIN PRIVATE KEY-----\n${exported}\n-----END PRIVATE KEY-----\n`,
    cert: certificate.toString('pem'),
  }
}
