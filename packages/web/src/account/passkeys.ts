/** Passkeys: the browser creates and reads them, the server verifies. The library is loaded on demand. */
import type { SignedIn } from '@kept/contract/routes/auth-shapes.ts'
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { api } from '../api/client.ts'

/** False where the browser knows none, or the page is not secure enough for them. */
export function canUsePasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && isSecureContext
}

/** Null when the person changed their mind. */
export async function signInWithPasskey(): Promise<SignedIn | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const { options } = await api.auth.passkeySignInOptions.call({})
  const response = await unlessCanceled(
    startAuthentication({ optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON }),
  )
  return response && (await api.auth.passkeySignIn.call({ response: { ...response } }))
}

/** False when the person changed their mind. */
export async function addPasskey(name: string, password: string | undefined): Promise<boolean> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const { options } = await api.auth.passkeyOptions.call({ password })
  const response = await unlessCanceled(
    startRegistration({ optionsJSON: options as unknown as PublicKeyCredentialCreationOptionsJSON }),
  )
  if (!response) return false
  await api.auth.addPasskey.call({ name, response: { ...response } })
  return true
}

async function unlessCanceled<Answer>(asking: Promise<Answer>): Promise<Answer | null> {
  try {
    return await asking
  } catch (error) {
    if (error instanceof Error && (error.name === 'NotAllowedError' || error.name === 'AbortError')) return null
    if (error instanceof Error && error.name === 'InvalidStateError') {
      throw new Error('This device already has a passkey for your account.')
    }
    throw error
  }
}
