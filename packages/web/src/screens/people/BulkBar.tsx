import type { Person } from '@kept/contract/routes/users.ts'
import { Button } from '@kept/ui/controls/Button.tsx'
import { Menu, MenuItem } from '@kept/ui/controls/Menu.tsx'
import { ChevronDown } from 'lucide-react'
import { roleWords } from '../../shell/role-words.ts'
import { roles } from './people-view.ts'
import type { PeopleActions } from './usePeopleActions.ts'

interface BulkBarProps {
  people: readonly Person[]
  actions: PeopleActions
  onClear(): void
}

/** What can be done with everybody chosen; it is there while somebody is. */
export function BulkBar({ people, actions, onClear }: BulkBarProps) {
  const then = async (doing: Promise<boolean>) => {
    if (await doing) onClear()
  }
  return (
    <section aria-label="With the chosen people" className="contents">
      {people.length > 0 && (
        <div className="sticky top-14 z-20 mb-2 flex animate-rise flex-wrap items-center gap-2 rounded-base border border-rule-strong bg-raised px-3 py-2 shadow-float">
          <p role="status" className="mr-2 text-body font-medium">
            {people.length} chosen
          </p>
          <Menu
            align="start"
            trigger={
              <Button disabled={actions.busy}>
                Change role <ChevronDown size={14} aria-hidden="true" />
              </Button>
            }
          >
            {roles.map((role) => (
              <MenuItem key={role} onSelect={() => void then(actions.change(people, { role }))}>
                {roleWords[role]}
              </MenuItem>
            ))}
          </Menu>
          <Button disabled={actions.busy} onClick={() => void then(actions.change(people, { status: 'disabled' }))}>
            Disable
          </Button>
          <Button disabled={actions.busy} onClick={() => void then(actions.change(people, { status: 'active' }))}>
            Enable
          </Button>
          <Button disabled={actions.busy} onClick={() => void then(actions.remove(people))}>
            Remove
          </Button>
          <Button tone="quiet" onClick={onClear}>
            Choose nobody
          </Button>
        </div>
      )}
    </section>
  )
}
