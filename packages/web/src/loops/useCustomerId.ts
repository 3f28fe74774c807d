import { useMe } from '../shell/useMe.ts'

/** Whose loops are shown: the signed-in person, or the shared viewer of the demo. */
export function useCustomerId(): string {
  const me = useMe().data
  return !me || me.organization.demo ? 'anonymous' : me.user.id
}
