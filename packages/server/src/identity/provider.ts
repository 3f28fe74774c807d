/** The provider of this Kept. */
import type { Services } from '../platform/context.ts'
import type { AuthProvider } from './auth-provider.ts'
import { builtInProvider } from './built-in-provider.ts'
import { supabaseProvider } from './supabase-provider.ts'

const made = new WeakMap<object, Promise<AuthProvider>>()

/** The provider this Kept is configured for. */
export function authProvider(services: Services): Promise<AuthProvider> {
  const provider = made.get(services) ?? make(services)
  made.set(services, provider)
  return provider
}

async function make(services: Services): Promise<AuthProvider> {
  return services.config.authProvider === 'supabase' ? supabaseProvider(services) : builtInProvider(services)
}
