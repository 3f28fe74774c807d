import type { SignedInContext } from './context.ts'

/**
 * The answer to `request` on a route that declares `serverSeconds`, computed when it is not cached. `readVersion`
 * returns what it is computed from.
 */
export function cachedAnswer<Answer>(
  { services, scope, route }: Pick<SignedInContext, 'services' | 'scope' | 'route'>,
  request: unknown,
  readVersion: () => Promise<unknown>,
  compute: () => Promise<Answer>,
): Promise<Answer> {
  const { cache, path } = route
  if (!cache || !('serverSeconds' in cache)) throw new Error(`${path} caches an answer and does not declare how long.`)
  const now = services.now().getTime()
  const lifetime = { now, expiresAt: now + cache.serverSeconds * 1000 }
  return services.answers.get(scope, [path, request], lifetime, readVersion, compute)
}
