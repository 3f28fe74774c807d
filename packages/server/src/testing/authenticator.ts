/** For tests: a software passkey as WebAuthn requires: one P-256 key, no attestation. */
import { createSign, generateKeyPairSync, hash, randomBytes } from 'node:crypto'

export class Authenticator {
  private id = randomBytes(32)
  private keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  private readonly origin: string
  private counter = 0

  constructor(origin: string) {
    this.origin = origin
  }

  /** The same key, used on another site, as in a phishing relay. */
  atOrigin(origin: string): Authenticator {
    const other = new Authenticator(origin)
    other.id = this.id
    other.keys = this.keys
    other.counter = this.counter
    return other
  }

  /** The result of `navigator.credentials.create`. */
  create({ challenge }: { challenge: string }): Record<string, unknown> {
    const { x = '', y = '' } = this.keys.publicKey.export({ format: 'jwk' })
    const cose = Buffer.concat([
      Buffer.from('a5010203262001215820', 'hex'),
      Buffer.from(x, 'base64url'),
      Buffer.from('225820', 'hex'),
      Buffer.from(y, 'base64url'),
    ])
    const idLength = Buffer.alloc(2)
    idLength.writeUInt16BE(this.id.length)
    const authData = Buffer.concat([this.authData(0x45), Buffer.alloc(16), idLength, this.id, cose])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(authData.length)
    const attestation = Buffer.concat([
      Buffer.from('a363666d74646e6f6e656761747453746d74a0686175746844617461', 'hex'),
      Buffer.from([0x59]),
      length,
      authData,
    ])
    return this.credential({
      clientDataJSON: this.clientData('webauthn.create', challenge).toString('base64url'),
      attestationObject: attestation.toString('base64url'),
      transports: ['internal'],
    })
  }

  /** The result of `navigator.credentials.get`. */
  get({ challenge }: { challenge: string }, { verified = true } = {}): Record<string, unknown> {
    this.counter += 1
    const authData = this.authData(verified ? 0x05 : 0x01)
    const clientData = this.clientData('webauthn.get', challenge)
    const signed = Buffer.concat([authData, hash('sha256', clientData, 'buffer')])
    return this.credential({
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authData.toString('base64url'),
      signature: createSign('sha256').update(signed).sign(this.keys.privateKey).toString('base64url'),
    })
  }

  private credential(response: Record<string, unknown>): Record<string, unknown> {
    const id = this.id.toString('base64url')
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }

  private clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.origin, crossOrigin: false }))
  }

  private authData(flags: number): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(this.counter)
    const site = hash('sha256', new URL(this.origin).hostname, 'buffer')
    return Buffer.concat([site, Buffer.from([flags]), counter])
  }
}
