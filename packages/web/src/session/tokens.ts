import { deviceFingerprint } from './device.ts'
import { createSecureStore } from './secure-store.ts'

/** The token store of this tab. */
export const tokens = createSecureStore({
  crypto: globalThis.crypto,
  storage: tabStorage(),
  fingerprint: deviceFingerprint,
  now: () => Date.now(),
})

function tabStorage(): Storage | undefined {
  try {
    return globalThis.sessionStorage
  } catch {
    // Forbidden by the browser's settings: the token stays in memory.
    return undefined
  }
}
