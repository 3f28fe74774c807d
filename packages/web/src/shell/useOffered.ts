import type { Screen } from '../screen.ts'
import { screens } from '../screens.ts'
import { mayEnter } from '../session/guards.ts'
import { useMe } from './useMe.ts'

/** The screens behind the door that this person may see; all of their role while it is not known yet what they may. */
export function useOffered(): readonly Screen[] {
  const me = useMe().data
  return screens.filter(
    ({ access, needs, path }) =>
      access !== 'open' && (!me || (mayEnter(path, me.user.role) && (!needs || me.permissions.includes(needs)))),
  )
}
