/** The CSRF token of this page: fetched when first needed, shared by all who ask meanwhile, forgotten when it rebinds. */
import { ApiError, mayPass } from './errors.ts'
import { words } from './words.ts'

export interface Csrf {
  token(): Promise<string>
  /** After signing in or out the session is another, and so is the token. */
  forget(): void
}

export function createCsrf(ask: () => Promise<string | undefined>): Csrf {
  let held: Promise<string> | undefined
  return {
    token() {
      const asked = held ?? fetchOne()
      held = asked
      return asked
    },
    forget() {
      held = undefined
    },
  }

  async function fetchOne(): Promise<string> {
    try {
      const token = await ask()
      if (token) return token
    } catch (error) {
      held = undefined
      // No way to the server at all is said as that; it is not the token's fault.
      if (mayPass(error) || (error instanceof ApiError && error.status === 429)) throw error
    }
    held = undefined
    throw new ApiError(403, 'csrf_missing', words.csrfMissing)
  }
}
