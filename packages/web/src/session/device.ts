/** A fingerprint of this device that needs no permission: enough to notice a stolen token. */
export async function deviceFingerprint(): Promise<string> {
  const traits = [
    // Without its version numbers, so that an update of the browser is not another device.
    navigator.userAgent.replaceAll(/[\d._]+/g, ''),
    navigator.language,
    Intl.DateTimeFormat().resolvedOptions().timeZone,
    `${screen.colorDepth}`,
    `${navigator.hardwareConcurrency ?? 0}`,
  ]
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(traits.join('\n')))
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

let lastActive = Date.now()

/** Notices that a person is there: a key, a pointer, a page shown again. */
export function trackActivity(): void {
  const touch = () => {
    lastActive = Date.now()
  }
  for (const kind of ['pointerdown', 'pointermove', 'keydown', 'wheel']) {
    addEventListener(kind, touch, { passive: true, capture: true })
  }
}

export function lastActiveAt(): number {
  return lastActive
}
