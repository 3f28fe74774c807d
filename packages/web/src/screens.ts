/** Every screen, once: the menus, the command palette and the router are all made from this list, in this order. */
import type { Screen } from './screen.ts'
import { admin } from './screens/admin/screen.ts'
import { alerts } from './screens/alerts/screen.ts'
import { anomalies } from './screens/anomalies/screen.ts'
import { autopilot } from './screens/autopilot/screen.ts'
import { behavior } from './screens/behavior/screen.ts'
import { behaviorSetup } from './screens/behavior-setup/screen.ts'
import { billing } from './screens/billing/screen.ts'
import { budgets } from './screens/budgets/screen.ts'
import { client } from './screens/client/screen.ts'
import { costs } from './screens/costs/screen.ts'
import { dashboard } from './screens/dashboard/screen.ts'
import { forgotPassword } from './screens/forgot-password/screen.ts'
import { integrations } from './screens/integrations/screen.ts'
import { invitation } from './screens/invitation/screen.ts'
import { login } from './screens/login/screen.ts'
import { logout } from './screens/logout/screen.ts'
import { loops } from './screens/loops/screen.ts'
import { notifications } from './screens/notifications/screen.ts'
import { onboarding } from './screens/onboarding/screen.ts'
import { people } from './screens/people/screen.ts'
import { profile } from './screens/profile/screen.ts'
import { reports } from './screens/reports/screen.ts'
import { resetPassword } from './screens/reset-password/screen.ts'
import { resources } from './screens/resources/screen.ts'
import { savings } from './screens/savings/screen.ts'
import { secondFactor } from './screens/second-factor/screen.ts'
import { security } from './screens/security/screen.ts'
import { settings } from './screens/settings/screen.ts'
import { setup } from './screens/setup/screen.ts'
import { signup } from './screens/signup/screen.ts'
import { verify } from './screens/verify/screen.ts'

export const screens: readonly Screen[] = [
  dashboard,
  resources,
  integrations,
  reports,
  admin,
  client,
  costs,
  savings,
  autopilot,
  anomalies,
  budgets,
  alerts,
  loops,
  behavior,
  behaviorSetup,
  billing,
  people,
  security,
  onboarding,
  notifications,
  profile,
  settings,
  logout,
  login,
  signup,
  secondFactor,
  forgotPassword,
  resetPassword,
  verify,
  setup,
  invitation,
]
