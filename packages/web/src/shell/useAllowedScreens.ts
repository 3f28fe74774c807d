import type { Screen } from '../screen.ts'
import { screens } from '../screens.ts'
import { mayEnter } from '../session/guards.ts'
import { useMe } from './useMe.ts'

/** The screens this user may see; all of their role until their permissions are loaded. */
export function useAllowedScreens(): readonly Screen[] {
  const me = useMe().data
  return screens.filter(
    ({ access, needs, path }) =>
      access !== 'open' && (!me || (mayEnter(path, me.user.role) && (!needs || me.permissions.includes(needs)))),
  )
}
