import type { Person } from '@kept/contract/routes/users/people.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Menu, MenuItem } from '@kept/ui/controls/Menu.tsx'
import { ChevronDown } from 'lucide-react'
import { useCustomRoles } from '../../account/role-choice.ts'
import { roleLabels } from '../../shell/role-labels.ts'
import { roles } from './people-view.ts'
import type { PeopleActions } from './usePeopleActions.ts'

interface BulkBarProps {
  people: readonly Person[]
  actions: PeopleActions
  onClear(): void
}

/** Actions on the selected users; visible while any are selected. */
export function BulkBar({ people, actions, onClear }: BulkBarProps) {
  const customRoles = useCustomRoles()
  const clearAfter = async (doing: Promise<boolean>) => {
    if (await doing) onClear()
  }
  return (
    <section aria-label="Selected users" className="contents">
      {people.length > 0 && (
        <div className="sticky top-14 z-20 mb-2 flex animate-rise flex-wrap items-center gap-2 rounded-base border border-rule-strong bg-raised px-3 py-2 shadow-float">
          <p role="status" className="mr-2 text-body font-medium">
            {people.length} selected
          </p>
          <Menu
            align="start"
            trigger={
              <Button disabled={actions.isBusy}>
                Change role <ChevronDown size={14} aria-hidden="true" />
              </Button>
            }
          >
            {roles.map((role) => (
              <MenuItem key={role} onSelect={() => void clearAfter(actions.changeRole(people, role))}>
                {roleLabels[role]}
              </MenuItem>
            ))}
            {customRoles.map(({ id, name }) => (
              <MenuItem key={id} onSelect={() => void clearAfter(actions.changeRole(people, id))}>
                {name}
              </MenuItem>
            ))}
          </Menu>
          <Button
            disabled={actions.isBusy}
            onClick={() => void clearAfter(actions.change(people, { status: 'disabled' }))}
          >
            Disable
          </Button>
          <Button
            disabled={actions.isBusy}
            onClick={() => void clearAfter(actions.change(people, { status: 'active' }))}
          >
            Enable
          </Button>
          <Button disabled={actions.isBusy} onClick={() => void clearAfter(actions.remove(people))}>
            Remove
          </Button>
          <Button tone="quiet" onClick={onClear}>
            Clear selection
          </Button>
        </div>
      )}
    </section>
  )
}
