/** For tests: an RSA key with a certificate that it signed itself (X.509 v3, DER written by hand). */
import { createSign, generateKeyPairSync } from 'node:crypto'

const der = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts)
  const length = content.length
  const head = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255]
  return Buffer.concat([Buffer.from([tag, ...head]), content])
}
const sequence = (...parts: Buffer[]) => der(0x30, ...parts)
const sha256WithRsa = sequence(Buffer.from('06092a864886f70d01010b', 'hex'), Buffer.from('0500', 'hex'))
const commonName = Buffer.from('0603550403', 'hex')

export interface SigningKey {
  privateKey: string
  /** Base64 of the certificate, as metadata carries it. */
  certificate: string
}

export function selfSigned(name: string): SigningKey {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const subject = sequence(der(0x31, sequence(commonName, der(0x0c, Buffer.from(name)))))
  const validity = sequence(der(0x17, Buffer.from('200101000000Z')), der(0x17, Buffer.from('491231000000Z')))
  const body = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    sha256WithRsa,
    subject,
    validity,
    subject,
    publicKey.export({ type: 'spki', format: 'der' }),
  )
  const signature = createSign('sha256').update(body).sign(privateKey)
  const certificate = sequence(body, sha256WithRsa, der(0x03, Buffer.from([0]), signature))
  return {
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
    certificate: certificate.toString('base64'),
  }
}
