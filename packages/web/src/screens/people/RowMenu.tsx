import type { Person } from '@kept/contract/routes/users/people.ts'
import { IconButton } from '@kept/ui/controls/Button.tsx'
import { Menu, MenuItem, MenuLine } from '@kept/ui/controls/Menu.tsx'
import { Ellipsis } from 'lucide-react'
import type { PeopleActions } from './usePeopleActions.ts'

interface RowMenuProps {
  person: Person
  name: string
  actions: PeopleActions
  onOpen(): void
}

/** What can be done with one person. */
export function RowMenu({ person, name, actions, onOpen }: RowMenuProps) {
  return (
    <Menu
      trigger={
        <IconButton
          size="small"
          label={`Actions for ${name}`}
          icon={<Ellipsis size={15} />}
          disabled={actions.isBusy}
        />
      }
    >
      {person.status === 'invited' ? (
        <>
          <MenuItem onSelect={() => void actions.resend(person)}>Resend invitation</MenuItem>
          <MenuItem onSelect={() => void actions.revoke(person)}>Revoke invitation</MenuItem>
        </>
      ) : (
        <>
          <MenuItem onSelect={onOpen}>Edit</MenuItem>
          {person.status === 'active' ? (
            <MenuItem onSelect={() => void actions.change([person], { status: 'disabled' })}>Disable</MenuItem>
          ) : (
            <MenuItem onSelect={() => void actions.change([person], { status: 'active' })}>Enable</MenuItem>
          )}
          <MenuLine />
          <MenuItem onSelect={() => void actions.remove([person])}>Remove</MenuItem>
        </>
      )}
    </Menu>
  )
}
