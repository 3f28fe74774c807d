/** All handlers of sign-in and accounts. */
import { findOrganization } from '@kept/store/organizations/find.ts'
import { publicRoutes } from '../platform/implement.ts'
import { demo } from './demo.ts'
import { oauth } from './oauth/begin.ts'
import { passkeyRoutes } from './passkeys.ts'
import { passwordRoutes } from './password-routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { sessionRoutes } from './session-routes.ts'
import { setupRoutes } from './setup.ts'
import { login, secondFactor } from './sign-in.ts'
import { signUpRoutes } from './sign-up.ts'

export const auth = {
  ...sessionRoutes,
  ...signUpRoutes,
  ...passwordRoutes,
  ...profileRoutes,
  ...secondFactorRoutes,
  ...passkeyRoutes,
  ...setupRoutes,
  login,
  secondFactor,
  demo,
  oauth,
  providers: publicRoutes.auth.providers.handler(async ({ context }) => {
    const { config, state } = context.services
    return {
      google: config.google !== undefined,
      github: config.github !== undefined,
      demo: config.demo && (await findOrganization(state.database, 'demo')) !== undefined,
      sign_up: config.signUp,
    }
  }),
}
