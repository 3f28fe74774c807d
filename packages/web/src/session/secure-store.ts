/**
 * Where the browser keeps the token of the platform API from one page load to the next: in the session storage of the
 * tab, encrypted with AES-256-GCM under a key that PBKDF2 makes in 100,000 rounds from a random secret and this
 * device's fingerprint. What comes from another device is thrown away. It never keeps anything unencrypted: where the
 * browser cannot encrypt or store, the token lives in memory until the page is closed, and `place` says so.
 * A script on this page could still ask for the token; that is what the content security policy is for.
 */
interface StoredToken {
  token: string
  /** ISO. */
  expiresAt: string
}

/** What the store needs of the browser. */
export interface StoreDeps {
  /** Undefined where the page was not opened over a secure connection. */
  crypto: Pick<Crypto, 'subtle' | 'getRandomValues'> | undefined
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined
  /** Names this device; the same as long as it is the same browser on the same machine. */
  fingerprint(): Promise<string>
  now(): number
}

const keyRounds = 100_000
const itemName = 'kept.token'
const secretName = 'kept.token.secret'

interface Sealed {
  salt: string
  iv: string
  data: string
  fingerprint: string
}

export function createSecureStore({ crypto, storage, fingerprint, now }: StoreDeps) {
  let cached: StoredToken | undefined
  let storageMode: 'encrypted' | 'memory' = crypto?.subtle && storage ? 'encrypted' : 'memory'
  let writing = Promise.resolve()

  const forget = () => {
    cached = undefined
    try {
      storage?.removeItem(itemName)
      storage?.removeItem(secretName)
    } catch {
      // A storage that is forbidden holds nothing.
    }
  }

  const write = async (token: StoredToken) => {
    if (!crypto?.subtle || !storage) return
    try {
      const device = await fingerprint()
      const secret = toText(crypto.getRandomValues(new Uint8Array(32)))
      const salt = crypto.getRandomValues(new Uint8Array(16))
      const iv = crypto.getRandomValues(new Uint8Array(12))
      const key = await deriveKey(crypto.subtle, secret, device, salt)
      const plaintext = new TextEncoder().encode(JSON.stringify(token))
      const data = new Uint8Array(await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plaintext))
      // The user signed out while this was being encrypted.
      if (cached !== token) return
      storage.setItem(secretName, secret)
      const sealed: Sealed = { salt: toText(salt), iv: toText(iv), data: toText(data), fingerprint: device }
      storage.setItem(itemName, JSON.stringify(sealed))
    } catch {
      storageMode = 'memory'
    }
  }

  return {
    /** Where the token stands: encrypted in this tab, or only in memory. */
    storageMode: () => storageMode,
    /** The token while it is valid. */
    current(): string | undefined {
      return cached && Date.parse(cached.expiresAt) > now() ? cached.token : undefined
    },
    /** Resolves when it is stored; it can be used at once. */
    save(token: StoredToken): Promise<void> {
      cached = token
      writing = writing.then(() => write(token))
      return writing
    },
    forget,
    /** What an earlier page of this tab kept; undefined when there is nothing, it is over, or it is not from here. */
    async recall(): Promise<string | undefined> {
      if (cached || !crypto?.subtle || !storage) return this.current()
      try {
        const sealed = JSON.parse(storage.getItem(itemName) ?? 'null') as Sealed | null
        const secret = storage.getItem(secretName)
        if (!sealed || !secret) return undefined
        const device = await fingerprint()
        // From another device: it may have been stolen, and is of no use here either way.
        if (sealed.fingerprint !== device) {
          forget()
          return undefined
        }
        const key = await deriveKey(crypto.subtle, secret, device, toBytes(sealed.salt))
        const plaintext = await crypto.subtle.decrypt(
          { name: 'AES-GCM', iv: toBytes(sealed.iv) },
          key,
          toBytes(sealed.data),
        )
        cached ??= JSON.parse(new TextDecoder().decode(plaintext)) as StoredToken
      } catch {
        forget()
      }
      return this.current()
    },
  }
}

async function deriveKey(
  subtle: SubtleCrypto,
  secret: string,
  device: string,
  salt: Uint8Array<ArrayBuffer>,
): Promise<CryptoKey> {
  const material = await subtle.importKey('raw', new TextEncoder().encode(`${secret}|${device}`), 'PBKDF2', false, [
    'deriveKey',
  ])
  return subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: keyRounds },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  )
}

function toText(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

function toBytes(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
}
