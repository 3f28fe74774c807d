/** What a demo session cannot do: anything that reaches out of the demo organisation, or would lock the next visitor out. */
import { KeptError } from '@kept/domain/errors.ts'
import type { RequestContext } from './context.ts'

export function refuseInDemo({ person }: Pick<RequestContext, 'person'>): void {
  if (!person?.demo) return
  throw new KeptError('forbidden', 'The demo cannot do this; sign up to have an organisation of your own.')
}

/** A session an organisation's identity provider vouched for says nothing about the person anywhere else. */
export function refuseWhenBound({ session }: Pick<RequestContext, 'session'>): void {
  if (!session?.bound) return
  throw new KeptError(
    'forbidden',
    'You signed in through your organisation’s identity provider; sign in with your own password or passkey to do this.',
  )
}
