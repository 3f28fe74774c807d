/** Selects the password provider. */
import type { Services } from '../platform/context.ts'
import type { AuthProvider } from './auth-provider.ts'
import { builtInProvider } from './built-in-provider.ts'
import { supabaseProvider } from './supabase-provider.ts'

const providers = new WeakMap<object, Promise<AuthProvider>>()

/** The configured provider. */
export function authProvider(services: Services): Promise<AuthProvider> {
  const provider = providers.get(services) ?? createAuthProvider(services)
  providers.set(services, provider)
  return provider
}

async function createAuthProvider(services: Services): Promise<AuthProvider> {
  return services.config.authProvider === 'supabase' ? supabaseProvider(services) : builtInProvider(services)
}
